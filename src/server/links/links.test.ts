import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, ownerIn, type TestApp, type TestBrowser } from '../../../tests/support/app.ts'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { samplePdf } from '../../../tests/support/sample-pdf.ts'
import { upload, uploadImage } from '../../../tests/support/upload.ts'
import { examples } from '../../model/content/examples.ts'

onEachDatabase('a link to a path of this site', (store) => {
  let app: TestApp
  let owner: TestBrowser
  beforeAll(async () => {
    app = await createTestApp(store())
    owner = await ownerIn(app)
    image = await uploadImage(owner)
  })
  afterAll(() => app.close())

  const [example] = examples.projects
  let projects = 0
  let image: string
  const project = (fields: object, publish = true) => {
    projects += 1
    const data = { ...example, image, slug: `links-${projects}`, ...fields }
    return owner.post('/api/entries/projects', { data, publish })
  }
  const setCv = (cv: string) => owner.send('PATCH', '/api/settings', { cv })
  const uploadPdf = async (text: string) => (await upload(owner, 'cv.pdf', samplePdf(text))).body

  it('is taken where a page, a section or a file is', async () => {
    const { url } = await uploadPdf('known')
    const { body: other } = await project({})
    for (const cv of [
      '/',
      '/all',
      '/all/',
      '/projects',
      `/projects/${other.data.slug}#more`,
      '/#contact',
      '#resume',
      '/?a=b#top',
      url,
      '/login',
      '/admin/media',
      'https://elsewhere.example/cv.pdf',
      'mailto:a@example.com',
      '',
    ])
      expect([cv, (await setCv(cv)).status]).toEqual([cv, 200])
  })

  it('is refused where nothing is, with a sentence beside the field, and nothing is stored', async () => {
    const before = (await owner.get('/api/settings')).body
    for (const [cv, sentence] of [
      ['/cv-of-nobody.pdf', 'There is nothing at /cv-of-nobody.pdf on this site.'],
      ['/projects/nothing', 'There is nothing at /projects/nothing on this site.'],
      ['/media/0123456789abcdef.pdf', 'There is no such file in Media.'],
      ['/#nowhere', 'There is no section “#nowhere” on the page.'],
      ['#constructor', 'There is no section “#constructor” on the page.'],
      ['/404', 'There is nothing at /404 on this site.'],
    ] as const) {
      const { status, body } = await setCv(cv)
      expect([cv, status, body.fields.cv?.slice(0, sentence.length)]).toEqual([cv, 422, sentence])
    }
    const { status, body } = await owner.send('PATCH', '/api/settings', {
      socials: [
        { label: 'All', url: '/all' },
        { label: 'Gone', url: '/gone' },
      ],
    })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['socials.1.url']])
    expect((await owner.get('/api/settings')).body).toEqual(before)
  })

  it('may lead to the very entry that is published, and is kept in a draft until then', async () => {
    expect((await project({ slug: 'own-page', url: '/projects/own-page' })).status).toBe(201)
    const { body: draft } = await project({ url: '/not-yet' }, false)
    expect(draft.status).toBe('draft')
    const at = `/api/entries/projects/${draft.id}`
    const refused = await owner.post(`${at}/publication`)
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['url']])
    expect((await owner.get(at)).body.status).toBe('draft')
  })

  it('or to elsewhere is refused where no browser can open it, and is kept where it is stored already', async () => {
    const urls = ['https://[slides]', 'https://example.com:port/', 'https://1.2.3.4.5']
    for (const url of urls) {
      const { status, body } = await project({ url })
      expect([status, body.fields.url]).toEqual([422, 'No browser can open this address. Check what follows //.'])
    }
    const { body: kept } = await project({})
    const stored = JSON.stringify({ ...kept.data, url: urls[0] })
    const { kysely } = app.services.db
    await kysely.updateTable('entries').set({ published: stored, draft: stored }).where('id', '=', kept.id).execute()
    const changed = await owner.send(
      'PATCH',
      `/api/entries/projects/${kept.id}`,
      { data: { title: 'Still' }, publish: true },
      { headers: { 'if-match': `"${kept.version}"` } },
    )
    expect([changed.status, changed.body.data.url]).toEqual([200, urls[0]])
    const shown = app.services.publisher.content()?.projects.find(({ id }) => id === kept.id)
    expect([shown?.title, shown?.url]).toEqual(['Still', urls[0]])
  })

  it('that is stored already is not checked again', async () => {
    const file = await uploadPdf('stored')
    const { body: entry } = await project({ url: file.url })
    await owner.send('DELETE', `/api/media/${file.id}`)
    const changed = await owner.send(
      'PATCH',
      `/api/entries/projects/${entry.id}`,
      { data: { title: 'Still' } },
      { headers: { 'if-match': `"${entry.version}"` } },
    )
    expect(changed.status).toBe(200)
    const shown = () => app.services.publisher.content()?.projects.find(({ id }) => id === entry.id)
    // No link to nothing on the page.
    expect(shown()?.url).toBe('')
  })

  it('follows a file that is replaced, and comes back when its deletion is undone', async () => {
    const file = await uploadPdf('first')
    await setCv(file.url)
    const cv = () => app.services.publisher.content()?.settings.cv
    expect(cv()).toBe(file.url)
    const replaced = await upload(owner, 'new.pdf', samplePdf('second'), `/api/media/${file.id}/original`)
    expect([replaced.status, replaced.body.name]).toEqual([200, 'new.pdf'])
    expect([cv(), replaced.body.url === file.url]).toEqual([replaced.body.url, false])
    await owner.send('DELETE', `/api/media/${file.id}`)
    expect(cv()).toBe('')
    const { changes } = (await owner.get(`/api/changes?entry=${file.id}&limit=1`)).body
    expect((await owner.post(`/api/changes/${changes[0].id}/undo`)).status).toBe(201)
    expect(cv()).toBe(replaced.body.url)
  })
})
