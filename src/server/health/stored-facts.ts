/** Runs one query that takes no parameters. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>

/** What a store tells of itself; times are ISO 8601. */
export interface StoredFacts {
  /** Of the newest change. */
  changedAt: string | undefined
  /** When the e-mail that waits longest was due. */
  dueAt: string | undefined
  /** E-mails that failed for good. */
  failed: number
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Asks the store; the same on SQLite and Postgres. */
export const storedFacts = async (query: Query): Promise<StoredFacts> => {
  const [changes] = await query('select max(at) as at from changes')
  const [queued] = await query("select min(due_at) as due from deliveries where state = 'queued'")
  const [failed] = await query("select count(*) as failed from deliveries where state = 'failed'")
  return { changedAt: text(changes?.at), dueAt: text(queued?.due), failed: Number(failed?.failed ?? 0) }
}
