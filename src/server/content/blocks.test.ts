import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, ownerIn, type TestApp, type TestBrowser } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { uploadImage } from '../../../tests/support/upload.ts'
import { examples } from '../../model/content/examples.ts'
import { contentVersion } from '../journal/journal.ts'

onOneDatabase('the blocks of a project', (store) => {
  let app: TestApp
  let owner: TestBrowser
  let image: string
  beforeAll(async () => {
    app = await createTestApp(store())
    owner = await ownerIn(app)
    image = await uploadImage(owner)
  })
  afterAll(() => app.close())

  const [example] = examples.projects
  let made = 0
  const project = (fields: object, publish = true) => {
    made += 1
    const { blocks: _, ...data } = { ...example, image, slug: `blocks-${made}` }
    return owner.post('/api/entries/projects', { data: { ...data, ...fields }, publish })
  }
  const shown = (id: string) => app.content().projects.find((one: { id: string }) => one.id === id)
  const written = () => contentVersion(store().database.kysely)

  it('are written as `body` by programs that know no blocks, and read by them as Markdown', async () => {
    const { status, body: entry } = await project({ body: 'A *text*.' })
    const blocks = [{ id: 'body', kind: 'text', markdown: 'A *text*.' }]
    expect([status, entry.data.blocks, entry.data.body]).toEqual([201, blocks, 'A *text*.'])
    expect(shown(entry.id)).toMatchObject({ blocks, body: 'A *text*.' })
    const changed = await owner.send(
      'PATCH',
      `/api/entries/projects/${entry.id}`,
      { data: { body: 'Another.' } },
      { headers: { 'if-match': '"1"' } },
    )
    expect([changed.status, changed.body.data.body]).toEqual([200, 'Another.'])
    const before = await written()
    const wrong = await project({ body: 5 })
    expect([wrong.status, await written()]).toEqual([422, before])
  })

  it('are published with empty ones, which stay in the draft and are nowhere that visitors look', async () => {
    const outline = [
      { id: 'a', kind: 'text', markdown: '## The task' },
      { id: 'b', kind: 'image', image: null },
      { id: 'c', kind: 'text', markdown: '## The work\n\nSix weeks.' },
      { id: 'd', kind: 'quote' },
    ]
    const { status, body } = await project({ blocks: outline })
    expect([status, body.status, body.data.blocks.map(({ id }: { id: string }) => id).join('')]).toEqual([
      201,
      'published',
      'abcd',
    ])
    expect(shown(body.id)).toMatchObject({ blocks: [outline[2]], body: '## The work\n\nSix weeks.' })
  })

  it('bring their images to the page, count as uses of them, and are refused with one that there is not', async () => {
    const { body: uploaded } = await project({ blocks: [{ id: 'a', kind: 'image', image }], image: null })
    expect(app.content().media[image]).toBeDefined()
    const uses = (await owner.get(`/api/media/${image}/uses`)).body
    expect(JSON.stringify(uses)).toContain(uploaded.id)
    const before = await written()
    const gallery = { id: 'a', kind: 'gallery', images: [image, 'none'].map((one) => ({ image: one, caption: '' })) }
    const { status, body } = await project({ blocks: [gallery] }, false)
    expect([status, body.fields, await written()]).toEqual([
      422,
      { 'blocks.0.images.1.image': 'There is no such image. Choose or upload one.' },
      before,
    ])
  })

  it('lead nowhere but where something is', async () => {
    const { status, body } = await project({ blocks: [{ id: 'a', kind: 'link', title: 'Gone', url: '/gone' }] })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['blocks.0.url']])
  })

  it('quote testimonials that there are', async () => {
    const praise = { ...examples.testimonials[0], image: null }
    const { body: testimonial } = await owner.post('/api/entries/testimonials', { data: praise })
    const quote = { id: 'a', kind: 'quote', testimonial: testimonial.id }
    const { status, body: entry } = await project({ blocks: [quote] })
    expect(status).toBe(201)
    await owner.send('DELETE', `/api/entries/testimonials/${testimonial.id}`)
    const before = await written()
    const { status: refused, body } = await project({ blocks: [quote] })
    expect([refused, body.fields]).toEqual([
      422,
      { 'blocks.0.testimonial': 'There is no such testimonial. Choose another.' },
    ])
    expect(await written()).toBe(before)
    // What quoted it before can still be saved.
    const saved = await owner.send(
      'PATCH',
      `/api/entries/projects/${entry.id}`,
      { data: { title: 'Still' } },
      { headers: { 'if-match': `"${entry.version}"` } },
    )
    expect(saved.status).toBe(200)
  })

  it('may be sixty with as much text as they may have, are found by their words, and are undone like any field', async () => {
    const blocks = Array.from({ length: 60 }, (_, n) => ({
      id: `b${n}`,
      kind: 'text',
      markdown: `Wort${n} ${'x'.repeat(1900)}`,
    }))
    const { status, body: entry } = await project({ blocks })
    expect([status, entry.data.blocks]).toEqual([201, blocks])
    const found = (await owner.get('/api/entries/projects?q=wort59')).body.entries
    expect(found.map(({ id }: { id: string }) => id)).toEqual([entry.id])
    const at = `/api/entries/projects/${entry.id}`
    await owner.send('PATCH', at, { data: { blocks: blocks.slice(1) } }, { headers: { 'if-match': '"1"' } })
    await journalOf(store().database).undo(await written(), { by: 'owner' })
    expect((await owner.get(at)).body.data.blocks).toEqual(blocks)
  })
})
