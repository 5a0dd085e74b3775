/** Runs one query that takes no parameters. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>

/** Facts from the store that health checks need; times are ISO 8601. */
export interface StoredFacts {
  /** Of the newest change. */
  changedAt: string | undefined
  /** When the e-mail that waits longest was due. */
  dueAt: string | undefined
  /** E-mails that failed for good. */
  failed: number
  /** The history: how many changes, since when, and about how many bytes. */
  journal: { changes: number; since: string | undefined; bytes: number }
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** As many of the newest changes say how large one is: to add up all of them would read all of them. */
const sampleSize = 500

const journalFacts = async (query: Query): Promise<StoredFacts['journal']> => {
  const [counted] = await query('select count(*) as changes from changes')
  const [oldest] = await query('select at from changes order by id limit 1')
  const size = `length(coalesce("before", '')) + length(coalesce("after", '')) + 100`
  const [sample] = await query(
    `select avg(size) as bytes from (select ${size} as size from changes order by id desc limit ${sampleSize}) as newest`,
  )
  const changes = Number(counted?.changes ?? 0)
  return { changes, since: text(oldest?.at), bytes: changes * Number(sample?.bytes ?? 0) }
}

/** Asks the store; the same on SQLite and Postgres. */
export const storedFacts = async (query: Query): Promise<StoredFacts> => {
  const [changes] = await query('select max(at) as at from changes')
  const [queued] = await query("select min(due_at) as due from deliveries where state = 'queued'")
  const [failed] = await query("select count(*) as failed from deliveries where state = 'failed'")
  return {
    changedAt: text(changes?.at),
    dueAt: text(queued?.due),
    failed: Number(failed?.failed ?? 0),
    journal: await journalFacts(query),
  }
}
