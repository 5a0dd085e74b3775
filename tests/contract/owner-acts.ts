import { collections } from '../../src/model/content/collections.ts'
import { examplesOf } from '../../src/model/content/examples.ts'
import { accents } from '../../src/model/settings/settings.ts'
import type { TestAnswer } from '../support/app.ts'
import { type Act, type Body, listed, type Owner, type Random, type Row, send } from './act.ts'
import { variantActs } from './variant-acts.ts'

const names = Object.keys(collections) as (keyof typeof collections)[]

const example = (name: (typeof names)[number], random: Random): Body => {
  const data: Body = { ...random.pick<Body>(examplesOf(name)) }
  // Few addresses, so that some are taken.
  if ('slug' in data) data.slug = `slug-${random.below(30)}`
  return data
}

const some = (name: (typeof names)[number], random: Random): Body =>
  Object.fromEntries(Object.entries(example(name, random)).filter(() => random.chance(0.4)))

/** An act on one of the entries, or the images, that there are. */
const onOne =
  (path: (owner: Owner) => string, act: (owner: Owner, at: string, row: Row) => Promise<TestAnswer>, trash = false) =>
  async (owner: Owner) => {
    const place = path(owner)
    const rows = await listed(owner, place, trash)
    const row = rows.length > 0 ? owner.random.pick(rows) : undefined
    return row && act(owner, `/api/${place}/${row.id}`, row)
  }

const anyEntries = ({ random }: Owner) => `entries/${random.pick(names)}`
const media = () => 'media'
const collectionIn = (at: string) => at.split('/')[3] as (typeof names)[number]

/** The same to several entries in one call, as the table's bar does it. */
const bulk =
  (change: Body, trash = false) =>
  async (owner: Owner) => {
    const place = anyEntries(owner)
    const chosen = (await listed(owner, place, trash)).filter(() => owner.random.chance(0.5))
    if (chosen.length === 0) return undefined
    return owner.browser.send('PATCH', `/api/${place}`, { entries: chosen.map(({ id }) => ({ id })), ...change })
  }

const edit = (publish: boolean) =>
  onOne(anyEntries, (owner, at, row) =>
    send('PATCH', '', ({ random }) => ({ data: some(collectionIn(at), random), publish }))(owner, at, row),
  )

const reorder = (order: (ids: string[], random: Random) => string[]) => async (owner: Owner) => {
  const place = anyEntries(owner)
  const ids = (await listed(owner, place)).map(({ id }) => id)
  return owner.browser.send('PUT', `/api/${place}/order`, { ids: order(ids, owner.random) })
}

const toTop = (ids: string[], random: Random) => {
  const first = random.pick(ids)
  return ids.length === 0 ? ids : [first, ...ids.filter((id) => id !== first)]
}

const someSettings = (random: Random): Body => ({
  accent: random.pick(accents),
  ...(random.chance(0.5) ? { name: `Name ${random.below(9)}` } : {}),
  ...(random.chance(0.3) ? { headlines: [`I make ${random.below(9)}.`, 'I mend.'] } : {}),
  ...(random.chance(0.3) ? { registration: random.chance(0.5), historyYears: 0 } : {}),
})

/** As the list of what is not yet visible does it, with the versions that it shows. */
const allDrafts =
  (path: 'publications' | 'discards') =>
  async ({ browser }: Owner) => {
    const { body } = await browser.get('/api/drafts')
    const drafts = body.drafts.map(({ collection, entry, version }: Body) => ({ collection, entry, version }))
    return drafts.length > 0 ? browser.post(`/api/${path}`, { drafts }) : undefined
  }

