import { NotFound } from '../../model/errors.ts'
import { type Change, changeCalls, type NamedChange } from '../../model/journal/change.ts'
import { endpoints, type Shown } from '../endpoint/endpoint.ts'
import type { Journal } from './journal.ts'

type NamesOf = (ids: readonly string[]) => Promise<Map<string, string>>

export const changesApi = (journal: Journal, publisher: Shown, namesOf: NamesOf) => {
  const named = async (changes: readonly (Change & { size: number })[]): Promise<NamedChange[]> => {
    const names = await namesOf([...new Set(changes.map(({ by }) => by))])
    return changes.map((change) => ({ ...change, byName: names.get(change.by) ?? null }))
  }

  return endpoints(changeCalls(), {
    'GET /api/changes': [
      'Lists changes, newest first',
      async ({ query }) => {
        const { changes, next } = await journal.list(query)
        return { changes: await named(changes), next }
      },
    ],
    'GET /api/change-authors': [
      'Everybody who made a change, for filtering',
      async () => {
        const authors = await journal.authors()
        const names = await namesOf(authors)
        return { authors: authors.map((by) => ({ by, name: names.get(by) ?? null })) }
      },
    ],
    'POST /api/changes/:id/undo': [
      'Makes the inverse change',
      { status: 201, others: ['Gone'] },
      async ({ id, based }) => {
        if (!/^\d{1,15}$/.test(id)) throw new NotFound('change', id)
        const change = await journal.undo(Number(id), based)
        await publisher.shown()
        return (await named([change]))[0] as NamedChange
      },
    ],
  })
}
