import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '../../model/content/entry.ts'
import { Invalid } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import {
  type ImportOutcome,
  type ImportRow,
  type ImportTable,
  importCalls,
  longestImport,
  mostImportRows,
} from '../../model/imports/import-table.ts'
import { type Settings, settingsSchema } from '../../model/settings/settings.ts'
import { findUnstorable } from '../../model/text-rules.ts'
import { createEntries, type Entries } from '../content/entries.ts'
import { collectionNamed } from '../content/entry-row.ts'
import { type Database, joined } from '../db/database.ts'
import { endpoints, type Shown } from '../endpoint/endpoint.ts'
import { type Links, unchecked } from '../links/links.ts'
import type { Config } from '../process/config.ts'
import { createSettings } from '../settings/settings-store.ts'
import { ImportRefused } from './content-folder.ts'
import { parseJson } from './import-content.ts'
import { type Candidate, type Data, type ReadResume, readJsonResume } from './json-resume.ts'

const hrefOf = (url: string, base: string): string | undefined => URL.parse(url, base)?.href.replace(/\/$/, '')

/** True when two links lead to one address: one into this site may be written whole, and a slash at the end makes no difference. */
const isSameLink = (here: unknown, given: unknown, publicUrl: string): boolean => {
  if (typeof here !== 'string' || typeof given !== 'string' || here === '' || !/^https?:/i.test(given)) return false
  const href = hrefOf(given, `${publicUrl}/`)
  return href !== undefined && href === hrefOf(here, `${publicUrl}/`)
}

const folded = (value: unknown) => String(value).trim().toLowerCase()
const isUnsaid = (value: unknown) => value === undefined || value === '' || value === null || value === 0

/** Number of the identifying values that agree; -1 when one does not. One that either side leaves out does not count. */
const agreement = ({ identity, given }: Candidate, data: Data): number => {
  let score = 0
  for (const [index, field] of identity.entries()) {
    const [theirs, ours] = [given[field], data[field]]
    if (isUnsaid(theirs) || isUnsaid(ours)) {
      // Without its first one, a name, nothing is recognized.
      if (index === 0) return -1
      continue
    }
    if (folded(theirs) !== folded(ours)) return -1
    score += 1
  }
  return score
}

/** The entries that are the same as candidates of their collection, by the candidates' keys: each entry once, those that agree in more first. */
const matched = (candidates: readonly Candidate[], entries: readonly Entry[]): Map<string, Entry> => {
  const nameIn = (data: Data, [name = '']: readonly string[]) => folded(data[name])
  const [{ identity } = { identity: [] }] = candidates
  // Only those of one name are compared: a file may have thousands, and so may the site.
  const named = Map.groupBy(entries, ({ data }) => nameIn(data as Data, identity))
  const pairs = candidates.flatMap((candidate) =>
    (named.get(nameIn(candidate.given, identity)) ?? []).flatMap((entry) => {
      const score = agreement(candidate, entry.data as Data)
      return score < 0 ? [] : [{ candidate, entry, score }]
    }),
  )
  const found = new Map<string, Entry>()
  const taken = new Set<string>()
  for (const { candidate, entry } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (found.has(candidate.key) || taken.has(entry.id)) continue
    found.set(candidate.key, entry)
    taken.add(entry.id)
  }
  return found
}

const itemsIn = (data: Data) => (Array.isArray(data.items) ? data.items : []) as readonly Data[]

const isSameItem = (a: Data, b: Data) =>
  folded(a.title) === folded(b.title) && (isUnsaid(a.year) || isUnsaid(b.year) || a.year === b.year)

/** The candidate without items of its list that other lists of the same kind have. */
const withoutItemsOf = (candidate: Candidate, others: readonly Entry[]): Candidate => {
  if (!candidate.given.items) return candidate
  const elsewhere = others.map(({ data }) => data as Data).filter(({ kind }) => kind === candidate.given.kind)
  const items = itemsIn(candidate.given).filter(
    (item) => !elsewhere.some((data) => itemsIn(data).some((one) => isSameItem(item, one))),
  )
  return { ...candidate, given: { ...candidate.given, items } }
}

/** The items here, with what the file says otherwise of them, and those that only the file has. */
const joinedItems = (data: Data, given: Data, publicUrl: string): Data[] => {
  const left = [...itemsIn(given)]
  const here = itemsIn(data).map((item) => {
    const at = left.findIndex((one) => isSameItem(item, one))
    const [said = {}] = at < 0 ? [] : left.splice(at, 1)
    return { ...item, ...said, ...(isSameLink(item.url, said.url, publicUrl) ? { url: item.url } : {}) }
  })
  return [...here, ...left]
}

