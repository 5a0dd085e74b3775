import { sql } from 'kysely'
import {
  bitOf,
  classOf,
  mostTerms,
  otherTerm,
  type RuleId,
  rawDays,
  switchableRules,
  type VisitClass,
  visitRules,
} from '../../model/visits/visits.ts'
import { latestBelieved } from '../db/clock-guard.ts'
import { type Database, readMeta, type Trx, writeMeta } from '../db/database.ts'
import type { VisitEventsTable, VisitSumsTable, VisitsTable } from '../db/tables.ts'
import { oneHourMs, oneMinuteMs } from '../process/clock.ts'

export type EventKind = 'view' | 'open' | 'message' | 'download'
type StoredVisit = VisitsTable
type StoredEvent = VisitEventsTable & { kind: EventKind }

/** Terms of the sums that belong to people, by their visits. */
const attributes = ['source', 'campaign', 'device', 'country'] as const
/** Of these, none is no term. */
const optional: readonly string[] = ['campaign', 'country']
const goals = { open: 'opens', message: 'messages', download: 'downloads' } as const
const columns = ['people', 'views', 'messages', 'downloads', 'opens'] as const

/** Rows in a statement: Postgres takes 65,535 values, SQLite 32,766. */
const atOnce = 500

function* pieces<T>(list: readonly T[], size = atOnce): Generator<T[]> {
  for (let i = 0; i < list.length; i += size) yield list.slice(i, i + size)
}

/** Increments of sums, by kind, hour and term. */
const createSums = () => {
  const rows = new Map<string, VisitSumsTable>()
  const add = (kind: string, hour: number, term: string, column: (typeof columns)[number], by: number) => {
    const key = `${kind} ${hour} ${term}`
    let row = rows.get(key)
    if (!row) {
      row = { kind, hour, term, people: 0, views: 0, messages: 0, downloads: 0, opens: 0 }
      rows.set(key, row)
    }
    row[column] += by
  }
  type Of = Pick<StoredVisit, 'class' | 'rule' | (typeof attributes)[number]>
  const classTerm = (visit: Of) => `${visit.class} ${visit.rule}`
  return {
    rows,
    add,
    begin: (visit: Of & { hour: number }, by = 1): void => {
      add('class', visit.hour, classTerm(visit), 'people', by)
      if (visit.class === 'people')
        for (const kind of attributes)
          if (visit[kind] !== '' || !optional.includes(kind)) add(kind, visit.hour, visit[kind], 'people', by)
    },
    /** `isFirst`: the first time that the visit sees this page. `opened` are the projects that it has opened so far. */
    event: (
      visit: Of,
      { kind, hour, term, count }: Omit<StoredEvent, 'visit'>,
      { isFirst, opened }: { isFirst: boolean; opened: Iterable<string> },
      by = 1,
    ): void => {
      const isPerson = visit.class === 'people'
      if (kind === 'view') {
        add('class', hour, classTerm(visit), 'views', by * count)
        if (!isPerson) return
        add('page', hour, term, 'views', by * count)
        if (isFirst) add('page', hour, term, 'people', by)
        return
      }
      if (!isPerson) return
      add('class', hour, classTerm(visit), goals[kind], by * count)
      add('source', hour, visit.source, goals[kind], by * count)
      if (kind === 'open') add('project', hour, term, 'opens', by * count)
      if (kind === 'message') for (const project of opened) add('project', hour, project, 'messages', by * count)
    },
  }
}
type Sums = ReturnType<typeof createSums>

