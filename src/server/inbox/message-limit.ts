import { isIPv4 } from 'node:net'
import { sql } from 'kysely'
import { TooMany } from '../../model/errors.ts'
import { type Database, joined, type Reader } from '../db/database.ts'
import { TooManyVisits } from '../endpoint/visitor-page.ts'
import { type AttemptLimit, createAttempts } from '../limits/attempts.ts'
import { clockGraceMs, oneDayMs } from '../process/clock.ts'

/** Days that a quarantined message waits for a label. Then it goes to the trash, for another thirty days. */
export const quarantineDays = 30

/** Quarantined messages without a label. */
const isQuarantined = sql<boolean>`deleted_at is null and status = 'spam' and label is null`

/** Moves messages to the trash whose time in quarantine is over. Returns their number. */
export const purgeQuarantine = async ({ kysely }: Database, now: number): Promise<number> => {
  const date = new Date(now).toISOString()
  const { numUpdatedRows } = await kysely
    .updateTable('messages')
    .set(({ eb }) => ({ deleted_at: date, updated_at: date, version: eb('version', '+', 1) }))
    .where(isQuarantined)
    .where('created_at', '<', new Date(now - quarantineDays * oneDayMs).toISOString())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

// In seconds.
const [minute, hour, day] = [60, 60 * 60, 24 * 60 * 60]

interface NetworkLimit extends AttemptLimit {
  /** `quarantine`: further messages are quarantined as spam, except with a proof of work. */
  above: 'refuse' | 'quarantine'
}

interface Network {
  name: string
  limits: readonly NetworkLimit[]
}

const refuse = (max: number, windowSeconds: number): NetworkLimit => ({ max, windowSeconds, above: 'refuse' })
const quarantine = (max: number, windowSeconds: number): NetworkLimit => ({ max, windowSeconds, above: 'quarantine' })

const client = [refuse(5, 10 * minute), refuse(20, day)]

/**
 * Networks of a client's address with their limits, the narrowest first. `group` is an IPv4 address, the /64 of an IPv6 one
 * (`2001:db8:0:1::/64`), or another name of a client.
 *
 * One IPv6 customer holds up to a /48, RFC 6177; a /32 is a whole provider, and an IPv4 /24 has many customers. Shared networks
 * are refused late, so that one customer cannot shut the others out.
 */
const networksOf = (group: string): Network[] => {
  if (isIPv4(group))
    return [
      { name: group, limits: client },
      {
        name: `${group.slice(0, group.lastIndexOf('.'))}.0/24`,
        limits: [quarantine(20, 10 * minute), refuse(200, day)],
      },
    ]
  const [, a, b, c, d = ''] =
    /^([0-9a-f]{1,4}):([0-9a-f]{1,4}):([0-9a-f]{1,4}):([0-9a-f]{1,4})::\/64$/.exec(group) ?? []
  if (d === '') return [{ name: group, limits: client }]
  const upperByte = (Number.parseInt(d, 16) & 0xff00).toString(16)
  return [
    { name: group, limits: client },
    { name: `${a}:${b}:${c}:${upperByte}::/56`, limits: [refuse(10, 10 * minute), refuse(40, day)] },
    { name: `${a}:${b}:${c}::/48`, limits: [refuse(20, 10 * minute), refuse(80, day)] },
    { name: `${a}:${b}::/32`, limits: [quarantine(50, hour), refuse(400, day)] },
  ]
}

/** Limits of all senders together. Above them a message without a proof of work is quarantined. */
const together: NetworkLimit[] = [quarantine(500, hour), quarantine(1000, day)]
/** Limit with a proof of work, above those. Proofs are cheap for a sender with many machines. */
const provenAbove: AttemptLimit = { max: 100, windowSeconds: hour }
/** Largest number of quarantined messages without a label. When it is reached, messages above the limits are refused. */
const maxQuarantined = 2000

const provenKey = 'message proven'

interface Counted {
  key: string
  limit: NetworkLimit
}

const isQuarantineFull = async (reader: Reader): Promise<boolean> => {
  const { count } = await reader
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isQuarantined)
    .executeTakeFirstOrThrow()
  return Number(count) >= maxQuarantined
}

/** End of the window for each key that has reached its limit. Only reads, so that refused calls write nothing. */
const exhausted = async (reader: Reader, counted: readonly { key: string; limit: AttemptLimit }[], now: number) => {
  const rows = await reader
    .selectFrom('attempts')
    .select(['key', 'count', 'window_end'])
    .where(
      'key',
      'in',
      counted.map(({ key }) => key),
    )
    .where('window_end', '>', now)
    // A window that begins in the future comes from a wrong clock.
    .where('window_start', '<=', now + clockGraceMs)
    .execute()
  const max = new Map(counted.map(({ key, limit }) => [key, limit.max]))
  return new Map(rows.filter(({ key, count }) => count >= (max.get(key) ?? 0)).map((row) => [row.key, row.window_end]))
}

const nothingToRecord = () => Promise.reject(new Error('Counting is not journaled.'))

const tooMany = (say: TooManyVisits['say'], end: number, now: number) =>
  new TooManyVisits(say, Math.ceil((end - now) / 1000))

/**
 * Counts one message from this address. Returns true if it must be quarantined whatever its score: there are too many messages, and it
 * has no proof of work. `prove` is called only then. Throws `TooMany` with a sentence for the visitor, and has counted
 * nothing then.
 */
export const createMessageLimit =
  (database: Database, limited: boolean, clock: () => number = Date.now) =>
  async (address: string, prove: () => Promise<boolean>): Promise<boolean> => {
    if (!limited) return false
    const { kysely } = database
    const now = clock()
    const networks: Counted[] = networksOf(address).flatMap(({ name, limits }) =>
      limits.map((limit) => ({ key: `message ${limit.windowSeconds} ${name}`, limit })),
    )
    const all = [...networks, ...together.map((limit) => ({ key: `message ${limit.windowSeconds} all`, limit }))]
    const over = await exhausted(kysely, [...all, { key: provenKey, limit: provenAbove }], now)
    const refusing = networks.find(({ key, limit }) => limit.above === 'refuse' && over.has(key))
    if (refusing) throw tooMany('tooManyHere', over.get(refusing.key) as number, now)

    const isCrowded = all.some(({ key }) => over.has(key))
    const isProven = isCrowded && !over.has(provenKey) && (await prove())
    const toQuarantine = isCrowded && !isProven
    if (toQuarantine && (await isQuarantineFull(kysely))) {
      const end = Math.max(...all.map(({ key }) => over.get(key) ?? 0))
      throw tooMany('tooManyEverywhere', Math.min(end, now + hour * 1000), now)
    }

    // All or none. Each message takes the keys in the same order, so that no two deadlock.
    await database.transaction(async (trx) => {
      const attempts = createAttempts(joined(database, trx, nothingToRecord), clock)
      for (const { key, limit } of all) {
        try {
          await attempts.take(key, limit)
        } catch (error) {
          if (!(error instanceof TooMany)) throw error
          if (limit.above === 'refuse') throw new TooManyVisits('tooManyHere', error.retryAfter)
        }
      }
      if (isProven) await attempts.take(provenKey, provenAbove)
    })
    return toQuarantine
  }
