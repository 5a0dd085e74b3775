import { beforeAll, describe, expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { plantExampleImages } from '../../../tests/support/example-images.ts'
import { examples } from '../../model/content/examples.ts'
import { Invalid, NotFound, StaleVersion } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { createEntries, type Entries } from './entries.ts'

const by = 'owner'
const [tideline, blueHour] = examples.projects
const [skill] = examples.skills
const [about] = examples.about
const [testimonial] = examples.testimonials
const [education] = examples.educations
if (!tideline || !blueHour || !skill || !about || !testimonial || !education) throw new Error('The examples are gone.')

onEachDatabase('entries', (store) => {
  let database: Database
  let entries: Entries
  let announced = 0

  beforeAll(async () => {
    database = store().database
    await plantExampleImages(database)
    entries = createEntries(database)
    database.onChange(() => {
      announced += 1
    })
  })

  const traces = async () => {
    const [rows, changes] = await Promise.all([
      database.kysely.selectFrom('entries').selectAll().orderBy('id').execute(),
      database.kysely.selectFrom('changes').selectAll().orderBy('id').execute(),
    ])
    return { rows, changes, announced }
  }

  const refuses = async (write: () => Promise<unknown>, error: unknown) => {
    const before = await traces()
    await expect(write()).rejects.toThrow(error as Error)
    expect(await traces()).toEqual(before)
  }

  describe('updating', () => {
    it('answers a write of what is there already without a change', async () => {
      const { id } = await entries.create('skills', skill, { by })
      const before = await traces()
      expect(await entries.update('skills', id, { percent: skill.percent }, { by, version: 1 })).toMatchObject({
        version: 1,
      })
      expect(await traces()).toEqual(before)
    })

    it('announces of a draft alone that visitors see nothing of it, so that the page is not read again', async () => {
      const heard: boolean[] = []
      const stop = database.onChange((changes) => changes && heard.push(changes.hidden))
      const { id } = await entries.create('skills', skill, { by, publish: false })
      await entries.publish('skills', id, { by })
      await entries.update('skills', id, { percent: 5 }, { by, version: 2, publish: false })
      await entries.discard('skills', id, { by })
      await entries.update('skills', id, { percent: 5 }, { by, version: 4 })
      await entries.unpublish('skills', id, { by })
      await entries.remove('skills', id, { by })
      stop()
      expect(heard).toEqual([true, false, true, true, false, false, false])
    })

    it('refuses to delete a stale version and says what is stored', async () => {
      const { id } = await entries.create('skills', skill, { by })
      await entries.update('skills', id, { percent: 5 }, { by, version: 1 })
      await refuses(
        () => entries.remove('skills', id, { by, version: 1 }),
        expect.objectContaining({ current: expect.objectContaining({ id, version: 2 }) }),
      )
    })

    it('does not find an entry under another collection', async () => {
      const { id } = await entries.create('skills', skill, { by })
      await refuses(() => entries.update('services', id, {}, { by, version: 1 }), NotFound)
      await refuses(() => entries.remove('services', id, { by }), NotFound)
    })

    it('lets one of 50 parallel writes on one version win', async () => {
      const { id } = await entries.create('skills', skill, { by })
      const before = await traces()
      const results = await Promise.allSettled(
        Array.from({ length: 50 }, (_, i) => entries.update('skills', id, { percent: i + 21 }, { by, version: 1 })),
      )
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      expect(refused.filter((reason) => reason instanceof StaleVersion)).toHaveLength(49)
      const after = await traces()
      expect(after.changes).toHaveLength(before.changes.length + 1)
      expect(after.announced).toBe(before.announced + 1)
    })
  })

  describe('reordering', () => {
    it('refuses a list that names other entries than there are', async () => {
      for (let n = 0; n < 2; n += 1) await entries.create('educations', education, { by })
      const ids = (await entries.list('educations')).entries.map(({ id }) => id)
      await refuses(() => entries.reorder('educations', ids.slice(1), { by }), StaleVersion)
      await refuses(() => entries.reorder('educations', [...ids.slice(1), 'stranger'], { by }), StaleVersion)
      await refuses(() => entries.reorder('educations', [...ids.slice(1), ids[1] as string], { by }), Invalid)
    })
  })

  describe('addresses of projects', () => {
    it('are there once, as drafted and as published, until the trash frees them', async () => {
      const first = await entries.create('projects', tideline, { by })
      await refuses(() => entries.create('projects', { ...blueHour, slug: tideline.slug }, { by }), Invalid)
      await entries.update('projects', first.id, { slug: 'new-address' }, { by, version: 1, publish: false })
      await expect(entries.create('projects', { ...blueHour, slug: 'new-address' }, { by })).rejects.toMatchObject({
        fields: { slug: expect.stringContaining('Tideline') },
      })
      await refuses(() => entries.create('projects', { ...blueHour, slug: tideline.slug }, { by }), Invalid)
      await entries.remove('projects', first.id, { by })
      const second = await entries.create('projects', { ...blueHour, slug: tideline.slug }, { by })
      await refuses(() => entries.restore('projects', first.id, { by }), Invalid)
      await refuses(() => entries.update('projects', second.id, { slug: 'No Slug' }, { by, version: 1 }), Invalid)
    })

    it('may stand in another project’s text', async () => {
      const markdown = `They wrote {"slug":"quoted"} and "slug":"quoted" there. 100 % _ \\`
      const blocks = [{ id: 'a', kind: 'text' as const, markdown }]
      await entries.create('projects', { ...blueHour, slug: 'quoting', blocks }, { by })
      await expect(entries.create('projects', { ...blueHour, slug: 'quoted' }, { by })).resolves.toMatchObject({
        status: 'published',
      })
    })
  })

  describe('listing', () => {
    it('goes through the trash, last thrown away first', async () => {
      for (let n = 0; n < 7; n += 1) await entries.create('experiences', examples.experiences[0] as never, { by })
      const { entries: all } = await entries.list('experiences')
      for (const { id } of all.slice(0, 5)) await entries.remove('experiences', id, { by })
      const first = await entries.list('experiences', { trash: true, limit: 3 })
      const second = await entries.list('experiences', { trash: true, limit: 3, cursor: first.next ?? '' })
      const ids = [...first.entries, ...second.entries].map(({ id }) => id)
      expect(new Set(ids)).toEqual(new Set(all.slice(0, 5).map(({ id }) => id)))
      const times = [...first.entries, ...second.entries].map(({ deletedAt }) => deletedAt)
      expect(times).toEqual([...times].sort().reverse())
      expect(second.next).toBeNull()
      await expect(entries.list('experiences', { cursor: 'x' })).rejects.toThrow(Invalid)
    })

    it('finds words without regard to accents and case, and takes signs as signs', async () => {
      const titles = async (q: string) =>
        (await entries.list('testimonials', { q })).entries.map((e) => e.data.fullname)
      for (const example of examples.testimonials) await entries.create('testimonials', example, { by })
      const zoe = { ...examples.testimonials[0], fullname: 'Zoë Émond' } as never
      await entries.create('testimonials', zoe, { by })
      expect(await titles('ZOE emond')).toEqual(['Zoë Émond'])
      expect(await titles('zoë ÉMOND')).toEqual(['Zoë Émond'])
      expect(await titles('graça shop nothing')).toEqual([])
      expect(await titles('%')).toEqual([])
      expect(await titles('avatar-noor.svg')).toEqual([])
    })
  })

  it('is read again only when it or its position has changed', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => entries.create('skills', skill, { by })))
    const ids = [first?.id, second?.id]
    const read = async () => (await entries.published()).skills.filter(({ id }) => ids.includes(id))
    const before = new Map((await read()).map((one) => [one.id, one]))
    await entries.update('skills', second?.id ?? '', { percent: 41 }, { by, version: 1 })
    const after = await read()
    expect(after.find(({ id }) => id === first?.id)).toBe(before.get(first?.id ?? ''))
    expect(after.find(({ id }) => id === second?.id)).toMatchObject({ percent: 41 })
    await entries.update('skills', second?.id ?? '', { percent: 42 }, { by, version: 2, publish: false })
    expect((await read()).find(({ id }) => id === second?.id)).toMatchObject({ percent: 41 })
    const { ids: order } = await entries.order('skills')
    await entries.reorder('skills', order.toReversed(), { by })
    expect((await read()).map(({ order }) => order)).toEqual(
      (await read()).map(({ id }) => order.toReversed().indexOf(id) + 1),
    )
    await entries.unpublish('skills', second?.id ?? '', { by })
    expect((await read()).map(({ id }) => id)).toEqual([first?.id])
  })

  describe('what no longer fits', () => {
    it('is kept and marked, but not on the page; what has no field any more is left out', async () => {
      const { id } = await entries.create('skills', skill, { by })
      const stored = JSON.stringify({ name: 'Old', percent: 400, stars: 3 })
      await database.kysely
        .updateTable('entries')
        .set({ draft: stored, published: stored })
        .where('id', '=', id)
        .execute()
      const entry = await entries.get('skills', id)
      expect(entry.data).toEqual({ name: 'Old', percent: 400 })
      expect(entry.needsAttention).toEqual({ percent: expect.any(String) })
      expect((await entries.published()).skills.map((one) => one.id)).not.toContain(id)
      await refuses(() => entries.update('skills', id, { name: 'Newer' }, { by, version: 1 }), Invalid)
      const mended = await entries.update('skills', id, { percent: 40 }, { by, version: 1 })
      expect(mended).toMatchObject({ status: 'published', data: { name: 'Old', percent: 40 } })
      expect(mended.needsAttention).toBeUndefined()
    })

    it('leaves private fields out of what the page gets', async () => {
      const { testimonials } = await entries.published()
      expect(testimonials.length).toBeGreaterThan(0)
      for (const one of testimonials) expect(one).not.toHaveProperty('email')
    })

    it('empties what the owner hides in what the page gets, and keeps it for the owner', async () => {
      const hidden = { show_age: false, show_from: false }
      const person = await entries.create('about', { ...about, image: null, ...hidden }, { by, publish: false })
      expect(person.data).toMatchObject({ age: about.age, from: about.from, ...hidden })
      const client = await entries.create(
        'testimonials',
        { ...testimonial, image: null, show_country: false },
        { by, publish: true },
      )
      expect(client.data).toMatchObject({ country: testimonial.country })
      const page = (await entries.published()).testimonials.find(({ id }) => id === client.id)
      expect(page).toMatchObject({ country: '', fullname: testimonial.fullname })
    })

    it('shows what an entry of an earlier version has, which knows of no hiding', async () => {
      const { id } = await entries.create('testimonials', { ...testimonial, image: null }, { by, publish: true })
      const { show_country: _, ...earlier } = (await entries.get('testimonials', id)).data
      const stored = JSON.stringify(earlier)
      await database.kysely
        .updateTable('entries')
        .set({ draft: stored, published: stored })
        .where('id', '=', id)
        .execute()
      const page = (await entries.published()).testimonials.find((one) => one.id === id)
      expect(page).toMatchObject({ country: testimonial.country })
    })

    it('refuses to publish a period that ends before it starts, and keeps one on the page from before that rule', async () => {
      const inverted = { ...education, start_year: 2020, end_year: 2010 }
      const sentence = 'End year must not be before 2020, the start year.'
      const refused = expect.objectContaining({ fields: { end_year: sentence } })
      await refuses(() => entries.create('educations', inverted, { by, publish: true }), refused)
      const { id } = await entries.create('educations', { ...education, end_year: null }, { by, publish: true })
      const stored = JSON.stringify(inverted)
      await database.kysely
        .updateTable('entries')
        .set({ draft: stored, published: stored })
        .where('id', '=', id)
        .execute()
      expect((await entries.published()).educations.find((one) => one.id === id)).toMatchObject({ end_year: 2010 })
    })
  })
})
