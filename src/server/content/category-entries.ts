import type { Links } from '../links/links.ts'
import type { MoveEntries } from '../settings/settings-store.ts'
import type { Data, EntryRow } from './entry-row.ts'
import { writeEntry } from './write-entry.ts'

const moved = (json: string, { from, to }: Parameters<MoveEntries>[2]): string => {
  const data = JSON.parse(json) as Data
  const categories = Array.isArray(data.categories) ? data.categories : []
  if (!categories.includes(from)) return json
  const next = categories.flatMap((id) => (id === from ? (to ?? []) : id))
  return JSON.stringify({ ...data, categories: [...new Set(next)] })
}

/** Moves all projects of a category, drafts and what visitors see, the trash included. Times and drafts stay what they are. */
export const moveCategory =
  (links: Links): MoveEntries =>
  async (trx, record, move) => {
    const rows: EntryRow[] = await trx.selectFrom('entries').selectAll().where('collection', '=', 'projects').execute()
    for (const row of rows) {
      const draft = moved(row.draft, move)
      const published = row.published === null ? null : moved(row.published, move)
      if (draft === row.draft && published === row.published) continue
      const { states } = await writeEntry(trx, { ...row, draft, published }, row, links)
      await record({ by: move.by, action: 'update', collection: 'projects', entry: row.id, ...states })
    }
  }
