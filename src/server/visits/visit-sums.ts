import { sql } from 'kysely'
import {
  bitOf,
  classOf,
  mostTerms,
  otherTerm,
  rawDays,
  switchableRules,
  visitRules,
} from '../../model/visits/visits.ts'
import type { Database, Trx } from '../db/database.ts'
import { readMeta, writeMeta } from '../db/meta.ts'
import type { VisitEventsTable, VisitSumsTable, VisitsTable } from '../db/tables.ts'
import { oneHourMs } from '../process/clock.ts'

export type EventKind = 'view' | 'open' | 'message' | 'download'
export type StoredVisit = VisitsTable
export type StoredEvent = VisitEventsTable & { kind: EventKind }

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
export const createSums = () => {
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
export type SumsWriter = ReturnType<typeof createSumsWriter>

/** Takes visits out of the sums of one class, and adds them to those of another. Their rows are in the store. */
export const moveVisits = async (
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

/** Deletes what is kept no longer, and what a clock ahead of time has stored; sums of hours become sums of days. Returns the number of visits deleted. */
export const cleanUpVisits = async ({ exclusive }: Database, now: number): Promise<number> => {
  const hour = Math.floor(now / oneHourMs)
  const [oldest, latest] = [hour - rawDays * 24, hour + 48]
  return exclusive('visits', async (trx) => {
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
