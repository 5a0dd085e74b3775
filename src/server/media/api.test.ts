import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, ownerIn, type TestApp, type TestBrowser } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { halves } from '../../../tests/support/pictures.ts'
import { sampleMp4 } from '../../../tests/support/sample-video.ts'
import { examples } from '../../model/content/examples.ts'

onOneDatabase('The owner’s API for images', (store) => {
  let app: TestApp
  let owner: TestBrowser
  let width = 60
  beforeAll(async () => {
    app = await createTestApp(store())
    owner = await ownerIn(app)
  })
  afterAll(() => app.close())

  const fresh = async () => {
    width += 4
    return new Uint8Array(await halves(width, 40, 'navy', 'orange').png().toBuffer())
  }
  const send = (method: string, path: string, bytes: Uint8Array, { headers = {}, ...fields }: SendOptions = {}) => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(bytes)], 'Là-bas.png', { type: 'image/png' }))
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return owner.send(method, path, undefined, { raw: form, headers })
  }
  type SendOptions = { headers?: Record<string, string>; alt?: string }
  const patch = (id: string, version: number, body: object) =>
    owner.send('PATCH', `/api/media/${id}`, body, { headers: { 'if-match': `"${version}"` } })
  const onPage = (id: string) => app.services.publisher.content()?.media[id]

  it('says whether an image was there already', async () => {
    const bytes = await fresh()
    const [first, second] = [await send('POST', '/api/media', bytes), await send('POST', '/api/media', bytes)]
    expect([first.status, first.body.known, second.status, second.body.known]).toEqual([201, false, 201, true])
    expect(second.body.id).toBe(first.body.id)
  })

  it('refuses a HEIC with what to do, whichever of its brands comes first, and takes an AVIF of the same family', async () => {
    const [heic, avif] = [sampleMp4('a', { brand: 'heic' }), await halves(44, 40, 'navy', 'orange').avif().toBuffer()]
    const mif1 = Buffer.from(heic)
    mif1.write('mif1', 8, 'latin1')
    for (const bytes of [heic, mif1]) {
      const { status, body } = await send('POST', '/api/media', bytes)
      expect([status, body.message]).toEqual([415, expect.stringContaining('Most Compatible')])
    }
    expect(avif.toString('latin1', 0, 40)).toContain('mif1')
    expect((await send('POST', '/api/media', avif)).status).toBe(201)
  })

  it('crops, replaces and gives back: the page has each when it is answered', async () => {
    const { body: medium } = await send('POST', '/api/media', await fresh(), { alt: 'Far away' })
    const [example] = examples.projects
    const { body: project } = await owner.post('/api/entries/projects', {
      data: { ...example, slug: 'far-away', image: medium.id },
    })
    expect((await owner.get(`/api/media/${medium.id}/uses`)).body).toEqual({
      uses: [{ collection: 'projects', entry: project.id, title: example?.title, onPage: true }],
    })

    const cropped = await patch(medium.id, 1, { crop: { x: 0.5, y: 0, width: 0.5, height: 1 } })
    expect([cropped.status, cropped.body.width, cropped.body.version]).toEqual([200, width / 2, 2])
    expect(onPage(medium.id)).toMatchObject({ width: width / 2, variants: cropped.body.variants })
    expect((await patch(medium.id, 1, { crop: null })).status).toBe(409)
    const outside = await patch(medium.id, 2, { crop: { x: 0.9, y: 0, width: 0.5, height: 1 } })
    expect([outside.status, outside.body.fields]).toEqual([422, { crop: 'Choose a part inside the image.' }])

    const place = `/api/media/${medium.id}/original`
    expect((await send('PUT', place, await fresh(), { headers: { 'if-match': '"1"' } })).status).toBe(409)
    expect((await send('PUT', place, await fresh(), { alt: 'No' })).body.fields).toEqual({
      alt: 'There is no such field.',
    })
    expect((await send('PUT', place, Buffer.from('<svg onload="alert(1)">'))).status).toBe(415)
    for (const [method, path] of [
      ['PUT', place],
      ['POST', '/api/media'],
    ] as const)
      expect((await send(method, path, new Uint8Array(7_000_000))).status).toBe(413)
    const replaced = await send('PUT', place, await fresh(), { headers: { 'if-match': '"2"' } })
    expect(replaced.body).toMatchObject({ id: medium.id, alt: 'Far away', name: 'Là-bas.png', crop: null, width })
    expect(onPage(medium.id)).toMatchObject({ width, variants: replaced.body.variants })

    const { changes } = (await owner.get(`/api/changes?entry=${medium.id}&limit=1`)).body
    expect((await owner.post(`/api/changes/${changes[0].id}/undo`)).status).toBe(201)
    expect(onPage(medium.id)).toMatchObject({ variants: cropped.body.variants })
  })

  it('gives originals and small images to the owner alone, as images and as nothing else', async () => {
    const { body: medium } = await send('POST', '/api/media', await fresh())
    const stem = medium.url.slice('/media/'.length).split('-')[0]
    for (const path of ['original', 'thumbnail', `thumbnail?rendition=${stem}`]) {
      const { status, headers } = await owner.get(`/api/media/${medium.id}/${path}`)
      expect([path, status, headers.get('content-type')?.startsWith('image/')]).toEqual([path, 200, true])
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect((await app.browser().get(`/api/media/${medium.id}/${path}`)).status).toBe(401)
    }
    const { headers } = await owner.get(`/api/media/${medium.id}/original`)
    expect(headers.get('content-disposition')).toBe('inline; filename="La-bas.png"; filename*=UTF-8\'\'L%C3%A0-bas.png')
    expect((await owner.get(`/api/media/${medium.id}/thumbnail?rendition=0000000000000000`)).status).toBe(404)
    expect((await owner.get(`/api/media/${medium.id}/thumbnail?rendition=../x`)).status).toBe(422)
    expect((await owner.get('/api/media/nothing/original')).status).toBe(404)
  })
})
