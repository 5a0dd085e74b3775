import { expect, it, vi } from 'vitest'
import { useApp, useOwner } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { uploadImage } from '../../../tests/support/upload.ts'
import { collectionNames } from '../../model/content/collections.ts'
import { examples } from '../../model/content/examples.ts'

onOneDatabase('The owner’s API', (store) => {
  const app = useApp(store, { limits: false })
  const owner = useOwner(app)

  const page = () => app.content()
  const patch = (path: string, version: number | string | undefined, body: unknown) =>
    owner.send('PATCH', path, body, { headers: version === undefined ? {} : { 'if-match': String(version) } })
  const [react, laravel] = examples.skills

  it('names the texts of an entry that stand as they were written, and gets ready to draw; a list does neither', async () => {
    const asking = vi.spyOn(app.services.texts, 'isPlain').mockReturnValue(true)
    const data = { title: 'Texts', slug: 'texts', blocks: [{ id: 'one', kind: 'text', markdown: 'A *text*' }] }
    const { body: entry } = await owner.post('/api/entries/pages', { data, publish: false })
    expect((await owner.get(`/api/entries/pages/${entry.id}`)).body.plainTexts).toEqual(['one'])
    asking.mockClear()
    const warming = vi.spyOn(app.services.texts, 'warm')
    const [listed] = (await owner.get('/api/entries/pages')).body.entries
    expect([listed.id, listed.plainTexts, asking.mock.calls.length]).toEqual([entry.id, undefined, 0])
    expect(warming).not.toHaveBeenCalled()
    // Who opens an entry may save it soon.
    await owner.get(`/api/entries/pages/${entry.id}`)
    expect(warming).toHaveBeenCalledTimes(1)
    warming.mockRestore()
    asking.mockRestore()
    await owner.send('DELETE', `/api/entries/pages/${entry.id}`)
  })

  it('keeps the name of a file that is still uploading in a draft, finds it there, and publishes it in no way', async () => {
    const id = '0198c0de-0000-7000-8000-00000000feed'
    const [holiday, cv] = [`awaited-${id}/holiday \u{1f3d6}.jpg`, `awaited-${id}/cv.pdf`]
    const data = {
      title: 'Holiday',
      slug: 'holiday',
      image: holiday,
      blocks: [{ id: 'one', kind: 'gallery', images: [{ image: holiday, caption: '' }] }],
    }
    const { body: entry, status } = await owner.post('/api/entries/projects', { data, publish: false })
    expect([status, entry.data.image, entry.data.blocks[0].images[0].image]).toEqual([201, holiday, holiday])
    const settings = await owner.send('PATCH', '/api/settings?publish=false', { cv })
    expect([settings.status, settings.body.cv]).toEqual([200, cv])
    const { body: found } = await owner.get(`/api/media/awaited-${id}/uses`)
    expect(found.uses.map(({ collection, entry: one }: Record<string, string>) => [collection, one])).toEqual([
      ['projects', entry.id],
      ['settings', 'settings'],
    ])

    const before = [page().projects, page().settings.cv]
    const sentence = '“holiday \u{1f3d6}.jpg” is not uploaded yet. Wait for it, or pick it again.'
    const refused = await owner.post(`/api/entries/projects/${entry.id}/publication`)
    expect([refused.status, refused.body.fields.image, refused.body.fields['blocks.0.images.0.image']]).toEqual([
      422,
      sentence,
      sentence,
    ])
    const { body: listed } = await owner.get('/api/drafts')
    const { body: outcome } = await owner.post('/api/publications', {
      drafts: listed.drafts.map(({ collection, entry: one, version }: Record<string, unknown>) => ({
        collection,
        entry: one,
        version,
      })),
    })
    expect(outcome.done).toEqual([])
    expect(outcome.left.map(({ reason }: { reason: string }) => reason)).toEqual([
      expect.stringContaining('“cv.pdf” is not uploaded yet.'),
      sentence,
    ])
    expect((await owner.send('PATCH', '/api/settings?publish=true', { cv })).status).toBe(422)
    expect((await owner.post('/api/entries/projects', { data: { ...data, slug: 'more' } })).status).toBe(422)
    expect([page().projects, page().settings.cv]).toEqual(before)
    await owner.send('DELETE', '/api/settings/draft')
    await owner.send('DELETE', `/api/entries/projects/${entry.id}`)
  })

  it('finds words in texts of drafts and settings, says in which field they stand, and leaves the trash out', async () => {
    const blocks = [
      { id: 'one', kind: 'text', markdown: 'Nothing here' },
      { id: 'two', kind: 'text', markdown: 'A crane in the **Estação** at noon' },
    ]
    const data = { title: 'Crane', slug: 'crane', blocks }
    const { body: entry } = await owner.post('/api/entries/pages', { data, publish: false })
    await owner.send('PATCH', '/api/settings?publish=false', { introduction: 'I repair cranes.' })
    const found = async (q: string) => (await owner.get(`/api/text-matches?q=${encodeURIComponent(q)}`)).body.matches
    expect(await found('CRANE')).toEqual([
      {
        ...{ collection: 'pages', entry: entry.id, title: 'Crane', path: 'blocks.1.markdown' },
        pieces: [
          { text: 'A ', matched: false },
          { text: 'crane', matched: true },
          { text: ' in the **Estação** at noon', matched: false },
        ],
      },
      expect.objectContaining({ collection: 'settings', entry: null, path: 'introduction' }),
    ])
    expect((await found('noon estacao'))[0].pieces[1]).toEqual({ text: 'noon', matched: true })
    await owner.send('PATCH', '/api/settings?publish=false', {
      introduction: `${'before '.repeat(20)}harbour${' after'.repeat(20)}`,
    })
    const [{ pieces }] = await found('harbour')
    expect(pieces.map(({ text }: { text: string }) => text).join('|')).toMatch(/^….{1,33}\|harbour\|.{1,33}…$/)
    expect([await found('100% crane'), await found('  '), await found('one')]).toEqual([[], [], []])
    const more: string[] = []
    for (let n = 0; n < 5; n += 1)
      more.push(
        (await owner.post('/api/entries/pages', { data: { title: `Crane ${n}`, blocks }, publish: false })).body.id,
      )
    expect(await found('estacao')).toHaveLength(3)
    for (const id of [entry.id, ...more]) await owner.send('DELETE', `/api/entries/pages/${id}`)
    expect(await found('estacao')).toEqual([])
    await owner.send('DELETE', '/api/settings/draft')
  })

  it('lists the titles of all entries, and none again while nothing has changed', async () => {
    const { body: entry } = await owner.post('/api/entries/skills', { data: react })
    const first = (await owner.get('/api/entry-titles')).body
    expect(first.collections.skills.at(-1)).toEqual([entry.id, react?.name])
    expect(Object.keys(first.collections)).toEqual(collectionNames)
    expect((await owner.get(`/api/entry-titles?version=${first.version}`)).body.collections).toBeNull()
    await owner.send('DELETE', `/api/entries/skills/${entry.id}`)
    const next = (await owner.get(`/api/entry-titles?version=${first.version}`)).body
    expect(next.collections.skills.map(([id]: [string]) => id)).not.toContain(entry.id)
  })

  it('changes several entries in one call, says which change it was, and undoes it with one', async () => {
    const ids: string[] = []
    for (const data of examples.skills) ids.push((await owner.post('/api/entries/skills', { data })).body.id)
    const shown = page().skills.length
    const entries = [...ids.map((id) => ({ id })), { id: 'nobody' }]
    const refused = await owner.send('PATCH', '/api/entries/skills', { entries, published: true, deleted: true })
    expect([refused.status, refused.headers.get('x-change')]).toEqual([422, null])
    const answer = await owner.send('PATCH', '/api/entries/skills', { entries, deleted: true })
    expect([answer.status, answer.body]).toMatchObject([200, { changed: ids.length, refused: [{ id: 'nobody' }] }])
    expect(page().skills).toHaveLength(shown - ids.length)
    const change = answer.headers.get('x-change')
    expect((await owner.post(`/api/changes/${change}/undo`)).status).toBe(201)
    expect(page().skills).toHaveLength(shown)
    const none = await owner.send('PATCH', '/api/entries/skills', { entries: [{ id: 'nobody' }], deleted: true })
    expect([none.body.changed, none.headers.get('x-change')]).toEqual([0, null])

    await owner.send('PATCH', '/api/entries/skills', { entries, deleted: true })
    const erased = await owner.post('/api/entries/skills/erasures', { ids })
    expect([erased.status, erased.body]).toEqual([200, { erased: ids.length }])
    const gone = await owner.post(`/api/changes/${erased.headers.get('x-change')}/undo`)
    expect([gone.status, gone.body.error]).toEqual([410, 'gone'])
  })

  it('appends several drafts in order in one call, all or none, and one undo takes them back, with their files', async () => {
    const awaits = `awaited-0198c0de-0000-7000-8000-00000000beef/boat.jpg`
    const boat = { title: 'Boat', slug: 'boat', image: awaits }
    const wrong = await owner.post('/api/entries/projects/batches', { entries: [boat, { year: 'never' }] })
    expect([wrong.status, wrong.headers.get('x-change')]).toEqual([422, null])
    const many = Array.from({ length: 51 }, () => boat)
    expect((await owner.post('/api/entries/projects/batches', { entries: many })).status).toBe(422)
    expect((await owner.get('/api/entries/projects')).body.entries).toEqual([])

    const made = await owner.post('/api/entries/projects/batches', { entries: [boat, { ...boat, title: 'Second' }] })
    const listed = (await owner.get('/api/entries/projects')).body.entries
    expect([made.status, listed]).toMatchObject([
      201,
      [
        { order: 1, status: 'draft', data: boat },
        { order: 2, status: 'draft', data: { title: 'Second', slug: 'boat-2' } },
      ],
    ])
    const image = await uploadImage(owner)
    await patch(`/api/entries/projects/${listed[0].id}`, 1, { data: { image }, publish: false })
    const undo = await owner.post(`/api/changes/${made.headers.get('x-change')}/undo`)
    expect(undo.status).toBe(201)
    expect((await owner.get('/api/entries/projects')).body.entries).toEqual([])
    await owner.post(`/api/changes/${undo.body.id}/undo`)
    const [again] = (await owner.get('/api/entries/projects')).body.entries
    expect([again.data.title, again.data.image]).toEqual(['Boat', image])
    // What somebody typed since is not taken away.
    await patch(`/api/entries/projects/${again.id}`, again.version, { data: { year: 1990 }, publish: false })
    expect((await owner.post(`/api/changes/${made.headers.get('x-change')}/undo`)).status).toBe(409)
    const all = (await owner.get('/api/entries/projects')).body.entries
    await owner.send('PATCH', '/api/entries/projects', {
      entries: all.map(({ id }: { id: string }) => ({ id })),
      deleted: true,
    })
  })

  it('publishes several drafts in the versions that were listed, and leaves what changed since', async () => {
    const { entries } = app.services
    const count = 3
    const ids: string[] = []
    for (let percent = 0; percent < count; percent += 1) {
      const data = { name: `Skill ${percent}`, percent: percent % 100 }
      ids.push((await entries.create('skills', data, { by: 'owner', publish: false })).id)
    }
    const order = (await owner.get('/api/entries/skills/order')).body
    const listed = (id: string) => ({ id, version: order.versions[order.ids.indexOf(id)] })
    const [stale = ''] = ids
    await patch(`/api/entries/skills/${stale}`, 1, { data: { name: 'Unseen' }, publish: false })
    const published = await owner.send('PATCH', '/api/entries/skills', { entries: ids.map(listed), published: true })
    expect(published.body).toMatchObject({ changed: count - 1, refused: [{ id: stale }] })
    expect(JSON.stringify(page())).not.toContain('Unseen')

    await owner.post(`/api/changes/${published.headers.get('x-change')}/undo`)
    const seen = []
    for (let cursor = ''; ; ) {
      const { body } = await owner.get(`/api/drafts?limit=2${cursor && `&cursor=${cursor}`}`)
      for (const { collection, entry, version } of body.drafts) seen.push({ collection, entry, version })
      if (body.next === null) break
      cursor = body.next
    }
    await patch(`/api/entries/skills/${stale}`, 2, { data: { name: 'Unseen again' }, publish: false })
    const all = await owner.post('/api/publications', { drafts: seen })
    expect([all.status, all.body.done.length, all.body.left]).toMatchObject([201, count - 1, [{ entry: stale }]])
    expect(JSON.stringify(page())).not.toContain('Unseen')
    await owner.send('PATCH', '/api/entries/skills', { entries: ids.map((id) => ({ id })), deleted: true })
  })

  it('answers a change without a version, or with what is none, 422', async () => {
    const { body } = await owner.post('/api/entries/skills', { data: laravel })
    const address = `/api/entries/skills/${body.id}`
    for (const version of [undefined, 'x', '1, 2'])
      expect((await patch(address, version, { data: { percent: 1 } })).status).toBe(422)
    await owner.send('DELETE', address)
  })

  it('reorders ten thousand entries in one call, and refuses a body beyond what they need', async () => {
    await owner.post('/api/entries/services', { data: { title: 'Many' }, publish: false })
    const { kysely } = app.services.db
    const first = await kysely
      .selectFrom('entries')
      .selectAll()
      .where('collection', '=', 'services')
      .executeTakeFirstOrThrow()
    for (let start = 1; start < 10_000; start += 500)
      await kysely
        .insertInto('entries')
        .values(
          Array.from({ length: Math.min(500, 10_000 - start) }, (_, n) => ({
            ...first,
            id: crypto.randomUUID(),
            position: start + n + 1,
          })),
        )
        .execute()
    const order = async () => {
      const rows = await kysely
        .selectFrom('entries')
        .select('id')
        .where('collection', '=', 'services')
        .orderBy('position')
        .execute()
      return rows.map(({ id }) => id)
    }
    const ids = (await order()).toReversed()
    const put = (body: string[]) => owner.send('PUT', '/api/entries/services/order', { ids: body })
    expect((await put(ids)).status).toBe(200)
    expect(ids).toHaveLength(10_000)
    expect(await order()).toEqual(ids)
    expect((await put(Array.from({ length: 14_000 }, () => crypto.randomUUID()))).status).toBe(413)
    await kysely.deleteFrom('entries').where('collection', '=', 'services').execute()
  })

  it('pages and searches, and refuses questions it does not know', async () => {
    for (const data of [react, laravel]) await owner.post('/api/entries/skills', { data, publish: false })
    const found = (await owner.get(`/api/entries/skills?q=${react?.name}&limit=1`)).body
    expect([found.entries.map(({ data }: { data: object }) => data), found.next]).toEqual([[react], null])
    for (const query of ['limit=0', 'limit=x', 'sort=asc', 'cursor=x'])
      expect((await owner.get(`/api/entries/skills?${query}`)).status, query).toBe(422)
    for (const path of ['entries/constructor', 'entries/nothing/order', 'entries/skills/nothing'])
      expect((await owner.get(`/api/${path}`)).status, path).toBe(404)
    for (const change of ['999999', 'x']) expect((await owner.post(`/api/changes/${change}/undo`)).status).toBe(404)
  })

  it('refuses bodies that are too large, of another type, or not what they say', async () => {
    const post = (raw: string, type = 'application/json') =>
      owner.send('POST', '/api/entries/skills', undefined, { raw, headers: { 'content-type': type } })
    expect((await post(JSON.stringify({ data: { name: 'x'.repeat(600_000) } }))).status).toBe(413)
    expect((await post('{}', 'text/plain')).status).toBe(415)
    expect((await post('{"data"')).status).toBe(422)
    expect((await post('[]')).status).toBe(422)
    expect((await post('{"data":{"name":"A","percent":1,"colour":"red"}}')).body.fields).toEqual({
      colour: 'There is no such field.',
    })
  })
})
