import { hash, randomBytes, randomInt } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { cvKindAt } from '../../model/cv/cv.ts'
import type { Settings } from '../../model/settings/settings.ts'
import { bitOf, burst, classOf, switchableRules } from '../../model/visits/visits.ts'
import { carriesOurCookie, cookieValues, deviceCookie } from '../accounts/sessions.ts'
import type { Database } from '../db/database.ts'
import { clientIp, ipGroup, networkOf } from '../endpoint/endpoint.ts'
import { type Clock, oneDayMs, oneHourMs, systemClock } from '../process/clock.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import { createCountries } from './countries.ts'
import { campaignOf, deviceOf, signalsOf, sourceOf } from './known-clients.ts'
import {
  type Batch,
  type Client,
  type Counted,
  cleanUpVisits,
  countAgain,
  createSumsWriter,
  type EventKind,
  idleMs,
  type Visit,
  writeBatch,
} from './visit-batches.ts'

const mostVisits = 50_000
/** Time between two writes, in ms: with the write itself, less than ten seconds. */
const writeEveryMs = 5000
/** Visits that are kept one by one, a day and process; the rest is in the sums alone. A million visits a year are 2,740 a day. */
const mostKeptADay = 20_000

/** Addresses in `clients`. */
const mostClients = 5000
/** Agents behind one of them. */
const mostAgents = 16

const burstBit = bitOf('burst')

const numbersOnly = { own: 'own own', prefetch: 'prefetches prefetch', private: 'private private' } as const

/** A view that is no visit, or undefined. In this order: who asks not to be counted is only that number. */
const numberOf = (headers: IncomingHttpHeaders, publicUrl: string): string | undefined => {
  if (headers.dnt === '1' || headers['sec-gpc'] === '1') return numbersOnly.private
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']
  if (purpose !== undefined && String(purpose).includes('prefetch')) return numbersOnly.prefetch
  const { cookie } = headers
  const isOwn =
    cookie !== undefined &&
    (carriesOurCookie(cookie, publicUrl) || cookieValues(cookie, deviceCookie(publicUrl)).length > 0)
  return isOwn ? numbersOnly.own : undefined
}

/** A page that somebody opens, not one that a script reads. */
const isDocument = (headers: IncomingHttpHeaders): boolean => {
  const destination = headers['sec-fetch-dest']
  if (destination !== undefined) return destination === 'document'
  return headers.accept?.includes('text/html') === true
}

/**
 * The key of a day: 32 random bytes, in this process's memory alone, or with Postgres in one row that all processes read. Yesterday's is
 * kept for half an hour, for visits across midnight.
 */
const createDayKeys = ({ kysely, kind }: Database) => {
  const keys = new Map<number, string>()
  const shared = new Set<number>()
  let cleaned = 0
  const random = () => randomBytes(32).toString('hex')
  const of = (day: number): string => {
    let key = keys.get(day)
    if (key === undefined) {
      key = random()
      keys.set(day, key)
    }
    return key
  }
  return {
    of,
    /** Deletes the keys of days that are over, and of days to come after the clock was set back. */
    forget: (now: number): void => {
      const eldest = Math.floor((now - idleMs) / oneDayMs)
      const tomorrow = Math.floor((now + oneHourMs) / oneDayMs)
      for (const day of keys.keys()) {
        if (day >= eldest && day <= tomorrow) continue
        keys.delete(day)
        shared.delete(day)
      }
    },
    /** Called before each write: reads the keys that the processes share, and makes tomorrow's an hour ahead. */
    share: async (now: number): Promise<void> => {
      if (kind === 'sqlite') return
      const today = Math.floor(now / oneDayMs)
      const tomorrow = Math.floor((now + oneHourMs) / oneDayMs)
      for (const day of new Set([today, tomorrow])) {
        if (shared.has(day)) continue
        await kysely
          .insertInto('visit_keys')
          .values({ day, key: random() })
          .onConflict((conflict) => conflict.column('day').doNothing())
          .execute()
        const { key } = await kysely
          .selectFrom('visit_keys')
          .select('key')
          .where('day', '=', day)
          .executeTakeFirstOrThrow()
        keys.set(day, key)
        shared.add(day)
      }
    },
    /** Called with each write, also while visits are not counted: deletes what `forget` does from the table, half an hour later. */
    cleanUp: async (now: number): Promise<void> => {
      if (kind === 'sqlite') return
      const eldest = Math.floor((now - oneHourMs) / oneDayMs)
      if (eldest === cleaned) return
      const tomorrow = Math.floor((now + oneHourMs) / oneDayMs)
      await kysely
        .deleteFrom('visit_keys')
        .where((is) => is.or([is('day', '<', eldest), is('day', '>', tomorrow)]))
        .execute()
      cleaned = eldest
    },
  }
}

