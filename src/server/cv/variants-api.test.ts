import { expect, it } from 'vitest'
import { useApp, useOwner } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { examples } from '../../model/content/examples.ts'
import { mostVariants } from '../../model/cv/variant.ts'

const path = '/api/cv-variants'

onOneDatabase('Variants of the CV over HTTP', (store) => {
  const app = useApp(store)
  const owner = useOwner(app)
  const variantNamed = async (name: string) =>
    (await owner.get(path)).body.variants.find((one: { name: string }) => one.name === name)
  const patch = (id: string, version: number, fields: object) =>
    owner.send('PATCH', `${path}/${id}`, fields, { headers: { 'if-match': `"${version}"` } })
  const newestChange = async () => (await owner.get('/api/changes?limit=1')).body.changes[0]
  const undo = async () => owner.post(`/api/changes/${(await newestChange()).id}/undo`)
  const skill = async (name: string) =>
    (await owner.post('/api/entries/skills', { data: { name, percent: null } })).body.id as string

  it('are created, changed and deleted, each undone by itself', async () => {
    const id = await skill('Maps')
    const made = await owner.post(path, { name: 'acme', title: 'For Acme', entries: { skills: [{ id }] } })
    expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"'])
    expect(made.body).toMatchObject({
      ...{ name: 'acme', title: 'For Acme', access: 'link', anonymous: false, version: 1 },
      ...{ headline: null, summary: null, design: null, onePage: null, entries: { skills: [{ id }] } },
    })
    expect(await newestChange()).toMatchObject({ action: 'create', collection: 'cv-variants', entry: made.body.id })

    const changed = await patch(made.body.id, 1, { headline: 'Cartographer', entries: {} })
    expect(changed.body).toMatchObject({ version: 2, headline: 'Cartographer', title: 'For Acme', entries: {} })
    expect((await undo()).status).toBe(201)
    expect(await variantNamed('acme')).toMatchObject({ version: 3, headline: null, entries: { skills: [{ id }] } })

    expect((await owner.send('DELETE', `${path}/${made.body.id}`)).status).toBe(200)
    expect(await variantNamed('acme')).toBeUndefined()
    await undo()
    const { version: _, updatedAt: __, createdAt: ___, ...same } = made.body
    expect(await variantNamed('acme')).toMatchObject(same)

    const { body: other } = await owner.post(path, { name: 'other' })
    await undo()
    expect(await variantNamed('other')).toBeUndefined()
    expect((await owner.send('DELETE', `${path}/${other.id}`)).status).toBe(404)
  })

  it('change on the version that was seen alone', async () => {
    const { body } = await owner.post(path, { name: 'twice' })
    await patch(body.id, 1, { title: 'First' })
    const before = await newestChange()
    const stale = await patch(body.id, 1, { title: 'Second' })
    expect([stale.status, stale.body.current]).toEqual([409, await variantNamed('twice')])
    expect((await owner.send('PATCH', `${path}/${body.id}`, { title: 'Third' })).status).toBe(422)
    expect(await newestChange()).toEqual(before)
    expect(await variantNamed('twice')).toMatchObject({ title: 'First' })
  })

  it('are refused with a sentence beside the field, and nothing is stored', async () => {
    await owner.post(path, { name: 'taken' })
    const id = await skill('Refused')
    const before = await newestChange()
    const refused = async (body: object) => {
      const answer = await owner.post(path, { name: 'refused', ...body })
      return [answer.status, Object.keys(answer.body.fields)]
    }
    expect(await refused({ name: 'taken' })).toEqual([422, ['name']])
    for (const name of ['', 'Acme', 'a b', '-a', 'a--b', 'ä', 'x'.repeat(61), '../cv'])
      expect([name, await refused({ name })]).toEqual([name, [422, ['name']]])
    expect(await refused({ access: 'all' })).toEqual([422, ['access']])
    expect(await refused({ entries: { skills: [{ id }, { id }] } })).toEqual([422, ['entries.skills.1.id']])
    expect(await refused({ entries: { skills: [{ id: 'nobody' }] } })).toEqual([422, ['entries.skills.0.id']])
    expect(await refused({ entries: { projects: [{ id }] } })).toEqual([422, ['entries.projects.0.id']])
    expect(await refused({ entries: { skills: [{ id, text: { name: 'x'.repeat(61) } }] } })).toEqual([
      422,
      ['entries.skills.0.text.name'],
    ])
    expect(await refused({ entries: { skills: [{ id, text: { percent: 3 } }] } })).toEqual([
      422,
      ['entries.skills.0.text.percent'],
    ])
    expect(await refused({ entries: { __proto__x: [] } })).toEqual([422, ['entries.__proto__x']])
    expect(await newestChange()).toEqual(before)
    expect(await variantNamed('refused')).toBeUndefined()
  })

  it('keep the place of an entry in the trash, and of words only what the entry does not say', async () => {
    const id = await skill('Charts')
    const list = [{ id, text: { name: 'Charts' } }]
    const { body } = await owner.post(path, { name: 'words', entries: { skills: list } })
    expect(body.entries).toEqual({ skills: [{ id }] })
    const reworded = { skills: [{ id, hidden: true, text: { name: 'Sea charts' } }] }
    expect((await patch(body.id, 1, { entries: reworded })).body.entries).toEqual(reworded)
    await owner.send('DELETE', `/api/entries/skills/${id}`)
    expect((await patch(body.id, 2, { title: 'Kept', entries: reworded })).body.entries).toEqual(reworded)
    await owner.post('/api/entries/skills/erasures', { ids: [id] })
    expect((await patch(body.id, 3, { entries: reworded })).body.entries).toEqual({ skills: [] })
  })

  it('have a link of their own that can be replaced', async () => {
    const { body } = await owner.post(path, { name: 'linked' })
    expect(body.urls.pdf).toMatch(/^http:\/\/localhost:3000\/cv\/linked\.pdf\?key=[\w-]{43}$/)
    const replaced = await owner.post(`${path}/${body.id}/links`)
    expect(replaced.status).toBe(201)
    expect(replaced.body.urls.pdf).not.toBe(body.urls.pdf)
    expect(JSON.stringify(await newestChange())).not.toContain(new URL(replaced.body.urls.pdf).searchParams.get('key'))
    await undo()
    expect((await variantNamed('linked')).urls).toEqual(body.urls)
    const { body: open } = await patch(body.id, 3, { access: 'public' })
    expect(open.urls.txt).toBe('http://localhost:3000/cv/linked.txt')
  })

  it('are shown by a preview before they are stored: the PDF, or with what is to say of it', async () => {
    const { body: job } = await owner.post('/api/entries/experiences', { data: examples.experiences[0] })
    const seen = { name: 'Set on the wrong page', id: job.id }
    const draft = { entries: { experiences: [{ id: seen.id, text: { name: seen.name } }], skills: [] } }
    await app.services.publisher.idle()
    const before = await newestChange()
    const pdf = await owner.post(`${path}/preview`, draft)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(pdf.body.slice(0, 5)).toBe('%PDF-')
    const told = await owner.send('POST', `${path}/preview`, draft, { headers: { accept: 'application/json' } })
    expect(Buffer.from(told.body.pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    const { skills } = app.content()
    expect(told.body.facts).toMatchObject({
      ...{ pages: 1, dropped: [], missing: [], absent: [], named: [] },
      unlisted: skills.map(({ id, name }: { id: string; name: string }) => ({ collection: 'skills', id, title: name })),
    })
    expect((await owner.post(`${path}/preview`, { entries: { skills: 'all' } })).status).toBe(422)
    expect(await newestChange()).toEqual(before)
  })

  it('are bounded in number', async () => {
    const { kysely } = store().database
    const [row] = await kysely.selectFrom('cv_variants').selectAll().limit(1).execute()
    if (!row) throw new Error('There is no variant.')
    const missing = mostVariants - (await owner.get(path)).body.variants.length
    const rows = Array.from({ length: missing - 1 }, (_, n) => ({ ...row, id: `many-${n}`, name: `many-${n}` }))
    await kysely.insertInto('cv_variants').values(rows).execute()
    expect((await owner.post(path, { name: 'the-last' })).status).toBe(201)
    const { status, body } = await owner.post(path, { name: 'one-too-many' })
    expect([status, body.message]).toEqual([422, expect.stringContaining(`at most ${mostVariants} variants`)])
    expect((await owner.get(path)).body.variants).toHaveLength(mostVariants)
  })
})