/** Fields of an entry that a candidate changes. A link may be spelled in another way. */
const changesTo = ({ given }: Candidate, data: Data, publicUrl: string): Data => {
  const items = given.items ? { items: joinedItems(data, given, publicUrl) } : {}
  return Object.fromEntries(
    Object.entries({ ...given, ...items }).filter(
      ([field, value]) => !isDeepStrictEqual(data[field], value) && !isSameLink(data[field], value, publicUrl),
    ),
  )
}

/** The stored facts about the person: the settings, and the first entry of About where there is one. */
interface PersonHere {
  settings: Settings
  about: Data | undefined
  /** Without a slash at its end. */
  publicUrl: string
}

/** Changes by a fact about the person: settings, or fields of the entry in About. Empty for one that stands here already. */
interface PersonStep {
  settings: Data
  about: Data
  /** True when nothing stands in its place yet. */
  isNew: boolean
}

const withLink = (
  { socials }: Settings,
  link: { label: string; url: string },
  isSame: (url: string) => boolean,
): PersonStep =>
  socials.some(({ url }) => isSame(url))
    ? { settings: {}, about: {}, isNew: false }
    : { settings: { socials: [...socials, link] }, about: {}, isNew: true }

const ofScheme = (scheme: string) => (url: string) => url.toLowerCase().startsWith(scheme)

const replaced = (where: 'settings' | 'about', field: string, here: unknown, value: unknown): PersonStep => {
  const changes = here === value ? {} : { [field]: value }
  const none = { settings: {}, about: {} }
  return { ...none, [where]: changes, isNew: here === undefined || here === '' }
}

/** Target of a fact: the page and the CV read it from the same place. */
const personStep = ({ given }: Candidate, { settings, about, publicUrl }: PersonHere): PersonStep => {
  const [[field = '', value]] = Object.entries(given) as [[string, unknown]]
  switch (field) {
    case 'name':
      return settings.name === '' && about
        ? replaced('about', 'name', about.name, value)
        : replaced('settings', 'name', settings.name, value)
    case 'location':
      return about
        ? replaced('about', 'live', about.live, value)
        : replaced('settings', 'location', settings.location, value)
    case 'email':
      if (settings.email === '' && about) return replaced('about', 'email', about.email, value)
      return settings.email === '' && settings.socials.some(({ url }) => ofScheme('mailto:')(url))
        ? { settings: {}, about: {}, isNew: false }
        : replaced('settings', 'email', settings.email, value)
    case 'phone':
      return withLink(
        settings,
        { label: 'Telephone', url: `tel:${String(value).replace(/[^+\d]/g, '')}` },
        ofScheme('tel:'),
      )
    case 'link': {
      const link = value as { label: string; url: string }
      return withLink(settings, link, (url) => isSameLink(url, link.url, publicUrl))
    }
    default:
      return replaced('settings', field, Reflect.get(settings, field), value)
  }
}

/** One candidate and what it would do. */
interface Step {
  row: ImportRow
  candidate: Candidate
  entry?: Entry
  /** Of a new entry all of its fields; of another those that change. */
  fields: Data
  /** A required field is empty, so that it cannot be published. */
  isDraft: boolean
  person?: PersonStep
}

const problemsOf = (work: () => unknown): string[] => {
  try {
    work()
    return []
  } catch (error) {
    if (error instanceof Invalid) return Object.values(error.fields)
    throw error
  }
}

const rowOf = ({ key, collection, title, notes }: Candidate, state: ImportRow['state'], fields: Data): ImportRow => ({
  ...{ key, collection, title, state, notes: [...notes] },
  fields: Object.keys(fields),
})

const skipped = (step: Step, problems: readonly string[]): Step => ({
  ...step,
  row: { ...step.row, state: 'skipped', notes: [...problems, ...step.row.notes] },
})