const plainAddress = /^(\d{1,3}\.\d{1,3}\.\d{1,3}\.)\d{1,3}$/

/** The /24 or /48 of a client. The short way for what nearly all send: the long one takes a microsecond of a visit's twenty. */
const clientNetwork = (request: IncomingMessage, trustProxy: number): string => {
  const text = trustProxy === 0 ? request.socket.remoteAddress : request.headers['x-forwarded-for']
  const plain = trustProxy <= 1 && typeof text === 'string' ? plainAddress.exec(text) : null
  return plain === null ? networkOf(ipGroup(clientIp(request, trustProxy))) : `${plain[1]}0/24`
}

const projectPath = /^\/projects\/[^/]+$/

export interface Visits {
  /** Counts an answer that has left, if it was a page that somebody opens or a CV. */
  answered(request: IncomingMessage, path: string, status: number): void
  /** A project opened over the page. */
  opened(request: IncomingMessage, path: string): void
  messageSent(request: IncomingMessage, id: string): Promise<void>
  start(): Promise<void>
  /** Writes what is counted so far; called every five seconds. */
  write(): Promise<void>
  cleanUp(now: number): Promise<number>
  stop(): Promise<void>
}

/**
 * Counts visits: in memory while requests are answered, and written in batches. Nothing that is written or kept longer than half an hour is
 * an address, a part of one, or a user agent. docs/decisions/093-visits.md
 */