const monthOf = (hour: number): number => {
  const date = new Date(hour * oneHourMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth() - 1970 * 12
}

/** Kinds whose terms anybody can make up. */
const bounded = ['source', 'campaign', 'page', 'project']

/** Writes increments; with the terms of a month above `mostTerms` as `other`. One such transaction at a time. */
export const createSumsWriter = () => {
  const known = new Map<string, Set<string>>()

  /** Which of these terms have a name of their own. */
  const admitted = async (trx: Trx, kind: string, month: number, terms: Iterable<string>): Promise<Set<string>> => {
    const key = `${kind} ${month}`
    const cached = known.get(key) ?? new Set()
    const fresh = [...new Set(terms)].filter((term) => !cached.has(term))
    if (fresh.length === 0) return cached
    const of = trx.selectFrom('visit_terms').where('kind', '=', kind).where('month', '=', month)
    const found = new Set<string>(cached)
    for (const piece of pieces(fresh))
      for (const { term } of await of.select('term').where('term', 'in', piece).execute()) found.add(term)
    const { n } = await of.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    const added = fresh.filter((term) => !found.has(term)).slice(0, Math.max(0, mostTerms - Number(n)))
    for (const piece of pieces(added))
      await trx
        .insertInto('visit_terms')
        .values(piece.map((term) => ({ kind, month, term })))
        .execute()
    for (const term of added) found.add(term)
    return found
  }

  return async (trx: Trx, sums: Sums): Promise<() => void> => {
    const learned = new Map<string, Set<string>>()
    const total = createSums()
    for (const [key, rows] of Map.groupBy(sums.rows.values(), (row) => `${row.kind} ${monthOf(row.hour)}`)) {
      const [first] = rows
      if (!first) continue
      const isBounded = bounded.includes(first.kind)
      const names =
        isBounded &&
        (await admitted(
          trx,
          first.kind,
          monthOf(first.hour),
          rows.map(({ term }) => term),
        ))
      if (names) learned.set(key, names)
      for (const row of rows) {
        const term = names && !names.has(row.term) ? otherTerm : row.term
        for (const column of columns) if (row[column] !== 0) total.add(row.kind, row.hour, term, column, row[column])
      }
    }
    for (const piece of pieces([...total.rows.values()]))
      await trx
        .insertInto('visit_sums')
        .values(piece)
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'hour', 'term'])
            .doUpdateSet(
              Object.fromEntries(
                columns.map((column) => [column, sql`visit_sums.${sql.ref(column)} + excluded.${sql.ref(column)}`]),
              ),
            ),
        )
        .execute()
    // Only once the transaction is committed: terms that were rolled back are not known.
    return () => {
      for (const [key, names] of learned) {
        known.delete(key)
        known.set(key, names)
      }
      while (known.size > 16) known.delete(known.keys().next().value as string)
    }
  }
}
type SumsWriter = ReturnType<typeof createSumsWriter>

/** Takes visits out of the sums of one class, and adds them to those of another. Their rows are in the store. */
const moveVisits = async (
  trx: Trx,
  moves: readonly { visit: StoredVisit; to: Pick<StoredVisit, 'class' | 'rule' | 'signals'> }[],
  sums: Sums,
): Promise<void> => {
  for (const piece of pieces(moves)) {
    const ids = piece.map(({ visit }) => visit.id)
    const rows = await trx.selectFrom('visit_events').selectAll().where('visit', 'in', ids).orderBy('hour').execute()
    const events = Map.groupBy(rows as StoredEvent[], ({ visit }) => visit)
    for (const { visit, to } of piece) {
      const own = events.get(visit.id) ?? []
      const opened = new Set(own.filter(({ kind }) => kind === 'open').map(({ term }) => term))
      for (const [of, by] of [[visit, -1] as const, [{ ...visit, ...to }, 1] as const]) {
        const seen = new Set<string>()
        sums.begin(of, by)
        for (const event of own) {
          const isFirst = event.kind === 'view' && !seen.has(event.term)
          if (isFirst) seen.add(event.term)
          sums.event(of, event, { isFirst, opened }, by)
        }
      }
    }
    for (const alike of Map.groupBy(piece, ({ to }) => `${to.rule} ${to.signals}`).values())
      await trx
        .updateTable('visits')
        .set(alike[0]?.to as (typeof alike)[number]['to'])
        .where(
          'id',
          'in',
          alike.map(({ visit }) => visit.id),
        )
        .execute()
  }
}

const behaviour = visitRules.reduce((bits, rule) => ('setting' in rule ? bits | bitOf(rule.signal) : bits), 0)
const rulesKey = 'visit rules'