const entryStep = (candidate: Candidate, entry: Entry | undefined, publicUrl: string): Step => {
  const collection = collectionNamed(candidate.collection)
  if (!entry) {
    const fields = { ...candidate.defaults, ...candidate.given }
    const step = { row: rowOf(candidate, 'new', fields), candidate, fields, isDraft: false }
    const wrong = problemsOf(() => parse(collection.draft, fields))
    if (wrong.length > 0) return skipped(step, wrong)
    const missing = problemsOf(() => parse(collection.schema, fields))
    if (missing.length === 0) return step
    const notes = [`It stays a draft: ${missing.join(' ')}`, ...step.row.notes]
    return { ...step, isDraft: true, row: { ...step.row, notes } }
  }
  const fields = changesTo(candidate, entry.data as Data, publicUrl)
  const isSame = Object.keys(fields).length === 0
  const step = { row: rowOf(candidate, isSame ? 'same' : 'changed', fields), candidate, entry, fields, isDraft: false }
  // What waits as a draft goes on waiting: an import publishes nothing that somebody left for later.
  const isDraft = entry.status !== 'published'
  const merged = { ...(entry.data as Data), ...fields }
  const known = Object.fromEntries(Object.keys(collection.fields).map((name) => [name, merged[name]]))
  const wrong = problemsOf(() => parse(isDraft ? collection.draft : collection.schema, known))
  return isSame || wrong.length === 0 ? { ...step, isDraft } : skipped(step, wrong)
}

const allOf = async (entries: Entries, name: string): Promise<Entry[]> => {
  const found: Entry[] = []
  let cursor: string | undefined
  do {
    const { entries: some, next } = await entries.list(name, {
      limit: 200,
      ...(cursor === undefined ? {} : { cursor }),
    })
    found.push(...(some as Entry[]))
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return found
}

/** New projects need addresses of their own. */
const withFreeSlugs = (steps: readonly Step[], entries: readonly Entry[]): Step[] => {
  const taken = new Set(entries.map(({ data }) => (data as Data).slug))
  return steps.map((step) => {
    const { slug } = step.fields
    if (step.row.state !== 'new' || typeof slug !== 'string') return step
    let free = slug
    for (let number = 2; taken.has(free); number += 1) free = `${slug}-${number}`
    taken.add(free)
    return { ...step, fields: { ...step.fields, slug: free } }
  })
}

const personSteps = async (store: Database, candidates: readonly Candidate[], publicUrl: string): Promise<Step[]> => {
  const steps: Step[] = []
  let { settings } = await createSettings(store).draft()
  const [about] = (await createEntries(store).list('about', { limit: 1 })).entries
  let aboutData = about?.data as Data | undefined
  for (const candidate of candidates) {
    const person = personStep(candidate, { settings, about: aboutData, publicUrl })
    const fields = { ...person.settings, ...person.about }
    const isSame = Object.keys(fields).length === 0
    const row = rowOf(candidate, isSame ? 'same' : person.isNew ? 'new' : 'changed', fields)
    const step: Step = { row, candidate, fields, isDraft: false, person }
    const next = { ...settings, ...person.settings } as Settings
    const wrong = [
      ...problemsOf(() => parse(settingsSchema.partial(), person.settings)),
      ...(about && Object.keys(person.about).length > 0
        ? problemsOf(() => parse(collectionNamed('about').patch, person.about))
        : []),
    ]
    if (wrong.length > 0) steps.push(skipped(step, wrong))
    else {
      steps.push(step)
      settings = next
      aboutData = aboutData && { ...aboutData, ...person.about }
    }
  }
  return steps
}

/**
 * What each candidate would do to what stands here. Entries are recognized among all candidates; of facts about the person only the
 * chosen ones count, since several may change the same list.
 */
const resumeSteps = async (
  store: Database,
  candidates: readonly Candidate[],
  { publicUrl, isChosen = () => true }: { publicUrl: string; isChosen?: (key: string) => boolean },
): Promise<Step[]> => {
  const entries = createEntries(store)
  const steps: Step[] = []
  for (const [name, some] of Map.groupBy(candidates, ({ collection }) => collection)) {
    if (name === 'settings') {
      const facts = some.filter(({ key }) => isChosen(key))
      steps.push(...(await personSteps(store, facts, publicUrl)))
      continue
    }
    const here = await allOf(entries, name)
    const same = matched(some, here)
    const own = some.map((candidate) => {
      const entry = same.get(candidate.key)
      const others = here.filter(({ id }) => id !== entry?.id)
      return entryStep(withoutItemsOf(candidate, others), entry, publicUrl)
    })
    steps.push(...withFreeSlugs(own, here))
  }
  return steps
}

interface Options {
  /** Without a slash at its end. */
  publicUrl: string
}

/** Reads a CV in JSON Resume. Throws `ImportRefused`, and `Invalid` for what is none. */
export const readResume = (value: unknown): ReadResume => {
  const unstorable = findUnstorable(value)
  if (unstorable) throw new ImportRefused({ [unstorable.join('.')]: 'It contains characters that cannot be stored.' })
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, 'settings'))
    throw new ImportRefused({ file: 'It is the content of a site, not a CV. Import it with: vitrine import FILE.' })
  const read = readJsonResume(value)
  if (read.candidates.length > mostImportRows)
    throw new ImportRefused({ file: `It has more than ${mostImportRows} entries.` })
  return read
}

