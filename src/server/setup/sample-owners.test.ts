import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { databases } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { createEntries } from '../content/entries.ts'
import { createImageProcess, type ImageProcess } from '../media/image-process.ts'
import { createMedia } from '../media/media.ts'
import { packageRoot } from '../process/package-root.ts'
import { createContentReader } from '../publishing/content.ts'
import { createSettings } from '../settings/settings-store.ts'
import { loadSamples } from './load-samples.ts'
import { listRemnants, removeSamples } from './samples.ts'

const whole = createImageProcess()
afterAll(() => whole.close())
// Small variants: all sizes of the thirty images together take minutes on a busy machine.
const images: ImageProcess = {
  ...whole,
  encode: async (bytes) => whole.encode(await sharp(bytes).resize(160).png().toBuffer()),
}

const folder = new URL('samples/', packageRoot)
const owners = {
  gallery: 'Eirin Vågstøl',
  literary: 'Nives Dorligo',
  poster: 'Noëmi Jäggi',
  terminal: 'Tjarda Roosnek',
}

it('every folder of content is the sample owner of a theme', () => {
  const folders = readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() && readdirSync(new URL(`${one.name}/`, folder)).includes('content.json') ? [one.name] : [],
  )
  expect(folders.sort()).toEqual(Object.keys(owners))
})

describe.each(Object.entries(owners))('the sample owner of %s', (sample, name) => {
  it('is shown by a first start with every image described, and goes as one change', async () => {
    const store = await databases[0]?.create()
    if (!store) throw new Error('There is no database to test on.')
    onTestFinished(() => store.remove())
    const { database } = store
    const media = createMedia({ database, images })
    const read = createContentReader({
      db: database,
      entries: createEntries(database),
      settings: createSettings(database),
      media,
    })
    expect(await loadSamples({ database, media, images, sample })).toBe(true)
    const { settings, about, projects, testimonials, ...content } = await read()
    expect([settings.theme, about[0]?.name]).toEqual([sample, name])
    const cases = projects.filter(({ blocks }) => blocks.length > 1)
    expect(projects.length).toBeGreaterThanOrEqual(6)
    expect(cases.length).toBeGreaterThanOrEqual(2)
    for (const list of [testimonials, content.services, content.skills, content.lists]) expect(list).not.toEqual([])
    // A named image that Media does not have would be missing here, and so would an unused one in what it has.
    const files: Record<string, string> = JSON.parse(readFileSync(new URL(`${sample}/alt.json`, folder), 'utf8'))
    const alts = Object.values(content.media).map(({ alt }) => alt)
    expect(alts.sort()).toEqual(Object.values(files).sort())
    for (const alt of alts) expect(alt).toMatch(/^.{20,300}$/)

    const remnants = await listRemnants(database)
    const count = (collection: string) => remnants.filter((one) => one.collection === collection).length
    expect([count('projects'), count('lists'), count('media')]).toEqual([projects.length, 1, alts.length])
    const fields = remnants.flatMap(({ collection, field }) => (collection === 'settings' ? [field] : []))
    expect(fields).toEqual(expect.arrayContaining(['role', 'headlines', 'introduction', 'socials', 'contactSentence']))
    expect(fields).not.toContain('theme')

    const change = await removeSamples({ database, images }, 'owner')
    expect(await listRemnants(database)).toEqual([])
    const left = await read()
    expect([left.projects, left.about, left.media]).toEqual([[], [], {}])
    expect(left.settings).toMatchObject({ theme: sample, role: '', copyrightSince: new Date().getFullYear() })
    await journalOf(database, media).undo(change ?? 0, { by: 'owner' })
    expect((await read()).about[0]?.name).toBe(name)
  })
})
