import type { Entry } from '../../../../model/content/entry.ts'
import { Invalid } from '../../../../model/errors.ts'
import { parse } from '../../../../model/fields/parse.ts'
import type { ImportRow } from '../../../../model/imports/import-table.ts'
import { type Settings, settingsSchema } from '../../../../model/settings/settings.ts'
import { createEntries, type Entries } from '../../../content/entries.ts'
import { collectionNamed } from '../../../content/entry-row.ts'
import type { Database } from '../../../db/database.ts'
import { createSettings } from '../../../settings/settings-store.ts'
import type { Candidate, Data } from './candidate.ts'
import { changesTo, matched, withoutItemsOf } from './matched.ts'
import { type PersonStep, personStep } from './person-steps.ts'

/** One candidate and what it would do. */
export interface Step {
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
export const resumeSteps = async (
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
