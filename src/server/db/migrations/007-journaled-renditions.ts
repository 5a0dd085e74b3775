import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Row {
  id: number
  entry: string
  before: string | null
  after: string | null
}

type State = Record<string, unknown> | null

const stateOf = (json: string | null): State => (json === null ? null : JSON.parse(json))

/** Adds the rendition to journaled image states from before there were renditions: undo compares it with the current one. */
export const journaledRenditions = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const tables = db as Kysely<{ changes: Row & { collection: string }; media: { id: string; rendition: string } }>
    const shown = await tables.selectFrom('media').select(['id', 'rendition']).execute()
    // Backwards in time: each change found what the earlier ones had left.
    const showing = new Map(shown.map(({ id, rendition }) => [id, rendition]))
    const rows = await tables
      .selectFrom('changes')
      .select(['id', 'entry', 'before', 'after'])
      .where('collection', '=', 'media')
      .orderBy('id', 'desc')
      .execute()
    for (const { id, entry, ...states } of rows) {
      const before = stateOf(states.before)
      const after = stateOf(states.after)
      const named = (before ?? after)?.rendition
      if (typeof named === 'string') showing.set(entry, named)
      else {
        const rendition = showing.get(entry)
        const written = (state: State) => (state === null ? null : JSON.stringify({ rendition, ...state }))
        await tables
          .updateTable('changes')
          .set({ before: written(before), after: written(after) })
          .where('id', '=', id)
          .execute()
      }
    }
  },
})
