import { Invalid } from '../../model/errors.ts'
import type { Fields } from '../../model/fields/fields.ts'
import type { Trx } from '../db/database.ts'
import type { RecordChange } from '../journal/record-change.ts'
import { draftIn, liveIn, readSettings } from '../settings/settings-row.ts'
import type { EntryRow } from './entry-row.ts'
import type { Data } from './lenient-read.ts'
import { writeEntry } from './write-entry.ts'

interface Move {
  from: string
  /** Undefined for no category. */
  to: string | undefined
  by: string
}

const moved = (json: string, { from, to }: Move): string => {
  const data = JSON.parse(json) as Data
  const categories = Array.isArray(data.categories) ? data.categories : []
  if (!categories.includes(from)) return json
  const next = categories.flatMap((id) => (id === from ? (to ?? []) : id))
  return JSON.stringify({ ...data, categories: [...new Set(next)] })
}

/** Moves all projects of a category, drafts and what visitors see, the trash included. Times and drafts stay what they are. */
export const moveCategory = async (trx: Trx, record: RecordChange, move: Move): Promise<void> => {
  const rows: EntryRow[] = await trx.selectFrom('entries').selectAll().where('collection', '=', 'projects').execute()
  for (const row of rows) {
    const draft = moved(row.draft, move)
    const published = row.published === null ? null : moved(row.published, move)
    if (draft === row.draft && published === row.published) continue
    const next = { ...row, draft, published, version: row.version + 1, updated_at: new Date().toISOString() }
    const states = await writeEntry(trx, next, row)
    await record({ by: move.by, action: 'update', collection: 'projects', entry: row.id, ...states })
  }
}

/** Throws `Invalid` when a category is none of the owner's. Those in `held` are not checked again: it may have been deleted meanwhile. */
export const assertCategoriesKnown = async (
  trx: Trx,
  { fields }: { fields: Fields },
  data: readonly (Data | null)[],
  held: readonly (Data | null)[],
): Promise<void> => {
  const named = (all: readonly (Data | null)[], name: string) => all.flatMap((one) => (one?.[name] ?? []) as string[])
  for (const [name, { kind }] of Object.entries(fields)) {
    if (kind !== 'categories') continue
    const before = new Set(named(held, name))
    const added = named(data, name).filter((id) => !before.has(id))
    if (added.length === 0) continue
    const { stored } = await readSettings(trx)
    const known = [...liveIn(stored).categories, ...draftIn(stored).categories]
    const unknown = added.find((id) => !known.some((category) => category.id === id))
    if (unknown !== undefined)
      throw new Invalid({ [name]: `There is no category “${unknown}”. Add it in Settings, or choose another.` })
  }
}