/** Counts the kept visits again when the rules that are switched off are not those of the last time; returns how many changed their class. */
export const countAgain = async (database: Database, write: SumsWriter, off: ReadonlySet<string>): Promise<number> => {
  const rules = switchableRules.filter((rule) => off.has(rule)).join(' ')
  if (((await readMeta(database.kysely, rulesKey)) ?? '') === rules) return 0
  let moved = 0
  for (let after = -1, more = true; more; ) {
    more = await database.exclusive('visits', async (trx) => {
      const visits = await trx
        .selectFrom('visits')
        .selectAll()
        .where('id', '>', after)
        .where(sql<boolean>`(signals & ${sql.lit(behaviour)}) <> 0`)
        .orderBy('id')
        .limit(atOnce)
        .execute()
      const moves = visits.flatMap((visit) => {
        const to = { ...classOf(visit.signals, off), signals: visit.signals }
        return to.rule === visit.rule ? [] : [{ visit, to }]
      })
      const sums = createSums()
      await moveVisits(trx, moves, sums)
      await write(trx, sums)
      moved += moves.length
      after = visits.at(-1)?.id ?? after
      return visits.length === atOnce
    })
  }
  await writeMeta(database.kysely, rulesKey, rules)
  return moved
}

/** Hours after which sums but those of the classes are by day. */
const foldAfter = 8 * 24

/**
 * Deletes what is kept no longer, and what a clock ahead of time has stored; by one that is behind, what is stored is no such thing. Sums of
 * hours become sums of days. Returns the number of visits deleted.
 */
export const cleanUpVisits = async ({ exclusive }: Database, now: number): Promise<number> => {
  const hour = Math.floor(now / oneHourMs)
  const oldest = hour - rawDays * 24
  return exclusive('visits', async (trx) => {
    const latest = Math.floor(Math.max(now, await latestBelieved(trx)) / oneHourMs) + 48
    const gone = trx
      .selectFrom('visits')
      .select('id')
      .where((is) => is.or([is('hour', '<', oldest), is('hour', '>', latest)]))
    await trx.deleteFrom('visit_events').where('visit', 'in', gone).execute()
    const { numDeletedRows } = await trx
      .deleteFrom('visits')
      .where((is) => is.or([is('hour', '<', oldest), is('hour', '>', latest)]))
      .executeTakeFirstOrThrow()
    await trx.deleteFrom('visit_sums').where('hour', '>', latest).execute()
    await trx
      .deleteFrom('visit_terms')
      .where('month', '<', monthOf(oldest) - 1)
      .execute()
    await trx.deleteFrom('visit_terms').where('month', '>', monthOf(latest)).execute()
    const before = hour - (hour % 24) - foldAfter
    const old = sql`kind <> 'class' and hour < ${sql.lit(before)} and hour % 24 <> 0`
    await sql`insert into visit_sums (kind, hour, term, people, views, messages, downloads, opens)
      select kind, hour - hour % 24, term, sum(people), sum(views), sum(messages), sum(downloads), sum(opens)
      from visit_sums where ${old} group by kind, hour - hour % 24, term
      on conflict (kind, hour, term) do update set people = visit_sums.people + excluded.people,
        views = visit_sums.views + excluded.views, messages = visit_sums.messages + excluded.messages,
        downloads = visit_sums.downloads + excluded.downloads, opens = visit_sums.opens + excluded.opens`.execute(trx)
    await sql`delete from visit_sums where ${old}`.execute(trx)
    return Number(numDeletedRows)
  })
}

/** Time without a view after which a visit is over. */
export const idleMs = 30 * oneMinuteMs
/** Pages and projects that are remembered of one visit. */
const mostSeen = 500

/** A visit that goes on, as it is kept in memory. */
export interface Visit {
  id: number
  /** Keyed hash of network and user agent; empty once the visit is over. */
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
  // Of one that is over, which had to wait for the database, no process knows the visitor any more.
  const open = entries.filter(({ visitor }) => visitor !== '')
  const byVisitor = new Map(open.map((visit) => [storedVisitor(visit.visitor), visit]))
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