export const createVisits = (parts: {
  database: Database
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'countryDatabase'>
  settings: { get(): Promise<{ settings: Settings }> }
  /** True for the path of a page of the site. */
  isPage: (path: string) => boolean
  log: Log
  clock?: Clock
  uptimeMs?: () => number
}): Visits => {
  const { database, settings, isPage, log, clock = systemClock, uptimeMs = () => performance.now() } = parts
  // Whole numbers stand in their object, others apart from it: a visit has fewer places in memory to be fetched.
  const uptime = () => Math.floor(uptimeMs())
  const { publicUrl, trustProxy } = parts.config
  const countries = createCountries(parts.config.countryDatabase, log, uptimeMs)
  const keys = createDayKeys(database)
  const writeSums = createSumsWriter()
  /** The least recent first, but for the ten seconds in which `noteBurst` leaves a visit where it is. */
  const visits = new Map<string, Visit>()
  let batches: Batch[] = []
  let inHand: Batch | undefined
  let writing: Promise<void> | undefined
  let isOn = false
  let off: ReadonlySet<string> = new Set()
  let ownCv = ''
  let tiesMessages = false
  let kept = { day: 0, count: 0 }
  let hasFailed = false
  let isOver = false
  let cancel = () => {}
  let stopListening = () => {}

  const currentBatch = (): Batch => {
    const hour = Math.floor(clock.now() / oneHourMs)
    const last = batches.at(-1)
    if (last !== undefined && last.hour === hour && last !== inHand) return last
    const batch: Batch = { hour, visits: new Map(), numbers: new Map(), clients: new Map() }
    batches.push(batch)
    // The database has been away for a day.
    if (batches.length > 24) batches = batches.slice(-24)
    return batch
  }

  const addNumber = (term: string) => {
    const { numbers } = currentBatch()
    numbers.set(term, (numbers.get(term) ?? 0) + 1)
  }

  const entryOf = (visit: Visit, begins: boolean) => {
    const { visits: entries } = currentBatch()
    let entry = entries.get(visit)
    if (entry === undefined && entries.size < mostVisits) {
      entry = { begins, path: '', views: 0, others: undefined, events: undefined }
      entries.set(visit, entry)
    }
    return entry
  }

  const record = (visit: Visit, kind: EventKind, term: string) => {
    const entry = entryOf(visit, false)
    if (entry === undefined) return
    entry.events ??= new Map()
    const { events } = entry
    const key = `${kind} ${term}`
    events.set(key, (events.get(key) ?? 0) + 1)
  }

  const mayKeep = (day: number): boolean => {
    if (kept.day !== day) kept = { day, count: 0 }
    kept.count += 1
    return kept.count <= mostKeptADay
  }

  const forgetVisit = (visit: Visit) => {
    visits.delete(visit.visitor)
    // While the database is away, a batch holds it for longer.
    visit.visitor = ''
  }

  const begin = (request: IncomingMessage, visitor: string, path: string, now: number): Visit => {
    const { headers, url = '' } = request
    const signals = signalsOf(headers, publicUrl)
    const wall = clock.now()
    const visit: Visit = {
      id: randomInt(2 ** 48 - 1),
      visitor,
      hour: Math.floor(wall / oneHourMs),
      signals,
      ...classOf(signals, off),
      source: sourceOf(headers.referer, publicUrl),
      campaign: campaignOf(url),
      device: deviceOf(headers),
      path,
      country: countries.of(clientIp(request, trustProxy)),
      lastMs: now,
      recentSince: now,
      recent: 0,
      seen: new Set(),
      opened: new Set(),
      isKept: mayKeep(Math.floor(wall / oneDayMs)),
    }
    const over = visits.get(visitor)
    if (over !== undefined) forgetVisit(over)
    if (visits.size >= mostVisits) visits.delete(visits.keys().next().value as string)
    visits.set(visitor, visit)
    entryOf(visit, true)
    return visit
  }

  const moveLast = (visit: Visit) => {
    visits.delete(visit.visitor)
    visits.set(visit.visitor, visit)
  }

  const visitOf = (request: IncomingMessage, path: string): Visit => {
    const now = uptime()
    const wall = clock.now()
    const day = Math.floor(wall / oneDayMs)
    const client = `${clientNetwork(request, trustProxy)}\n${(request.headers['user-agent'] ?? '').slice(0, 512)}`
    const visitorOn = (of: number) => hash('sha256', keys.of(of) + client, 'binary')
    const visitor = visitorOn(day)
    let visit = visits.get(visitor)
    if (visit === undefined && wall - day * oneDayMs < idleMs) visit = visits.get(visitorOn(day - 1))
    if (visit === undefined || now - visit.lastMs >= idleMs) return begin(request, visitor, path, now)
    visit.lastMs = now
    moveLast(visit)
    return visit
  }

  const noteBurst = (visit: Visit, now: number) => {
    visit.lastMs = now
    if (now - visit.recentSince >= burst.withinMs) {
      visit.recentSince = now
      visit.recent = 0
      moveLast(visit)
    }
    visit.recent += 1
    if (visit.recent <= burst.views || (visit.signals & burstBit) !== 0) return
    visit.signals |= burstBit
    Object.assign(visit, classOf(visit.signals, off))
  }

  /** The client of this request, if it asked since the last write. */
  const knownClient = (first: Client | undefined, agent: string): Client | undefined => {
    for (let client = first; client !== undefined; client = client.next) if (client.agent === agent) return client
    return undefined
  }

  const countView = (counted: Counted, path: string) => {
    if (counted.path === path) counted.views += 1
    else if (counted.views === 0) Object.assign(counted, { path, views: 1 })
    else {
      counted.others ??= new Map()
      counted.others.set(path, (counted.others.get(path) ?? 0) + 1)
    }
  }

  const view = (request: IncomingMessage, path: string) => {
    const { clients } = currentBatch()
    const now = uptime()
    const given = trustProxy === 0 ? request.socket.remoteAddress : request.headers['x-forwarded-for']
    const address = typeof given === 'string' ? given : ''
    const agent = request.headers['user-agent'] ?? ''
    const first = clients.get(address)
    let client = knownClient(first, agent)
    if (client === undefined || now - client.visit.lastMs >= idleMs) {
      const visit = visitOf(request, path)
      const counted = entryOf(visit, false)
      if (counted === undefined) return
      const length = (first?.length ?? 0) + 1
      client = { agent, visit, counted, next: first, length }
      // Of more behind one address, each view costs a hash.
      if (address !== '' && length <= mostAgents && (first !== undefined || clients.size < mostClients))
        clients.set(address, client)
    }
    noteBurst(client.visit, now)
    countView(client.counted, path)
    if (path.startsWith('/projects/') && projectPath.test(path)) record(client.visit, 'open', path)
  }

  const forgetIdle = () => {
    const now = uptimeMs()
    for (const visit of visits.values()) {
      if (now - visit.lastMs < idleMs) break
      forgetVisit(visit)
    }
  }

  const forgetClients = () => {
    for (const { clients } of batches) clients.clear()
  }

  /** What is promised to be forgotten; it waits for no database. */
  const forget = () => {
    forgetClients()
    forgetIdle()
    keys.forget(clock.now())
  }

  const writeAll = async () => {
    try {
      await keys.cleanUp(clock.now())
      if (isOn) {
        await countries.refresh(true)
        await keys.share(clock.now())
      }
      for (const batch of [...batches]) {
        inHand = batch
        await writeBatch(database, batch, { off, now: clock.now(), writeSums })
        batches = batches.filter((other) => other !== batch)
      }
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.warn('Visits are not written yet; they are counted in memory', { reason: String(error) })
      hasFailed = true
    } finally {
      inHand = undefined
    }
  }

  const write = async (): Promise<void> => {
    forget()
    // Of the same moment, or after the one in hand, which does not have the newest views.
    await Promise.all([writing, refreshing])
    writing ??= writeAll().finally(() => {
      writing = undefined
    })
    return writing
  }

  const refresh = async () => {
    const { settings: now } = await settings.get()
    ownCv = now.cv
    tiesMessages = now.visitsOfMessages
    // Another key would count who is here already once more.
    if (now.visits) await keys.share(clock.now())
    await countries.refresh(now.visits)
    isOn = now.visits
    if (!isOn) {
      visits.clear()
      forgetClients()
    }
    const rules = switchableRules.filter((rule) => !now[rule])
    if (rules.join(' ') !== [...off].join(' ')) {
      off = new Set(rules)
      for (const visit of visits.values()) Object.assign(visit, classOf(visit.signals, off))
    }
    const moved = await countAgain(database, writeSums, off)
    if (moved > 0) log.info('Visits are counted again by other rules', { count: moved })
  }
  let refreshing = Promise.resolve()
  const refreshInTurn = (): Promise<void> => {
    refreshing = refreshing.then(refresh).catch((error: unknown) => {
      log.warn('The settings of visits could not be read', { reason: String(error) })
    })
    return refreshing
  }

  const writeLater = () => {
    if (isOver) return
    cancel = clock.schedule(writeEveryMs, () => {
      if (writing === undefined) void write()
      else forget()
      writeLater()
    })
  }

  return {
    answered: (request, path, status) => {
      if (!isOn || status !== 200 || request.method !== 'GET') return
      const isCv = path === ownCv || (path.startsWith('/cv.') && cvKindAt(path) !== undefined)
      if (!isCv && !isDocument(request.headers)) return
      if (!isCv && !isPage(path)) return
      const number = numberOf(request.headers, publicUrl)
      if (number === undefined) {
        if (isCv) record(visitOf(request, path), 'download', '')
        else view(request, path)
      } else if (!isCv) addNumber(number)
    },
    opened: (request, path) => {
      if (!isOn || !projectPath.test(path) || !isPage(path)) return
      const number = numberOf(request.headers, publicUrl)
      if (number === undefined) view(request, path)
      else addNumber(number)
    },
    messageSent: async (request, id) => {
      if (!isOn || numberOf(request.headers, publicUrl) !== undefined) return
      const visit = visitOf(request, '/')
      record(visit, 'message', '')
      if (!tiesMessages) return
      const { source, path } = visit
      await database.kysely
        .insertInto('message_sources')
        .values({ message: id, source, path })
        .onConflict((conflict) => conflict.column('message').doNothing())
        .execute()
    },
    start: async () => {
      await refreshInTurn()
      // A draft changes nothing that is published.
      stopListening = database.onChange((changes) => void (changes?.hidden || refreshInTurn()))
      writeLater()
    },
    write,
    cleanUp: async (now) => {
      await database.kysely
        .deleteFrom('open_visits')
        .where((is) => is.or([is('last_at', '<', now - idleMs), is('last_at', '>', now + oneDayMs)]))
        .execute()
      return cleanUpVisits(database, now)
    },
    stop: async () => {
      isOver = true
      cancel()
      stopListening()
      await refreshing
      await write()
    },
  }
}
