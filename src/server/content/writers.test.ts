import { beforeAll, expect, it } from 'vitest'
import { exported } from '../../../tests/contract/exported.ts'
import { type TestAnswer, useApp, useOwner } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { uploadImage } from '../../../tests/support/upload.ts'
import { examples } from '../../model/content/examples.ts'
import { contentVersion } from '../journal/journal.ts'
import { importContent, readContent } from '../transfer/import-content.ts'

type Data = Record<string, unknown>

onOneDatabase('Every writer of entries', (store) => {
  const app = useApp(store, { limits: false })
  const owner = useOwner(app)
  const [example] = examples.projects
  let valid: Data
  let taken: string
  let count = 0

  const create = async (data: Data = {}, publish = true): Promise<{ id: string; version: number }> => {
    count += 1
    const { status, body } = await owner.post('/api/entries/projects', {
      data: { ...valid, slug: `writer-${count}`, ...data },
      publish,
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body
  }
  const state = async () => [await exported(store().database), await contentVersion(store().database.kysely)]
  const testimonial = async () => {
    const { body } = await owner.post('/api/entries/testimonials', {
      data: { ...examples.testimonials[0], image: null },
    })
    return body.id as string
  }
  const quoteOf = (id: string) => [{ id: 'a', kind: 'quote', testimonial: id, text: '', name: '', role: '' }]

  beforeAll(async () => {
    valid = { ...example, image: await uploadImage(owner) }
    await create({ slug: 'taken' })
    taken = 'taken'
  })

  const unwritable: Record<string, () => Data> = {
    'an unknown image': () => ({ image: 'nobody' }),
    'an image that is a built-in’s name': () => ({ image: '__proto__' }),
    'an unknown image in a block': () => ({ blocks: [{ id: 'a', kind: 'image', image: 'nobody' }] }),
    'an unknown video in a block': () => ({ blocks: [{ id: 'a', kind: 'video', file: 'nobody' }] }),
    'an unknown testimonial': () => ({ blocks: quoteOf('nobody') }),
    'an unknown category': () => ({ categories: ['nobody'] }),
    'a block of an unknown kind': () => ({ blocks: [{ id: 'a', kind: 'hologram' }] }),
    'an address that is taken': () => ({ slug: taken }),
    'an unknown field': () => ({ colour: 'red' }),
    'a value of another type': () => ({ year: 'soon' }),
    'a text that is too long': () => ({ summary: 'x'.repeat(301) }),
    'half a character': () => ({ summary: '\ud800' }),
  }
  /** Drafts may link to what does not exist yet. */
  const unpublishable: typeof unwritable = {
    'a link to nowhere': () => ({ url: '/nowhere' }),
    'an empty title': () => ({ title: '' }),
    'a number out of its range': () => ({ year: 99_999 }),
  }

  /** Answers with 422, or with the message that the bulk write and the import give. */
  type Writer = (data: Data) => Promise<Pick<TestAnswer, 'status' | 'body'>>
  const bulk = async (change: Data, id: string): Promise<Awaited<ReturnType<Writer>>> => {
    const answer = await owner.send('PATCH', '/api/entries/projects', { entries: [{ id }], ...change })
    return answer.status === 200 && answer.body.refused.length > 0 ? { status: 422, body: answer.body } : answer
  }
  const patch = async (data: Data, publish: boolean) => {
    const { id, version } = one
    return owner.send(
      'PATCH',
      `/api/entries/projects/${id}`,
      { data, publish },
      { headers: { 'if-match': `${version}` } },
    )
  }
  const imported: (make: (data: Data) => Data) => Writer = (make) => async (data) => {
    const { links } = app.services
    try {
      const file = readContent({ projects: [make(data)] })
      return { status: 200, body: await importContent(store().database, file, { links }) }
    } catch (error) {
      return { status: 422, body: String(error) }
    }
  }
  let one: { id: string; version: number }
  beforeAll(async () => {
    one = await create()
  })

  const drafting: Record<string, Writer> = {
    'creates a draft': (data) =>
      owner.post('/api/entries/projects', { data: { ...valid, slug: 'new', ...data }, publish: false }),
    'changes a draft': (data) => patch(data, false),
    'changes several': (data) => bulk({ data }, one.id),
  }
  const publishing: Record<string, Writer> = {
    creates: (data) => owner.post('/api/entries/projects', { data: { ...valid, slug: 'new', ...data } }),
    changes: (data) => patch(data, true),
    'imports a new one': imported((data) => ({ ...valid, slug: 'new', ...data })),
    'imports a change': imported((data) => ({ id: one.id, ...valid, ...data })),
  }

  const pairs = (writers: Record<string, Writer>, values: typeof unwritable) =>
    Object.keys(writers).flatMap((writer) => Object.keys(values).map((value) => [writer, value] as const))

  it.each([...pairs({ ...drafting, ...publishing }, unwritable), ...pairs(publishing, unpublishable)])(
    'that %s refuses %s, and stores nothing',
    async (writer, value) => {
      const before = await state()
      const data = { ...unwritable, ...unpublishable }[value]?.() ?? {}
      const { status, body } = (await { ...drafting, ...publishing }[writer]?.(data)) ?? {}
      expect([status, body]).toEqual([422, expect.anything()])
      expect(await state()).toEqual(before)
    },
  )

  it.each(Object.keys(unpublishable))('that publishes a draft refuses %s, and leaves it a draft', async (value) => {
    const draft = await create(unpublishable[value]?.(), false)
    const before = await state()
    const drafts = [{ collection: 'projects', entry: draft.id, version: draft.version }]
    const several = await owner.post('/api/publications', { drafts })
    expect([
      (await owner.post(`/api/entries/projects/${draft.id}/publication`)).status,
      (await bulk({ published: true }, draft.id)).status,
      several.body.left.length,
    ]).toEqual([422, 422, 1])
    expect(await state()).toEqual(before)
  })

  it('that brings back what was stored refuses an address that is taken since', async () => {
    const { id } = await create({ slug: 'wanted' })
    const removal = await owner.send('DELETE', `/api/entries/projects/${id}`)
    await create({ slug: 'wanted' })
    const before = await state()
    expect([
      (await owner.post(`/api/entries/projects/${id}/restoration`)).status,
      (await bulk({ deleted: false }, id)).status,
      (await owner.post(`/api/changes/${removal.headers.get('x-change')}/undo`)).status,
    ]).toEqual([422, 422, 422])
    expect(await state()).toEqual(before)
  })

  it('that brings back or copies what was stored keeps a reference to what is gone since', async () => {
    const [quoted, ...quoting] = [await testimonial(), await create()]
    const { id } = await create({ blocks: quoteOf(quoted) })
    const emptied = await owner.send(
      'PATCH',
      `/api/entries/projects/${id}`,
      { data: { blocks: [] } },
      { headers: { 'if-match': '1' } },
    )
    await owner.send('DELETE', `/api/entries/testimonials/${quoted}`)
    const undone = await owner.post(`/api/changes/${emptied.headers.get('x-change')}/undo`)
    expect([undone.status, undone.body.after.draft.blocks]).toEqual([201, quoteOf(quoted)])
    const copy = await owner.post(`/api/entries/projects/${id}/copies`)
    expect([copy.status, copy.body.data.blocks]).toEqual([201, quoteOf(quoted)])
    // Nobody else may name it.
    for (const other of quoting) expect((await bulk({ data: { blocks: quoteOf(quoted) } }, other.id)).status).toBe(422)
  })

  it('that saves keeps an image that went into the trash since, and takes no other', async () => {
    const { body: images } = await owner.get('/api/media')
    const image = images.media[0].id as string
    const { id } = await create({ image })
    await owner.send('DELETE', `/api/media/${image}`)
    const save = async (data: Data, version: number) =>
      owner.send('PATCH', `/api/entries/projects/${id}`, { data }, { headers: { 'if-match': `${version}` } })
    expect([(await save({ year: 2001 }, 1)).status, (await save({ image }, 2)).status]).toEqual([200, 200])
    expect(Object.keys((await save({ image: 'constructor' }, 2)).body.fields)).toEqual(['image'])
    await owner.post(`/api/media/${image}/restoration`)
  })

  it('that moves a category keeps a reference to what is gone since', async () => {
    const categories = [...app.content().settings.categories, { slug: 'moving', label: 'Moving' }]
    const { status, body } = await owner.send('PATCH', '/api/settings', { categories })
    expect(status).toBe(200)
    const moving = body.categories.at(-1).id
    const quoted = await testimonial()
    const { id } = await create({ categories: [moving], blocks: quoteOf(quoted) })
    await owner.send('DELETE', `/api/entries/testimonials/${quoted}`)
    expect((await owner.send('DELETE', `/api/settings/categories/${moving}`)).status).toBe(200)
    const { body: moved } = await owner.get(`/api/entries/projects/${id}`)
    expect([moved.data.categories, moved.data.blocks]).toEqual([[], quoteOf(quoted)])
  })
})
