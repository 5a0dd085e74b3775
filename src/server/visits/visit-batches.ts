import { classOf, type RuleId, type VisitClass } from '../../model/visits/visits.ts'
import type { Database, Trx } from '../db/database.ts'
import { oneMinuteMs } from '../process/clock.ts'
import {
  createSums,
  type EventKind,
  moveVisits,
  type StoredEvent,
  type StoredVisit,
  type SumsWriter,
} from './visit-sums.ts'

/** Time without a view after which a visit is over. */
export const idleMs = 30 * oneMinuteMs
/** Pages and projects that are remembered of one visit. */
const mostSeen = 500

/** A visit that goes on, as it is kept in memory. */
export interface Visit {
  id: number
  /** Keyed hash of network and user agent. */
  visitor: string
  hour: number
  signals: number
  class: VisitClass
  rule: RuleId
  source: string
  campaign: string
  device: string
  path: string
  country: string
  /** Of the monotonic clock, so that no jump of the time ends or joins visits. */
  lastMs: number
  recentSince: number
  recent: number
  seen: Set<string>
  opened: Set<string>
  isKept: boolean
}

/** What a visit did in one batch. */
export interface Counted {
  begins: boolean
  /** The first page and its views: few visits see another one within five seconds, which has a place in `others`. */
  path: string
  views: number
  others: Map<string, number> | undefined
  /** Kind and term of the other events, by `kind term`. */
  events: Map<string, number> | undefined
}

/** Who asked, as the address and the user agent came; the next one behind this address. */
export interface Client {
  agent: string
  visit: Visit
  counted: Counted
  next: Client | undefined
  /** Clients from this one on. */
  length: number
}

const none: ReadonlyMap<string, number> = new Map()

/** What came in one hour and is not written yet. */
export interface Batch {
  hour: number
  visits: Map<Visit, Counted>
  /** Views of which only the number is kept. */
  numbers: Map<string, number>
  /**
   * Who asked since the last write, by address and user agent as they came: a page and its next one cost no hash. Emptied with each write,
   * five seconds later; a connection that is kept open knows its address for longer.
   */
  clients: Map<string, Client>
}

/** As text: the hash is bytes. */
const storedVisitor = (visitor: string): string => Buffer.from(visitor, 'latin1').toString('base64url')

/** Visits that go on in this process and began in another: the ids under which they are stored. */
const adopted = async (trx: Trx, entries: readonly Visit[], now: number): Promise<Map<Visit, number>> => {
  const found = new Map<Visit, number>()
  const byVisitor = new Map(entries.map((visit) => [storedVisitor(visit.visitor), visit]))
  // In one order in all processes, so that none waits for another.
  const list = [...byVisitor].sort(([a], [b]) => (a < b ? -1 : 1))
  for (let i = 0; i < list.length; i += 1000) {
    const rows = await trx
      .insertInto('open_visits')
      .values(list.slice(i, i + 1000).map(([visitor, { id }]) => ({ visitor, visit: id, last_at: now })))
      .onConflict((conflict) =>
        conflict.column('visitor').doUpdateSet((is) => ({
          visit: is
            .case()
            .when('open_visits.last_at', '<', now - idleMs)
            .then(is.ref('excluded.visit'))
            .else(is.ref('open_visits.visit'))
            .end(),
          last_at: is.ref('excluded.last_at'),
        })),
      )
      .returning(['visitor', 'visit'])
      .execute()
    for (const { visitor, visit: id } of rows) {
      const visit = byVisitor.get(visitor)
      if (visit && visit.id !== id) found.set(visit, id)
    }
  }
  return found
}