/** Everything an owner can do that changes content, by kind, with how often it is done in a hundred. */
export const acts: Record<string, { often: number; act: Act }> = {
  create: {
    often: 16,
    act: ({ browser, random }) => {
      const name = random.pick(names)
      return browser.post(`/api/entries/${name}`, { data: example(name, random), publish: random.chance(0.7) })
    },
  },
  'edit the draft': { often: 9, act: edit(false) },
  'edit and publish': { often: 6, act: edit(true) },
  publish: { often: 6, act: onOne(anyEntries, send('POST', '/publication')) },
  unpublish: { often: 5, act: onOne(anyEntries, send('DELETE', '/publication')) },
  'discard the draft': { often: 4, act: onOne(anyEntries, send('DELETE', '/draft')) },
  'publish what is not yet visible': { often: 2, act: allDrafts('publications') },
  'discard what is not yet visible': { often: 2, act: allDrafts('discards') },
  'choose times': {
    often: 5,
    act: onOne(anyEntries, (owner, at, row) => {
      const hours = (least: number) => new Date(Date.now() + (least + owner.random.below(9)) * 3_600_000).toISOString()
      const takeOffAt = owner.random.chance(0.5) ? hours(20) : null
      return send('PUT', '/schedule', () => ({ publishAt: hours(1), takeOffAt }))(owner, at, row)
    }),
  },
  'cancel times': { often: 1, act: onOne(anyEntries, send('DELETE', '/schedule')) },
  'let time pass': {
    often: 3,
    act: async ({ letTimePass, random }) => {
      await letTimePass(random.below(30) * 3_600_000)
      return undefined
    },
  },
  delete: { often: 7, act: onOne(anyEntries, send('DELETE')) },
  restore: { often: 6, act: onOne(anyEntries, send('POST', '/restoration'), true) },
  reorder: { often: 5, act: reorder((ids, random) => random.shuffled(ids)) },
  'move to top': { often: 4, act: reorder(toTop) },
  'publish several': { often: 2, act: bulk({ published: true }) },
  'unpublish several': { often: 2, act: bulk({ published: false }) },
  'delete several': { often: 3, act: bulk({ deleted: true }) },
  'restore several': { often: 2, act: bulk({ deleted: false }, true) },
  duplicate: { often: 2, act: onOne(anyEntries, send('POST', '/copies')) },
  settings: { often: 4, act: ({ browser, random }) => browser.send('PATCH', '/api/settings', someSettings(random)) },
  'draft settings': {
    often: 4,
    act: ({ browser, random }) => browser.send('PATCH', '/api/settings?publish=false', someSettings(random)),
  },
  'publish settings': { often: 2, act: ({ browser }) => browser.post('/api/settings/publication') },
  'discard settings': { often: 2, act: ({ browser }) => browser.send('DELETE', '/api/settings/draft') },
  upload: {
    often: 5,
    act: ({ browser, random, files }) => {
      const form = new FormData()
      const bytes = random.pick(files)
      form.set('file', new File([new Uint8Array(bytes)], `${random.below(9)}.png`, { type: 'image/png' }))
      form.set('alt', `Image ${random.below(9)}`)
      return browser.send('POST', '/api/media', undefined, { raw: form })
    },
  },
  'describe an image': {
    often: 3,
    act: onOne(
      media,
      send('PATCH', '', ({ random }) => ({ alt: `Said ${random.below(9)}` })),
    ),
  },
  'move a focal point': {
    often: 2,
    act: onOne(
      media,
      send('PATCH', '', ({ random }) => ({ focus: { x: random.below(5) / 4, y: random.below(3) / 2 } })),
    ),
  },
  'crop an image': {
    often: 2,
    act: onOne(
      media,
      send('PATCH', '', ({ random }) => {
        const width = random.pick([0.5, 0.75, 1])
        return { crop: random.chance(0.3) ? null : { x: random.pick([0, 1 - width]), y: 0, width, height: 1 } }
      }),
    ),
  },
  'replace an image': {
    often: 2,
    act: onOne(media, ({ browser, random, files }, at, { version }) => {
      const form = new FormData()
      form.set('file', new File([new Uint8Array(random.pick(files))], `${random.below(9)}.png`, { type: 'image/png' }))
      return browser.send('PUT', `${at}/original`, undefined, { raw: form, headers: { 'if-match': `"${version}"` } })
    }),
  },
  'delete an image': { often: 3, act: onOne(media, send('DELETE')) },
  'restore an image': { often: 3, act: onOne(media, send('POST', '/restoration'), true) },
  'restore an old version': {
    often: 4,
    act: async (owner) => {
      const { body } = await owner.browser.get('/api/changes?limit=100')
      const states: { collection: string; entry: string; after: { draft?: Body } | null }[] = body.changes
      const old = states.filter(({ collection, after }) => collection in collections && after?.draft)
      if (old.length === 0) return undefined
      const { collection, entry, after } = owner.random.pick(old)
      const at = `/api/entries/${collection}/${entry}`
      const now = await owner.browser.get(at)
      // What was never there because its making was taken back cannot be brought back so.
      if (now.status === 404) return undefined
      const { body: row } = now.body.deletedAt ? await owner.browser.post(`${at}/restoration`) : now
      return row.version === undefined
        ? undefined
        : send('PATCH', '', () => ({ data: after?.draft ?? {}, publish: false }))(owner, at, row)
    },
  },
  undo: {
    often: 4,
    act: async ({ browser, random }) => {
      const { body } = await browser.get('/api/changes?limit=6')
      return body.changes.length > 0
        ? browser.post(`/api/changes/${random.pick<Row>(body.changes).id}/undo`)
        : undefined
    },
  },
  ...variantActs,
}

const hat = Object.entries(acts).flatMap(([kind, { often }]) => Array.from({ length: often }, () => kind))

/** One act of a random kind; returns its kind and whether it was done, or refused by the rules. */
export const actAtRandom = async (owner: Owner): Promise<{ kind: string; done: boolean }> => {
  const kind = owner.random.pick(hat)
  const answer = await acts[kind]?.act(owner)
  // Taken addresses and texts too long for today's rules are refused; changes made again since cannot be undone.
  if (answer && answer.status >= 400 && ![409, 422].includes(answer.status))
    throw new Error(`${kind} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return { kind, done: kind === 'let time pass' || (answer !== undefined && answer.status < 400) }
}
