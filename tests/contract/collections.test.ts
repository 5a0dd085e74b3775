import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { collectionNames, findCollection } from '../../src/model/content/collections.ts'
import type { Entry } from '../../src/model/content/entry.ts'
import { examplesOf } from '../../src/model/content/examples.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { contentVersion } from '../../src/server/journal/journal.ts'
import { createTestApp, useApp, useOwner } from '../support/app.ts'
import { onEachDatabase } from '../support/databases.ts'
import { plantExampleImages } from '../support/example-images.ts'
import { thorough } from '../support/thorough.ts'
import { exported } from './exported.ts'

type Data = Record<string, unknown>

// What the contract promises of every collection. The odd ones (slugs that are taken, ten thousand entries) are beside the code.
onEachDatabase('the contract of collections', (store, { name: database }) => {
  beforeAll(() => plantExampleImages(store().database))
  const app = useApp(store)
  const owner = useOwner(app)

  it(`what one process publishes on the same ${database}, another shows within seconds`, async () => {
    const db = await openDatabase(store().options)
    const other = await createTestApp({ ...store(), database: db })
    const { body } = await owner.post('/api/entries/skills', { data: { name: 'Tinsmithing', percent: 80 } })
    const names = () => other.content().skills.map(({ name }: Data) => name)
    await expect.poll(names).toContain('Tinsmithing')
    await owner.send('DELETE', `/api/entries/skills/${body.id}`)
    await expect.poll(names).not.toContain('Tinsmithing')
    await other.close()
    await db.close()
  })

  // All are stored in one table: what Postgres does with one of them, it does with each.
  const names = database === 'SQLite' || thorough ? collectionNames : ['projects']
  describe.each(names)('%s', (name) => {
    const collection = findCollection(name)
    if (!collection) throw new Error(`${name} is not in the registry.`)
    const url = `/api/entries/${name}`
    const examples = examplesOf(name)
    const title = collection.preview.title
    const privateFields = Object.keys(collection.fields).filter((field) => collection.fields[field]?.private)

    /** The nth example, with a slug of its own where the collection has one. */
    const example = (n: number): Data => {
      const data: Data = { ...examples[n % examples.length] }
      for (const [field, { kind }] of Object.entries(collection.fields)) if (kind === 'slug') data[field] = `slug-${n}`
      return data
    }
    const create = async (n: number, publish = true): Promise<Entry> => {
      const { status, body } = await owner.post(url, { data: example(n), publish })
      expect(status).toBe(201)
      return body
    }
    const patch = (entry: Entry, data: Data, publish = true) =>
      owner.send('PATCH', `${url}/${entry.id}`, { data, publish }, { headers: { 'if-match': `"${entry.version}"` } })
    const get = async (id: string): Promise<Entry> => (await owner.get(`${url}/${id}`)).body
    const listed = async (query = ''): Promise<Entry[]> => (await owner.get(`${url}?limit=200${query}`)).body.entries
    const places = async () => (await listed()).map(({ id, order }) => [id, order])
    const shown = (): Data[] => app.content()[name]
    /** Everything that a refused call must leave as it is. */
    const traces = async () => ({
      stored: await exported(store().database),
      changes: await contentVersion(store().database.kysely),
      shown: shown(),
    })
    const refused = async (call: () => Promise<{ status: number; body: Data }>) => {
      const before = await traces()
      const answer = await call()
      expect(await traces()).toEqual(before)
      return answer
    }

    afterEach(async () => {
      for (const { id } of await listed()) await owner.send('DELETE', `${url}/${id}`)
    })

    it(`${name}: a new entry is answered with its version, read, listed last and shown without its private fields`, async () => {
      const first = await create(0)
      const { status, headers, body: second } = await owner.post(url, { data: example(1) })
      expect([status, headers.get('etag'), headers.get('location')]).toEqual([201, '"1"', `${url}/${second.id}`])
      expect(second).toMatchObject({ collection: name, order: 2, status: 'published', version: 1, data: example(1) })
      const read = await owner.get(`${url}/${second.id}`)
      expect([read.status, read.headers.get('etag'), read.body]).toEqual([200, '"1"', second])
      expect(await listed()).toEqual([first, second])
      const isPublic = ([field]: [string, unknown]) => !privateFields.includes(field)
      expect(shown()).toEqual(
        [first, second].map(({ id, order, data }) => ({
          id,
          order,
          ...Object.fromEntries(Object.entries(data).filter(isPublic)),
        })),
      )
    })

    it(`${name}: unknown fields and unfinished data are refused by field and leave nothing`, async () => {
      const unknown = await refused(() => owner.post(url, { data: { ...example(0), colour: 'red', constructor: 1 } }))
      expect([unknown.status, Object.keys(unknown.body.fields as Data).sort()]).toEqual([
        422,
        ['colour', 'constructor'],
      ])
      const issues = collection.schema.safeParse({}).error?.issues ?? []
      const required = [...new Set(issues.map(({ path }) => String(path[0])))]
      const unfinished = await refused(() => owner.post(url, { data: {} }))
      expect([unfinished.status, Object.keys(unfinished.body.fields as Data).sort()]).toEqual([422, required.sort()])
      expect(required).toContain(title)
      const least = Object.fromEntries(required.map((field) => [field, example(0)[field]]))
      const { status, body } = await owner.post(url, { data: least })
      const empty = Object.entries(collection.fields).map(([field, { empty }]) => [field, least[field] ?? empty])
      expect([status, body.data]).toEqual([201, expect.objectContaining(Object.fromEntries(empty))])
    })

    // Of every collection the same code does it; these two have rules of their own besides; `undo.test.ts` undoes acts on each.
    if (thorough || name === 'projects' || name === 'pages') {
      it(`${name}: the list comes in pages, in order`, async () => {
        const ids: string[] = []
        for (const n of [0, 1, 2]) ids.push((await create(n)).id)
        const first = (await owner.get(`${url}?limit=2`)).body
        const rest = (await owner.get(`${url}?limit=2&cursor=${first.next}`)).body
        expect([...first.entries, ...rest.entries].map(({ id }) => id)).toEqual(ids)
        expect([first.entries.length, rest.next]).toEqual([2, null])
      })

      it(`${name}: an update counts the version, and one from an older version gets 409 with the current entry`, async () => {
        const entry = await create(0)
        const updated = await patch(entry, { [title]: 'Another' })
        expect([updated.status, updated.headers.get('etag')]).toEqual([200, '"2"'])
        expect(updated.body).toMatchObject({ id: entry.id, version: 2, data: { ...entry.data, [title]: 'Another' } })
        expect(shown()).toMatchObject([{ id: entry.id, [title]: 'Another' }])
        const stale = await refused(() => patch(entry, { [title]: 'From an older version' }))
        expect([stale.status, stale.body.error, stale.body.current]).toEqual([409, 'stale-version', updated.body])
        const blind = await refused(() => owner.send('PATCH', `${url}/${entry.id}`, { data: { [title]: 'Blind' } }))
        expect(blind.status).toBe(422)
      })

      it(`${name}: a draft stays off the page until it is published, and leaves it when unpublished`, async () => {
        const draft = await create(0, false)
        expect([draft.status, shown()]).toEqual(['draft', []])
        const publication = `${url}/${draft.id}/publication`
        expect((await owner.post(publication)).body.status).toBe('published')
        expect(shown()).toMatchObject([{ id: draft.id, [title]: draft.data[title] }])
        const changed = await patch(await get(draft.id), { [title]: 'Not yet' }, false)
        expect([changed.body.status, changed.body.data[title]]).toEqual(['changed', 'Not yet'])
        expect(shown()).toMatchObject([{ [title]: draft.data[title] }])
        expect((await owner.send('DELETE', publication)).body.status).toBe('draft')
        expect(shown()).toEqual([])
        expect((await get(draft.id)).data[title]).toBe('Not yet')
      })

      it(`${name}: entries take the order that is sent, and an incomplete order is refused`, async () => {
        const ids = [await create(0), await create(1), await create(2)].map(({ id }) => id)
        const put = (order: string[]) => owner.send('PUT', `${url}/order`, { ids: order })
        const turned = ids.toReversed()
        expect([(await put(turned)).status, (await owner.get(`${url}/order`)).body.ids]).toEqual([200, turned])
        expect(await places()).toEqual(turned.map((id, index) => [id, index + 1]))
        expect((await listed()).map(({ version }) => version)).toEqual([1, 1, 1])
        expect(shown().map(({ id }) => id)).toEqual(turned)
        expect((await refused(() => put(ids.slice(1)))).status).toBe(409)
      })

      it(`${name}: a deleted entry closes its gap, waits in the trash and comes back to its position`, async () => {
        const [first, second, third] = [await create(0), await create(1), await create(2)]
        const deleted = await owner.send('DELETE', `${url}/${second.id}`)
        expect([deleted.status, deleted.body.deletedAt]).toEqual([200, expect.any(String)])
        expect(await places()).toEqual([
          [first.id, 1],
          [third.id, 2],
        ])
        expect((await listed('&trash')).map(({ id }) => id)).toContain(second.id)
        expect(shown().map(({ id }) => id)).toEqual([first.id, third.id])
        expect((await refused(() => patch(second, { [title]: 'In the trash' }))).status).toBe(404)
        expect((await refused(() => owner.send('DELETE', `${url}/${second.id}`))).status).toBe(404)
        const restored = await owner.post(`${url}/${second.id}/restoration`)
        expect([restored.status, restored.body.data]).toEqual([200, second.data])
        expect((await refused(() => owner.post(`${url}/${second.id}/restoration`))).status).toBe(404)
        expect((await places()).map(([id]) => id)).toEqual([first.id, second.id, third.id])
        expect(shown().map(({ id }) => id)).toEqual([first.id, second.id, third.id])
      })

      it(`${name}: every change is in the history and can be undone, and the undo as well`, async () => {
        const changes: Record<string, () => Promise<unknown>> = {
          create: () => create(2),
          update: async () => patch(await get(first.id), { [title]: 'Another' }),
          publish: () => owner.post(`${url}/${second.id}/publication`),
          unpublish: () => owner.send('DELETE', `${url}/${first.id}/publication`),
          reorder: () => owner.send('PUT', `${url}/order`, { ids: [second.id, first.id] }),
          remove: () => owner.send('DELETE', `${url}/${first.id}`),
          restore: () => owner.post(`${url}/${trashed.id}/restoration`),
        }
        const [first, second, trashed] = [await create(0), await create(1, false), await create(3)]
        await owner.send('DELETE', `${url}/${trashed.id}`)
        const latest = async () => (await owner.get(`/api/changes?collection=${name}&limit=1`)).body.changes[0]
        const undo = async () => {
          const { status } = await owner.post(`/api/changes/${(await latest()).id}/undo`)
          expect(status).toBe(201)
        }
        const state = async () => ({ stored: await exported(store().database), shown: shown() })
        for (const [action, change] of Object.entries(changes)) {
          const before = await state()
          await change()
          expect((await latest()).action).toBe(action)
          const after = await state()
          expect(after.stored, action).not.toBe(before.stored)
          await undo()
          expect(await state(), `${action}, undone`).toEqual(before)
          await undo()
          expect(await state(), `${action}, redone`).toEqual(after)
          await undo()
        }
      })
    }
  })
})