/** Writes a batch in one transaction. What it changes in memory it changes once that is committed. */
export const writeBatch = async (
  database: Database,
  batch: Batch,
  { off, now, writeSums }: { off: ReadonlySet<string>; now: number; writeSums: SumsWriter },
): Promise<void> => {
  const whenDone: (() => void)[] = []
  await database.exclusive('visits', async (trx) => {
    const { hour } = batch
    const sums = createSums()
    for (const [term, n] of batch.numbers) sums.add('class', hour, term, 'views', n)
    const entries = [...batch.visits].map(([visit, entry]) => ({ visit, ...entry, id: visit.id }))
    const elsewhere =
      database.kind === 'postgres' && entries.length > 0
        ? await adopted(trx, [...batch.visits.keys()], now)
        : new Map<Visit, number>()
    for (const entry of entries) {
      const id = elsewhere.get(entry.visit)
      if (id !== undefined) Object.assign(entry, { id, begins: false })
    }
    const stored = new Map<number, StoredVisit>()
    const seenElsewhere = new Map<number, { seen: Set<string>; opened: Set<string> }>()
    for (let i = 0; i < entries.length; i += 500) {
      const piece = entries.slice(i, i + 500)
      const goingOn = piece.filter(({ begins, visit }) => !begins && visit.isKept).map(({ id }) => id)
      if (goingOn.length > 0)
        for (const row of await trx.selectFrom('visits').selectAll().where('id', 'in', goingOn).execute())
          stored.set(row.id, row)
      const rows = piece
        .filter(({ begins, visit }) => begins && visit.isKept)
        .map(({ visit: { id, hour, class: of, rule, signals, source, campaign, device, path, country } }) => {
          const row: StoredVisit = { id, hour, class: of, rule, signals, source, campaign, device, path, country }
          stored.set(id, row)
          return row
        })
      if (rows.length > 0) await trx.insertInto('visits').values(rows).execute()
      const moved = piece.filter(({ visit }) => elsewhere.has(visit)).map(({ id }) => id)
      if (moved.length > 0) {
        const past = trx.selectFrom('visit_events').select(['visit', 'kind', 'term']).where('visit', 'in', moved)
        for (const { visit, kind, term } of await past.execute()) {
          const sets = seenElsewhere.get(visit) ?? { seen: new Set(), opened: new Set() }
          seenElsewhere.set(visit, sets)
          if (kind === 'view') sets.seen.add(term)
          if (kind === 'open') sets.opened.add(term)
        }
      }
    }
    const events: StoredEvent[] = []
    const moves: Parameters<typeof moveVisits>[1][number][] = []
    for (const { visit, begins, path, views, others = none, events: goals = none, id } of entries) {
      const row = stored.get(id)
      const of = row ?? visit
      if (begins) sums.begin(of)
      const past = seenElsewhere.get(id)
      const seen = new Set([...visit.seen, ...(past?.seen ?? [])])
      const opened = new Set([...visit.opened, ...(past?.opened ?? [])])
      const pages: [string, number][] = views > 0 ? [[path, views], ...others] : []
      const list = pages.map(([term, count]): StoredEvent => ({ visit: id, hour, kind: 'view', term, count }))
      for (const [key, count] of goals) {
        const end = key.indexOf(' ')
        list.push({ visit: id, hour, kind: key.slice(0, end) as EventKind, term: key.slice(end + 1), count })
      }
      for (const { kind, term } of list) if (kind === 'open' && opened.size < mostSeen) opened.add(term)
      for (const event of list) {
        const isFirst = event.kind === 'view' && !seen.has(event.term)
        if (isFirst && seen.size < mostSeen) seen.add(event.term)
        sums.event(of, event, { isFirst, opened })
      }
      if (row) {
        events.push(...list)
        const signals = row.signals | visit.signals
        const to = { ...classOf(signals, off), signals }
        if (to.rule !== row.rule) moves.push({ visit: row, to })
      }
      whenDone.push(() => {
        Object.assign(visit, { id, seen, opened })
        if (row && elsewhere.has(visit))
          Object.assign(visit, {
            source: row.source,
            path: row.path,
            country: row.country,
            signals: row.signals | visit.signals,
          })
      })
    }
    for (let i = 0; i < events.length; i += 1000)
      await trx
        .insertInto('visit_events')
        .values(events.slice(i, i + 1000))
        .onConflict((conflict) =>
          conflict
            .columns(['visit', 'kind', 'term', 'hour'])
            .doUpdateSet((is) => ({ count: is('visit_events.count', '+', is.ref('excluded.count')) })),
        )
        .execute()
    await moveVisits(trx, moves, sums)
    whenDone.push(await writeSums(trx, sums))
  })
  for (const done of whenDone) done()
}
