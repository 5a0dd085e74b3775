import { beforeAll, describe, expect, it } from 'vitest'
import { exported } from '../../../tests/contract/exported.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { collectionNames } from '../../model/content/collections.ts'
import { examplesOf } from '../../model/content/examples.ts'
import { defaultSectionOrder } from '../../model/sections/section-order.ts'
import { emptySettings } from '../../model/settings/settings.ts'
import { createEntries, type Entries } from '../content/entries.ts'
import { createCvVariants } from '../cv/variants.ts'
import { contentVersion } from '../journal/journal.ts'
import { createSettings } from '../settings/settings-store.ts'
import { ImportRefused } from './content-folder.ts'
import { importContent, parseJson, readContent } from './import-content.ts'

const id = (n: number) => `0195a000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** A file with every collection's examples, without images. */
const wholeFile = () => {
  let n = 0
  return {
    version: 9,
    media: {},
    settings: { name: 'Imported' } as Record<string, unknown>,
    ...Object.fromEntries(
      collectionNames
        // Those whose entries need an image.
        .filter((name) => name !== 'about' && name !== 'projects')
        .map((name) => [
          name,
          examplesOf(name).map((example, index) => {
            n += 1
            const image = 'image' in example ? { image: null } : {}
            return { id: id(n), order: index + 1, ...example, ...image }
          }),
        ]),
    ),
  } as unknown as Record<string, unknown> & {
    settings: Record<string, unknown>
    skills: Record<string, unknown>[]
    testimonials: Record<string, unknown>[]
    services: Record<string, unknown>[]
  }
}

onOneDatabase('An import', (store) => {
  let entries: Entries
  beforeAll(async () => {
    entries = createEntries(store().database)
    await createSettings(store().database).initialise(emptySettings, { by: 'test' })
  })
  const run = async (file: unknown) => importContent(store().database, readContent(file))
  const problems = async (file: unknown) => {
    const before = [await exported(store().database), await contentVersion(store().database.kysely)]
    const error = await run(file).then(
      () => undefined,
      (refused: Error & { problems: Record<string, string> }) => refused,
    )
    expect([await exported(store().database), await contentVersion(store().database.kysely)]).toEqual(before)
    return error?.problems
  }

  it('that is wrong anywhere stores nothing, and names every place', async () => {
    const file = wholeFile()
    file.settings.accent = 'pink'
    ;(file.skills[1] as Record<string, unknown>).percent = 101
    ;(file.skills[2] as Record<string, unknown>).colour = 'red'
    delete (file.testimonials[0] as Record<string, unknown>).email
    ;(file.testimonials[1] as Record<string, unknown>).image = id(999)
    expect(Object.keys((await problems(file)) ?? {}).sort()).toEqual([
      'settings.accent',
      'skills.1.percent',
      'skills.2.colour',
      'testimonials.0.email',
      'testimonials.1.image',
    ])
    expect(await problems({ skills: [{ id: id(1) }, { id: id(1) }], posts: [], services: {} })).toEqual({
      posts: 'There is no such collection.',
      services: 'A collection is a list.',
      'skills.1.id': 'It is in the file twice.',
    })
  })

  it('brings everything, announces it once, and a second time changes nothing', async () => {
    let heard = 0
    const stop = store().database.onChange(() => {
      heard += 1
    })
    const file = wholeFile()
    const first = await run(file)
    expect(heard).toBe(1)
    expect(first.created).toBeGreaterThan(15)
    expect((await createSettings(store().database).get()).settings.name).toBe('Imported')
    expect((await entries.order('skills')).ids).toEqual(file.skills.map((skill) => skill.id))
    expect(await run(file)).toEqual({ created: 0, changed: 0, unchanged: first.created, drafts: 0, changes: [] })
    expect(heard).toBe(1)
    stop()
  })

  it('changes what it names, puts it in the file’s order, lets the rest stand, and is taken back byte for byte', async () => {
    const before = await exported(store().database)
    const [first, second, third] = (await entries.order('skills')).ids
    const thrown = (await entries.order('services')).ids[0] as string
    await entries.remove('services', thrown, { by: 'owner' })
    const between = await exported(store().database)
    const done = await run({
      skills: [{ id: third, percent: 1 }, { name: 'Knitting', percent: 50 }, { id: first }],
      services: [{ id: thrown }],
    })
    expect(done).toMatchObject({ created: 2, changed: 1, unchanged: 1 })
    const { ids: order } = await entries.order('skills')
    expect([order[0], order[2], order[3]]).toEqual([third, first, second])
    expect((await entries.get('skills', third as string)).data.percent).toBe(1)
    expect((await entries.order('services')).ids).toContain(thrown)

    const journal = journalOf(store().database)
    await journal.undo(done.changes[0] as number, { by: 'owner' })
    expect(await exported(store().database)).toBe(between)
    expect(before).not.toBe(between)
  })

  it('publishes the fields that it names alone, and no entry that waits as a draft', async () => {
    const { id, data, version } = await entries.create('skills', { name: 'Weaving', percent: 40 } as never, {
      by: 'owner',
    })
    const half = { name: 'Weav', by: 'owner', version }
    await entries.update('skills', id, { name: half.name }, { ...half, publish: false })
    const waiting = await entries.create('skills', { name: 'Dy', percent: 1 } as never, { by: 'owner', publish: false })
    const file = {
      skills: [
        { id, percent: 60 },
        { id: waiting.id, percent: 60 },
      ],
    }
    expect(await run(file)).toMatchObject({ created: 0, changed: 2, drafts: 1 })
    const seen = async () =>
      (await entries.published()).skills
        .filter((skill) => [id, waiting.id].includes(skill.id))
        .map(({ name, percent }) => [name, percent])
    expect(await seen()).toEqual([[data.name, 60]])
    expect((await entries.get('skills', id)).data).toMatchObject({ name: half.name, percent: 60 })
    expect((await entries.get('skills', waiting.id)).data).toMatchObject({ name: 'Dy', percent: 60 })
    expect(await run(file)).toMatchObject({ changed: 0, unchanged: 2 })
  })

  it('brings variants of the CV, and a second time changes nothing', async () => {
    const skills = [{ id: 'of-another-store', name: 'Charts', percent: null }]
    const variant = { id: id(500), name: 'acme', title: 'For Acme', anonymous: true }
    const file = {
      skills,
      cvVariants: [{ ...variant, entries: { skills: [{ id: 'of-another-store', text: { name: 'Maps' } }] } }],
    }
    const variants = createCvVariants(store().database)
    const before = await exported(store().database)
    const done = await run(file)
    expect(done).toMatchObject({ created: 2, changed: 0 })
    const [made] = await variants.list()
    expect(made).toMatchObject({
      id: id(500),
      data: { name: 'acme', title: 'For Acme', anonymous: true, access: 'link' },
    })
    const [{ id: skill = '' } = {}] = made?.data.entries.skills ?? []
    expect((await entries.get('skills', skill)).data.name).toBe('Charts')
    await journalOf(store().database).undo(done.changes[0] as number, { by: 'owner' })
    expect(await exported(store().database)).toBe(before)

    const named = { cvVariants: [{ name: 'acme', access: 'public' }] }
    await run(named)
    const [{ link } = {}] = await variants.list()
    expect(await run(named)).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
    expect(await run({ cvVariants: [{ name: 'acme', title: 'By name' }] })).toMatchObject({ created: 0, changed: 1 })
    expect((await variants.list()).map((one) => [one.link, one.data.title])).toEqual([[link, 'By name']])
    const wrong = [{ name: 'A' }, { name: 'b', entries: { skills: [{ id: 'nobody' }] } }, 'c']
    expect(Object.keys((await problems({ cvVariants: wrong })) ?? {})).toEqual(['cvVariants.2'])
    expect(Object.keys((await problems({ cvVariants: wrong.slice(0, 2) })) ?? {})).toEqual([
      'cvVariants.0.name',
      'cvVariants.1.entries.skills.0.id',
    ])
  })

  it('of a file made before a section existed appends that section, and refuses an order that is wrong otherwise', async () => {
    const withoutTestimonials = defaultSectionOrder.filter((section) => section.id !== 'testimonial').toReversed()
    const home = withoutTestimonials.pop()
    const sections = [home, ...withoutTestimonials]
    await run({ settings: { sections } })
    const stored = (await createSettings(store().database).get()).settings.sections
    expect(stored.slice(0, sections.length)).toEqual(sections)
    expect(stored.at(-1)).toEqual({ id: 'testimonial', visible: true })
    for (const wrong of [[...sections, home], withoutTestimonials, [{ id: 'elsewhere', visible: true }]])
      expect(Object.keys((await problems({ settings: { sections: wrong } })) ?? {})[0]).toMatch(/^settings\.sections/)
  })
})

describe('A file of content', () => {
  it('that is no such file is refused with what it has to be', () => {
    expect(() => parseJson('{')).toThrow(/file: It is not JSON/)
    expect(() => readContent([])).toThrow(/file: It has to be an object/)
    expect(() => readContent({ settings: [] })).toThrow(/settings: Settings are an object/)
  })

  it('takes a file with a byte order mark, and prints the first twenty of many problems and their number', async () => {
    expect(readContent(parseJson('\uFEFF{"skills":[]}')).lists).toEqual([['skills', []]])
    const read = () => readContent({ skills: Array.from({ length: 20_000 }, () => 1) })
    expect(read).toThrow(ImportRefused)
    const { message, problems } = (await Promise.resolve()
      .then(read)
      .catch((error: ImportRefused) => error)) as ImportRefused
    expect(Object.keys(problems)).toHaveLength(20_000)
    const lines = message.split('\n')
    expect([lines[1], lines.length]).toEqual(['  skills.0: An entry is an object.', 22])
    expect(lines.at(-1)).toBe('  … and 19980 more.')
  })
})
