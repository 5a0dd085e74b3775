import { createHash } from 'node:crypto'
import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises'
import { appPath } from '../../model/accounts/app-path.ts'
import { NotFound } from '../../model/errors.ts'
import type { Page, Site } from '../../model/publishing/page.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { type PageFacts, pageFacts } from '../../model/readiness/page-facts.ts'
import {
  type LinkCheck,
  type ReadinessFinding,
  type ReadinessReport,
  readinessCalls,
} from '../../model/readiness/readiness.ts'
import { externalLinks, type Found, localPaths, readinessOf } from '../../model/readiness/rules.ts'
import { yearAt } from '../../model/text-rules.ts'
import { themeFor } from '../../model/themes/chosen-theme.ts'
import { tonesOf } from '../../model/themes/tones.ts'
import { type Database, oncePer, type Reader, readMeta, writeMeta } from '../db/database.ts'
import { endpoints } from '../endpoint/endpoint.ts'
import type { Mail } from '../mail/mail.ts'
import { hasMediaAt } from '../media/current-files.ts'
import type { DrawnTexts } from '../publishing/drawn-texts.ts'
import type { Snapshots } from '../publishing/page-snapshots.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { listRemnants } from '../setup/samples.ts'
import { identityOf } from '../snapshots/snapshots.ts'
import { checkLinks, type LinkNetwork } from './external-links.ts'

const linksKey = 'external links'
/** Dead links that are kept. */
const mostDead = 200
const mostDismissals = 1000
const drawMs = 1000
/** Pages that are read; a site of thousands would take a minute. */
const mostPages = 500
/** Time that the first screen waits for a number. */
const countMs = 400

interface Parts {
  db: Database
  site: Pick<Site, 'cards' | 'themes'>
  snapshots: Snapshots
  texts: Pick<DrawnTexts, 'draw'>
  content: () => Content | undefined
  mail: Pick<Mail, 'describe'>
  /** True for a path of a built file, or of a form of the CV. */
  isFile: (path: string) => boolean
  publicUrl: string
  network?: LinkNetwork
  now?: () => number
}

const isHtml = (type: string) => type.startsWith('text/html')

const idOf = ({ rule, collection, entry, field, subject }: Found): string =>
  createHash('sha256')
    .update(JSON.stringify([rule, collection, entry, field, subject]))
    .digest('base64url')
    .slice(0, 22)

interface StoredCheck {
  at: string
  checked: number
  left: number
  dead: [url: string, reason: string][]
}

