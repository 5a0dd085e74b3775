import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, ownerIn, type TestApp, type TestBrowser } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { uploadImage } from '../../../tests/support/upload.ts'
import { type CollectionName, collectionNames, collections } from '../../model/content/collections.ts'
import { imageFields } from '../../model/content/define-collection.ts'
import { examplesOf } from '../../model/content/examples.ts'

const builtIns = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype']
const unknown = '0195a000-0000-7000-8000-000000000000'

onOneDatabase('An entry', (store) => {
  let app: TestApp
  let owner: TestBrowser
  let image: string
  beforeAll(async () => {
    app = await createTestApp(store(), { limits: false })
    owner = await ownerIn(app)
    image = await uploadImage(owner)
  })
  afterAll(() => app.close())

  const exampleOf = (name: CollectionName): Record<string, unknown> => {
    const [example] = examplesOf(name)
    const images = imageFields(collections[name]).map((field) => [field, image])
    return { ...example, ...Object.fromEntries(images) }
  }
  const create = (name: string, data: unknown, publish = true) => owner.post(`/api/entries/${name}`, { data, publish })
  const written = async () => (await store().database.kysely.selectFrom('changes').select('id').execute()).length

  describe.each(collectionNames)('of %s', (name) => {
    it('takes no id of an image that is not in the library, published or drafted', async () => {
      const before = await written()
      for (const field of imageFields(collections[name]))
        for (const id of [...builtIns, unknown, '', '../x', 'a\u202eb'])
          for (const publish of [true, false]) {
            const { status, body } = await create(name, { ...exampleOf(name), [field]: id }, publish)
            expect([id, status, Object.keys(body.fields ?? {})]).toEqual([id, 422, [field]])
          }
      expect(await written()).toBe(before)
    })

    it('may leave its optional fields out, and needs the required ones', async () => {
      const { fields } = collections[name]
      const required = Object.entries(fields).filter(([, field]) => field.required)
      const example = exampleOf(name)
      const data = Object.fromEntries(required.map(([field]) => [field, example[field]]))
      const made = await create(name, data)
      expect([made.status, made.body.fields]).toEqual([201, undefined])
      for (const [field, { required, empty }] of Object.entries(fields))
        if (!required) expect(made.body.data[field]).toEqual(empty)
      const empty = await create(name, {})
      expect([empty.status, Object.keys(empty.body.fields).sort()]).toEqual([
        422,
        required.map(([field]) => field).sort(),
      ])
      await owner.send('DELETE', `/api/entries/${name}/${made.body.id}`)
    })

    it('is refused unknown fields by name, built-in names among them', async () => {
      const data = { ...exampleOf(name), constructor: 1, toString: 'x' }
      const { status, body } = await create(name, data)
      expect([status, Object.keys(body.fields).sort()]).toEqual([422, ['constructor', 'toString']])
    })
  })

  it('can be saved whatever became of its image since', async () => {
    const { body } = await create('testimonials', exampleOf('testimonials'))
    await owner.send('DELETE', `/api/media/${image}`)
    const patch = (data: unknown, version: number) =>
      owner.send(
        'PATCH',
        `/api/entries/testimonials/${body.id}`,
        { data },
        { headers: { 'if-match': String(version) } },
      )
    expect((await patch({ star: 1 }, 1)).status).toBe(200)
    expect((await patch({ image }, 2)).status).toBe(200)
    expect(Object.keys((await patch({ image: 'constructor' }, 2)).body.fields)).toEqual(['image'])
    await owner.post(`/api/media/${image}/restoration`)
  })
})
