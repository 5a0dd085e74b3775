import { Invalid } from '../../../model/errors.ts'
import { type ImportOutcome, type ImportTable, mostImportRows } from '../../../model/imports/import-table.ts'
import { findUnstorable } from '../../../model/text-rules.ts'
import { createEntries } from '../../content/entries.ts'
import type { Database } from '../../db/database.ts'
import { joined } from '../../db/joined.ts'
import { type Links, unchecked } from '../../links/links.ts'
import { createSettings } from '../../settings/settings-store.ts'
import { ImportRefused } from './content-file.ts'
import { type ReadResume, readJsonResume } from './json-resume/read-json-resume.ts'
import { resumeSteps, type Step } from './json-resume/resume-steps.ts'

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
