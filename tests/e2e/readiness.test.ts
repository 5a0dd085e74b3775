import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CollectionName, collectionNames, findCollection } from '../../src/model/content/collections.ts'
import { examples } from '../../src/model/content/examples.ts'
import type { Fields } from '../../src/model/fields/fields.ts'
import { leavesOf } from '../../src/model/fields/leaves-of.ts'
import { textsIn } from '../../src/model/publishing/page.ts'
import type { Content } from '../../src/model/publishing/published-content.ts'
import { emptySettings, type Settings, settingFields } from '../../src/model/settings/settings.ts'
import { sha256 } from '../../src/server/process/sha256.ts'
import { createDrawnTexts, createTextProcess } from '../../src/server/publishing/drawn-texts.ts'
import { createReadiness } from '../../src/server/readiness/readiness.ts'
import { loadSamples } from '../../src/server/setup/load-samples.ts'
import { createSite } from '../../src/site/page/render.tsx'
import { type LiveSite, publicUrl, startLiveSite } from '../support/live-site.ts'
import { halves } from '../support/pictures.ts'
import { builtInThemes } from '../support/themes.ts'

const by = 'owner'
const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl, digest: sha256, themes: builtInThemes }
const siteWith = async (config: Parameters<typeof startLiveSite>[0] = {}) => {
  const texts = createDrawnTexts(createTextProcess({ idleMs: 60_000, lostMs: 120_000 }))
  // Its process takes a while to start on a busy machine, and a check of CSS does not wait for long.
  await texts.draw([[{ kind: 'css', text: 'a {}' }]])
  return startLiveSite({ mailTo: 'Mira <mira@mira.net>', ...config }, createSite(assets, { markup: texts }), texts)
}
const smtp = { url: 'smtp://127.0.0.1:1', from: 'post@mira.net' }

type Data = Record<string, unknown>

/** Another text of the same length, as an owner might have written in its place. */
const reworded = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(/[aeo]/g, (letter) => ({ a: 'á', e: 'é', o: 'ó' })[letter] ?? '')
  if (Array.isArray(value)) return value.map(reworded)
  return value
}
const textKinds = new Set(['text', 'textarea', 'markdown', 'list', 'items', 'yearText'])

/** The same data as an owner has made it theirs: each text, link and image another one. */
const mended = (fields: Fields, data: Data, image: string): Data => {
  const copy = structuredClone(Object.fromEntries(Object.keys(fields).map((name) => [name, data[name]])))
  for (const { path, field, value } of leavesOf(fields, data)) {
    const parts = path.split('.')
    const last = parts.pop() ?? ''
    const holder = parts.reduce((inner: Data, part) => inner[part] as Data, copy)
    if (textKinds.has(field.kind)) holder[last] = reworded(value)
    else if (field.kind === 'image' && value !== null) holder[last] = image
    else if (field.kind === 'slug') holder[last] = `my-${value}`
    else if (field.kind === 'percent') holder[last] = Number(value) - 1
    else if (['url', 'email'].includes(field.kind)) holder[last] = String(value).replace('.example', '.net')
  }
  return copy
}