/** Looks over what visitors see for what keeps the site from being shown. docs/decisions/095-ready-to-show.md */
export const createReadiness = (parts: Parts) => {
  const { db, site, snapshots, texts, content, mail, isFile, publicUrl, network, now = Date.now } = parts
  /** By what a page is made of, so that one is read again only when it has changed. */
  const read = new WeakMap<object, PageFacts>()

  const htmlOf = async (page: Page): Promise<string> => {
    const ready = snapshots.later.ready(page.path)
    if (ready) return identityOf(ready).toString()
    if (page.texts) await texts.draw([page.texts()], { waitMs: drawMs })
    return (page.later?.() ?? page).body
  }

  const factsOf = async (path: string, made: object, html: () => Promise<string> | string) => {
    const known = read.get(made)
    if (known) return known
    // Visits go first.
    await breathe()
    try {
      const facts = pageFacts(path, await html())
      read.set(made, facts)
      return facts
    } catch {
      // Health, Publishing, says of a page that cannot be rendered.
      return undefined
    }
  }

  /** The pages that visitors may open, the one page first, and the number of those for which there is no time. */
  const readPages = async () => {
    const ready = [...snapshots.current].flatMap(([path, snapshot]) =>
      isHtml(snapshot.source.type) && snapshot.status === 200 && path !== '/?sent=1'
        ? [() => factsOf(path, snapshot, () => identityOf(snapshot).toString())]
        : [],
    )
    const deferred = [...snapshots.deferred].flatMap(([path, page]) =>
      isHtml(page.type) && page.status === 200 ? [() => factsOf(path, page, () => htmlOf(page))] : [],
    )
    const all = [...ready, ...deferred]
    const pages: PageFacts[] = []
    for (const next of all.slice(0, mostPages)) {
      const facts = await next()
      if (facts) pages.push(facts)
    }
    return { pages, left: Math.max(0, all.length - mostPages) }
  }

  /** Paths among those linked to at which something is. */
  const servedOf = async (pages: readonly PageFacts[]): Promise<Set<string>> => {
    const served = new Set<string>()
    for (const path of localPaths(pages, publicUrl)) {
      const [bare = path] = path.split('?')
      const isThere = [path, bare].some(
        (one) => (one !== '/404' && snapshots.has(one)) || isFile(one) || appPath.test(one),
      )
      if (isThere || (bare.startsWith('/media/') && (await hasMediaAt(db.kysely, bare)))) served.add(path)
    }
    return served
  }

  const storedCheck = async (): Promise<StoredCheck | undefined> => {
    const text = await readMeta(db.kysely, linksKey)
    return text === undefined ? undefined : (JSON.parse(text) as StoredCheck)
  }

  /** The last number of open findings, and the content of which it is; undefined once a dismissal or a check of links here has changed it. */
  let last: { of: Content | undefined; open: number } | undefined
  let writes = 0
  const forgetLast = () => {
    last = undefined
    writes += 1
  }

  const look = async () => {
    const before = writes
    const shown = content()
    if (!shown) return { of: shown, before, pages: [], left: 0, found: [], check: undefined }
    const theme = themeFor(shown, site.themes)
    const [{ pages, left }, remnants, state, check] = await Promise.all([
      readPages(),
      listRemnants(db),
      mail.describe(),
      storedCheck(),
    ])
    const found = readinessOf({
      ...{ content: shown, pages, publicUrl, remnants, mail: state },
      served: await servedOf(pages),
      deadLinks: new Map(check?.dead),
      cards: [...site.cards(shown)],
      tones: theme && tonesOf(theme.palettes, shown.settings),
      year: yearAt(now(), shown.settings),
    })
    const byId = new Map<string, ReadinessFinding>()
    for (const one of found) {
      const { subject: _, ...finding } = one
      const id = idOf(one)
      if (!byId.has(id)) byId.set(id, { id, ...finding })
    }
    return { of: shown, before, pages, left, found: [...byId.values()], check }
  }

  let running: ReturnType<typeof look> | undefined
  /** One at a time: two windows wait for the same. */
  const find = () => {
    running ??= look().finally(() => {
      running = undefined
    })
    return running
  }

  const dismissals = () => db.kysely.selectFrom('readiness_dismissals').selectAll().execute()

  const report = async (): Promise<ReadinessReport> => {
    const started = performance.now()
    const [{ of, before, pages, left, found, check }, rows] = await Promise.all([find(), dismissals()])
    const reasonOf = new Map(rows.map((row) => [row.id, row]))
    const linkCheck: LinkCheck | null = check
      ? { at: check.at, checked: check.checked, dead: check.dead.length, left: check.left }
      : null
    const findings = found.filter(({ id }) => !reasonOf.has(id))
    if (writes === before) last = { of, open: findings.length }
    return {
      pages: pages.length,
      pagesLeft: left,
      findings,
      dismissed: found.flatMap((one) => {
        const row = reasonOf.get(one.id)
        return row ? [{ ...one, reason: row.reason, at: row.dismissed_at }] : []
      }),
      externalLinks: externalLinks(pages, publicUrl).length,
      linkCheck,
      ms: Math.round(performance.now() - started),
    }
  }

  return {
    report,

    /** Number of findings that are open. When counting takes longer than a screen should wait: the last number for the same content, or null. */
    count: async (): Promise<number | null> => {
      const stop = new AbortController()
      const known = last?.of === content() ? (last?.open ?? null) : null
      const late = wait(countMs, known, { signal: stop.signal }).catch(() => null)
      // Health shows why it fails.
      const counted = report().then(
        ({ findings }) => findings.length,
        () => null,
      )
      return Promise.race([counted, late]).finally(() => stop.abort())
    },

    /** Leaves a finding out, for a reason, until what it is about changes. Throws `NotFound` for one that is not found now. */
    dismiss: async (id: string, reason: string, { by }: { by: string }): Promise<void> => {
      const { found } = await find()
      if (!found.some((one) => one.id === id)) throw new NotFound('finding', id)
      await db.transaction(async (trx) => {
        const row = { reason, dismissed_by: by, dismissed_at: new Date(now()).toISOString() }
        await trx
          .insertInto('readiness_dismissals')
          .values({ id, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute()
        // What a finding was about may come back; what has been gone for longest need not be kept.
        const old = await trx
          .selectFrom('readiness_dismissals')
          .select('id')
          .orderBy('dismissed_at', 'desc')
          .orderBy('id')
          .offset(mostDismissals)
          .limit(mostDismissals)
          .execute()
        if (old.length > 0)
          await trx
            .deleteFrom('readiness_dismissals')
            .where(
              'id',
              'in',
              old.map((one) => one.id),
            )
            .execute()
      })
      forgetLast()
    },

    /** Counts a dismissed finding again. */
    restore: async (id: string): Promise<void> => {
      const { numDeletedRows } = await db.kysely
        .deleteFrom('readiness_dismissals')
        .where('id', '=', id)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new NotFound('dismissal', id)
      forgetLast()
    },

    /** Looks at the links to other sites, once: nothing of them is looked at by itself. */
    checkLinks: async (): Promise<LinkCheck> => {
      const urls = externalLinks((await readPages()).pages, publicUrl)
      const outcomes = await checkLinks(urls, network)
      const dead = [...outcomes].flatMap(([url, reason]): StoredCheck['dead'] =>
        reason === null ? [] : [[url, reason]],
      )
      const check = {
        at: new Date(now()).toISOString(),
        checked: outcomes.size,
        left: urls.length - outcomes.size,
        dead: dead.slice(0, mostDead),
      }
      await writeMeta(db.kysely, linksKey, JSON.stringify(check satisfies StoredCheck))
      forgetLast()
      return { ...check, dead: check.dead.length }
    },
  }
}

type Readiness = ReturnType<typeof createReadiness>

const monthKey = 'readiness month'
const newsKey = 'readiness news'
/** Findings that an email names. */
const mostNamed = 10

/** Ids of what the owner has been told of, and the number of new ones that wait on the first screen. */
interface Told {
  ids: string[]
  news: number
}

const readTold = async (reader: Reader): Promise<Told | undefined> => {
  const text = await readMeta(reader, newsKey)
  return text === undefined ? undefined : (JSON.parse(text) as Told)
}

export const readNews = async (reader: Reader): Promise<number> => (await readTold(reader))?.news ?? 0

/** The owner has seen them. */
export const clearNews = async (db: Database): Promise<void> =>
  db.transaction(async (trx) => {
    const told = await readTold(trx)
    if (told && told.news > 0) await writeMeta(trx, newsKey, JSON.stringify({ ...told, news: 0 } satisfies Told))
  })

const emailOf = (fresh: readonly ReadinessFinding[], publicUrl: string) => ({
  subject: fresh.length === 1 ? 'Your site has something to mend' : `Your site has ${fresh.length} things to mend`,
  text: [
    'The monthly check found what was not there before:',
    ...fresh.slice(0, mostNamed).map(({ title, message }) => `${title}\n${message}`),
    ...(fresh.length > mostNamed ? [`And ${fresh.length - mostNamed} more.`] : []),
    `All of it, each with a link to its field:\n${publicUrl}/admin/health`,
    `-- \nSent by your site once a month at most. Settings, Mail, changes that.\n${publicUrl}/`,
  ].join('\n\n'),
})

/**
 * Checks the site once a month, from the hour of the digest on (time zone of the server), in all processes together. Queues an email about
 * what is new; where none can be sent, it waits on the first screen. The first month only remembers what is there, which the first steps
 * name. Called every hour; returns the number of new findings.
 */
export const checkMonthly = async (
  parts: {
    db: Database
    mail: Pick<Mail, 'toOwner' | 'outbox'>
    settings: Pick<SettingsStore, 'get'>
    readiness: Pick<Readiness, 'report'>
    publicUrl: string
  },
  now: number,
): Promise<number> => {
  const { db, mail, readiness, publicUrl } = parts
  const { settings } = await parts.settings.get()
  const date = new Date(now)
  const period = `${date.getFullYear()}-${date.getMonth() + 1}`
  if (!settings.readinessMonthly || date.getHours() < settings.digestHour) return 0
  if ((await readMeta(db.kysely, monthKey)) === period) return 0
  const { findings, dismissed, pages } = await readiness.report()
  // Nothing is published yet, or in this process: all would be new afterwards.
  if (pages === 0) return 0
  let found = 0
  await oncePer(db, { key: monthKey, period }, async (trx) => {
    const told = await readTold(trx)
    const known = new Set(told?.ids)
    const fresh = told ? findings.filter(({ id }) => !known.has(id)) : []
    const isMailed = fresh.length > 0 && (await mail.toOwner(trx, 'readiness', emailOf(fresh, publicUrl)))
    const ids = [...findings, ...dismissed].map(({ id }) => id)
    const news = isMailed ? 0 : fresh.length
    await writeMeta(trx, newsKey, JSON.stringify({ ids, news } satisfies Told))
    found = fresh.length
    return true
  })
  if (found > 0) mail.outbox.poll()
  return found
}

export const readinessApi = (readiness: Readiness, db: Database) =>
  endpoints(readinessCalls(), {
    'GET /api/readiness': [
      'Looks over the published site for what keeps it from being shown',
      () => readiness.report(),
    ],
    'POST /api/readiness/dismissals': [
      'Leaves a finding out, for a reason, until what it is about changes',
      { status: 201 },
      ({ body: { id, reason }, based }) => readiness.dismiss(id, reason, based),
    ],
    'DELETE /api/readiness/dismissals/:id': ['Counts a dismissed finding again', ({ id }) => readiness.restore(id)],
    'POST /api/readiness/link-checks': [
      'Looks whether the links to other sites lead somewhere; takes up to half a minute',
      { status: 201 },
      () => readiness.checkLinks(),
    ],
    'GET /api/readiness/news': [
      'Counts what the monthly check found and the owner was not told of',
      async () => ({ count: await readNews(db.kysely) }),
    ],
    'DELETE /api/readiness/news': ['Says that the owner has seen it', () => clearNews(db)],
  })