/** Table of what an import of this CV would do; it changes nothing. */
export const resumeTable = async (
  database: Database,
  { candidates, skipped }: ReadResume,
  { publicUrl }: Options,
): Promise<ImportTable> => {
  const steps = await database.readTransaction((trx) =>
    resumeSteps(
      joined(database, trx, () => {}),
      candidates,
      { publicUrl },
    ),
  )
  return {
    rows: [
      ...steps.map(({ row }) => row),
      ...skipped.map(({ key, title, notes }) => ({
        ...{ key, collection: '', title, state: 'skipped' as const, fields: [] },
        notes: [...notes],
      })),
    ],
  }
}

const writeStep = async (
  store: Database,
  { row, candidate, entry, fields, isDraft, person }: Step,
  by: string,
  links: Links,
) => {
  const entries = createEntries(store, links)
  const settings = createSettings(store, links)
  if (person) {
    if (Object.keys(person.settings).length > 0) {
      // Settings that wait as a draft go on waiting.
      const { status } = await settings.draft()
      await settings.update(person.settings, { by, publish: status === 'published' })
    }
    const [about] = Object.keys(person.about).length > 0 ? (await entries.list('about', { limit: 1 })).entries : []
    const publish = about?.status === 'published'
    if (about) await entries.update<string>('about', about.id, person.about, { by, version: about.version, publish })
    return
  }
  if (entry)
    await entries.update<string>(candidate.collection, entry.id, fields, {
      by,
      version: entry.version,
      publish: !isDraft,
    })
  else if (row.state === 'new') await entries.create<string>(candidate.collection, fields, { by, publish: !isDraft })
}

/**
 * Imports what is new and changed of a CV, or the chosen keys of it, in one transaction, which is undone as one change. Throws
 * `ImportRefused` with all problems; then nothing is stored.
 */
export const importResume = (
  database: Database,
  { candidates }: ReadResume,
  {
    by,
    publicUrl,
    chosen,
    links = unchecked,
  }: Options & { by: string; chosen?: readonly string[] | undefined; links?: Links },
): Promise<ImportOutcome> =>
  database.change(async (trx, announce) => {
    let first: number | null = null
    const store = joined(database, trx, (change) => {
      first ??= change
      announce(change)
    })
    const isChosen = (key: string) => chosen === undefined || chosen.includes(key)
    const outcome = { created: 0, changed: 0, drafts: 0 }
    const problems: Record<string, string> = {}
    for (const step of await resumeSteps(store, candidates, { publicUrl, isChosen })) {
      const { key, state } = step.row
      if (!isChosen(key) || (state !== 'new' && state !== 'changed')) continue
      try {
        await writeStep(store, step, by, links)
      } catch (error) {
        if (!(error instanceof Invalid)) throw error
        for (const [field, problem] of Object.entries(error.fields)) problems[`${key}.${field}`] ??= problem
      }
      if (state === 'new') outcome.created += 1
      else outcome.changed += 1
      if (step.isDraft) outcome.drafts += 1
    }
    if (Object.keys(problems).length > 0) throw new ImportRefused(problems)
    return { ...outcome, change: first }
  })

export const importsApi = (db: Database, links: Links, publisher: Shown, { publicUrl }: Config) =>
  endpoints(importCalls(), {
    'POST /api/imports': [
      'Imports a CV in JSON Resume as one change; with preview=1 it says what that would do, and changes nothing',
      // A character of the file may take several bytes, and more where it is escaped.
      { size: 4 * longestImport, status: 201 },
      async ({ context, query: { preview = false }, body: { file, chosen }, based: { by } }) => {
        const resume = readResume(parseJson(file))
        if (preview) return context.json(await resumeTable(db, resume, { publicUrl }))
        const outcome = await importResume(db, resume, { by, publicUrl, chosen, links })
        await publisher.shown()
        return outcome
      },
    ],
  })
