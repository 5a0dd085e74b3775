import { readStore } from './stored.ts'
import type { Acknowledged } from './writers.ts'

/** The acknowledged writes that a store has not. Give it the folder of a store that nobody writes to. */
export const lostFrom = (dataDir: string, { messages, saves, entries }: Acknowledged): string[] =>
  readStore(dataDir, (all) => {
    const ids = (table: string) => new Set(all(`select id from ${table}`).map(({ id }) => id))
    const stored = { messages: ids('messages'), entries: ids('entries') }
    const versions = new Map(all('select id, version, draft from entries').map((row) => [row.id, row]))
    const stale = [...saves].flatMap(([id, { version, percent }]) => {
      const row = versions.get(id)
      const has = Number(row?.version ?? 0)
      // A save that was on its way may have been stored without having been acknowledged.
      if (has > version) return []
      const holds = row && JSON.parse(String(row.draft)).percent
      return has === version && holds === percent ? [] : [`save ${version} of ${id} (it has ${has})`]
    })
    return [
      ...messages.filter((id) => !stored.messages.has(id)).map((id) => `message ${id}`),
      ...entries.filter((id) => !stored.entries.has(id)).map((id) => `entry ${id}`),
      ...stale,
    ]
  })