describe('Ready to show', () => {
  let site: LiveSite
  const entriesOf = async (name: CollectionName) =>
    (await site.services.entries.list(name, { limit: 200 })).entries as unknown as {
      id: string
      version: number
      data: Data
    }[]
  const one = async (name: CollectionName, at = 0) => {
    const entry = (await entriesOf(name))[at]
    if (!entry) throw new Error(`There is no ${name} at ${at}.`)
    return entry
  }
  const change = async (name: CollectionName, at: number, patch: Data) => {
    const { id, version } = await one(name, at)
    await site.services.entries.update(name, id, patch as never, { by, version })
    return id
  }
  const set = (patch: Partial<Settings>) => site.services.settings.update(patch, { by })
  const upload = async (width: number, height: number, alt: string) => {
    const bytes = await halves(width, height, '#c04020', '#2040c0').png().toBuffer()
    return (await site.services.media.upload(bytes, { name: `${width}.png`, alt, by })).id
  }
  const report = async () => {
    const { publisher, readiness, texts } = site.services
    await publisher.idle()
    // A publish waits a second for the markup of texts; the rest comes with the next one.
    await texts.draw([...textsIn(publisher.content() as Content)].map(([, all]) => all))
    await publisher.idle()
    return readiness.report()
  }
  /** Rule and place of each finding. */
  const found = async () =>
    (await report()).findings
      .map(({ rule, collection, entry, field }) => [rule, collection, entry, field].join(' '))
      .sort()

  beforeAll(async () => {
    site = await siteWith({ smtp })
    const { db: database, media, images } = site.services
    await loadSamples({ database, media, images })
    await site.services.publisher.idle()
  })
  afterAll(() => site.stop())

  it('names everything of the samples, and nothing once the owner has mended it', async () => {
    const { findings, pages } = await report()
    expect(pages).toBeGreaterThan(20)
    const samples = findings.filter(({ rule }) => rule === 'placeholder')
    expect(samples.length).toBeGreaterThan(20)
    for (const name of collectionNames)
      expect(samples.filter(({ collection }) => collection === name)).toHaveLength((await entriesOf(name)).length)

    const image = await upload(1400, 1050, 'Two halves, red and blue')
    for (const name of collectionNames) {
      const fields = findCollection(name)?.fields ?? {}
      for (const { id, version, data } of await entriesOf(name))
        await site.services.entries.update(name, id, mended(fields, data, image) as never, { by, version })
    }
    // Those that the first start leaves out, and the wide site has.
    for (const name of ['certificates', 'languages', 'lists', 'pages'] as const)
      for (const example of examples[name])
        await site.services.entries.create(name, mended(findCollection(name)?.fields ?? {}, example, image) as never, {
          by,
        })
    const { settings } = await site.services.settings.get()
    await set({ ...mended(settingFields as Fields, settings, image), cv: '', counters: [] } as Partial<Settings>)
    expect((await report()).findings).toEqual([])
  })

  it('finds two faults of each kind, each at its field, and nothing else', async () => {
    const expected: string[] = []
    const expectAt = (rule: string, collection: string, entry: string | null, field: string) =>
      expected.push([rule, collection, entry, field].join(' '))
    const { services } = site
    const block = (kind: string, data: Data) => ({ id: kind, kind, ...data })

    const lorem = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod.'
    expectAt('placeholder', 'projects', await change('projects', 0, { summary: lorem }), 'summary')
    expectAt('placeholder', 'services', await change('services', 0, { text: 'TODO: what a client gets' }), 'text')

    const page = (title: string, placement: string) =>
      services.entries.create(
        'pages',
        {
          title,
          slug: title.toLowerCase(),
          placement,
          link: 'none',
          blocks: [block('text', { markdown: 'A day.' })],
        } as never,
        { by },
      )
    const [gone, moved] = [await page('Gone', 'page'), await page('Moved', 'section')]
    expectAt('link', 'projects', await change('projects', 1, { url: '/gone' }), 'url')
    await set({ hireLink: '/#page-moved' })
    expectAt('link', 'settings', null, 'hireLink')
    for (const { id } of [gone, moved]) await services.entries.remove('pages', id, { by })

    expectAt('dates', 'certificates', await change('certificates', 0, { year: 2199 }), 'year')
    expectAt('dates', 'projects', await change('projects', 2, { year: 2019, period: 'March to June 2023' }), 'period')

    await set({ customCss: ':root { --field: #fffffe }\n.note { color: #777; background: #888 }', customCssOn: true })
    expectAt('contrast', 'settings', null, 'customCss')
    expectAt('contrast', 'settings', null, 'customCss')

    const empty = [block('text', { markdown: 'Before.\n\n##\n\nAfter.' })]
    expectAt('heading', 'projects', await change('projects', 3, { blocks: empty }), 'blocks')
    expectAt('heading', 'pages', await change('pages', 0, { blocks: empty }), 'blocks')

    const [silent, tiny, small] = [
      await upload(1400, 1000, ''),
      await upload(300, 200, 'A'),
      await upload(320, 200, 'B'),
    ]
    expectAt('alt', 'projects', await change('projects', 4, { image: silent }), 'image')
    const pictured = [
      block('text', { markdown: 'A day.' }),
      block('image', { image: silent, caption: '', fit: 'whole' }),
    ]
    expectAt('alt', 'pages', await change('pages', 1, { blocks: pictured }), 'blocks')
    expectAt('small', 'projects', await change('projects', 5, { image: tiny }), 'image')
    const smallOne = [block('image', { image: small, caption: '', fit: 'fill' })]
    expectAt('small', 'projects', await change('projects', 6, { blocks: smallOne }), 'blocks')

    await set({ description: 'Small sites.' })
    expectAt('length', 'settings', null, 'description')
    expectAt('length', 'projects', await change('projects', 5, { summary: '' }), 'summary')

    const wide = 'WWMMWWMMWW '.repeat(6).trim()
    expectAt('card', 'projects', await change('projects', 6, { title: wide }), 'title')
    await set({ role: 'WM'.repeat(40) })
    expectAt('card', 'settings', null, 'role')

    expect(await found()).toEqual(expected.sort())

    // The two that no site has at once.
    await set({ language: 'de' })
    expect((await found()).filter((line) => !expected.includes(line))).toEqual(['imprint pages  '])
    const { id } = await page('Impressum', 'page')
    expect((await found()).filter((line) => !expected.includes(line))).toEqual([`imprint pages ${id} link`])
    const { version } = await one('pages', 2)
    await services.entries.update('pages', id, { link: 'footer' }, { by, version })
    expect(await found()).toEqual(expected.sort())
  })

  it.each([
    ['is not set up', {}, 'Email is not set up'],
    ['is set up in part', { emailjs: { serviceId: 'a', templateId: 'b', origin: '' } }, 'public key required'],
  ])('finds that email %s', async (_, config, message) => {
    const bare = await siteWith(config as never)
    try {
      const { settings } = await bare.services.settings.get()
      await bare.services.settings.update({ ...emptySettings, ...settings, name: 'Mira' }, { by })
      await bare.services.publisher.idle()
      const mail = (await bare.services.readiness.report()).findings.filter(({ rule }) => rule === 'mail')
      expect(mail).toEqual([
        expect.objectContaining({
          collection: 'settings',
          field: 'notices',
          message: expect.stringContaining(message),
        }),
      ])
    } finally {
      await bare.stop()
    }
  })

  it('leaves a finding out with its reason until what it is about changes', async () => {
    const { readiness } = site.services
    const links = async () => (await report()).findings.filter(({ rule }) => rule === 'card')
    const [card] = await links()
    if (!card) throw new Error('There is no finding.')
    await readiness.dismiss(card.id, 'It is a name.', { by })
    expect((await links()).map(({ id }) => id)).not.toContain(card.id)
    expect((await report()).dismissed).toEqual([expect.objectContaining({ ...card, reason: 'It is a name.' })])

    await readiness.restore(card.id)
    expect((await links()).map(({ id }) => id)).toContain(card.id)
    await expect(readiness.restore(card.id)).rejects.toThrow('There is no dismissal')
    await expect(readiness.dismiss('A'.repeat(22), 'x', { by })).rejects.toThrow('There is no finding')

    await readiness.dismiss(card.id, 'It is a name.', { by })
    if (card.entry) await change('projects', 6, { title: 'MMWWMMWWMM '.repeat(6).trim() })
    else await set({ role: 'MW'.repeat(40) })
    const after = await report()
    expect(after.dismissed).toEqual([])
    expect(after.findings.filter(({ rule }) => rule === 'card')).toHaveLength(2)
  })

  it('counts what is open in no longer than a screen waits: then the last number of the same content', async () => {
    const { db, publisher, snapshots, texts, mail, site: pages } = site.services
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    let hold: Promise<void> | undefined
    const readiness = createReadiness({
      ...{ db, snapshots, texts, publicUrl, site: pages, content: publisher.content, isFile: () => true },
      mail: { describe: async () => hold?.then(mail.describe) ?? mail.describe() },
    })
    await publisher.idle()
    const { findings } = await readiness.report()
    const [one] = findings
    if (!one) throw new Error('There is no finding.')
    hold = held
    try {
      expect(await readiness.count()).toBe(findings.length)
      await set({ role: 'Somebody else' })
      await publisher.idle()
      expect(await readiness.count()).toBeNull()
    } finally {
      release()
    }
    hold = undefined
    // The first waits for the look that was held, which is of the content before.
    await readiness.report()
    expect((await readiness.report()).findings.map(({ id }) => id)).toContain(one.id)
    // A dismissal changes the number of the same content.
    await readiness.dismiss(one.id, 'Later.', { by })
    hold = new Promise(() => {})
    expect(await readiness.count()).toBeNull()
  })
})
