import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/figure.ts'
import { pageInCutFonts } from '../../tests/support/cut-fonts.ts'
import type { Check } from '../check.ts'
import { atLeast, atMost, figure, none } from '../support/figures.ts'
import { sharedByTwo } from '../support/shared-by-two.ts'
import { type SiteOfTwo, startSiteOfTwo } from '../support/site-of-two.ts'
import { backedUpByTwo, cleanedByTwo } from '../support/tidied-by-two.ts'
import { until } from '../support/until.ts'
import { watchPage } from '../support/watch-page.ts'

type Index = 0 | 1

const numberless = (page: string) => page.replaceAll(/Revision \d+ (?:of the page|—)?/g, 'Revision # ')

/** Excerpts of two pages from the place at which they begin to differ. */
const partingFrom = (first: string, page: string) => {
  let at = 0
  while (at < page.length && page[at] === first[at]) at += 1
  return [first, page].map((one) => one.slice(Math.max(0, at - 40), at + 120)).join(' / ')
}

const messageId = (raw: string) => /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? 'none'

/** Saves one entry over and over, and looks when the other process shows it. */
const createSaver = async (site: SiteOfTwo) => {
  const staleness: number[] = []
  const wrong: string[] = []
  const named = (n: number) => ({ data: { name: `Revision ${n} of the page` } })
  const made = await site.ask(0, 'POST', '/api/entries/skills', { data: { ...named(0).data, percent: 50 } })
  const address = `/api/entries/skills/${made.json.id}`
  let { version } = made.json
  let saved = 0
  /** Until it is acknowledged: it may be refused while the database is away. */
  const save = async (at: Index) => {
    const n = saved + 1
    const deadline = Date.now() + 20_000
    for (;;) {
      const answer = await site.ask(at, 'PATCH', address, named(n), { 'if-match': `"${version}"` })
      const { status, json, text } = answer
      if (status === 200 || (status === 409 && json.current.data.name === named(n).data.name)) {
        version = json.version ?? json.current.version
        break
      }
      if (status !== 503) wrong.push(`${status} ${text.slice(0, 120)}`)
      if (Date.now() > deadline) throw new Error(`A save was not acknowledged within 20 s: ${status} ${text}`)
      await sleep(50)
    }
    saved = n
  }
  return {
    ...{ staleness, wrong, save },
    saved: () => saved,
    /** The same, and waits until the other process shows it. */
    saveAndSee: async (at: Index) => {
      await save(at)
      const started = performance.now()
      const other = at === 0 ? 1 : 0
      while (!(await site.ask(other, 'GET', '/')).text.includes(`Revision ${saved} of the page`)) {
        if (performance.now() - started > 10_000) break
        await sleep(10)
      }
      staleness.push(performance.now() - started)
    },
  }
}

const send = async (site: SiteOfTwo, at: Index | 'front', n: number) => {
  const body = { user_name: 'Visitor', user_email: 'visitor@people.example', message: `About the work, letter ${n}` }
  const sent = () =>
    site.ask(at, 'POST', '/api/messages', body, { 'idempotency-key': `m-${n}` }).then(
      ({ status }) => status === 201,
      () => false,
    )
  if ((await until(sent, 20_000)) === undefined) throw new Error(`Message ${n} was not taken within 20 s.`)
}

const queued = async (site: SiteOfTwo) =>
  Number((await site.query("select count(*) as n from deliveries where state = 'queued'"))[0]?.n)

/** Kills a process while the mail server has its email and has not answered; tells after how long the other has sent it. */
const killWithMailInHand = async (site: SiteOfTwo) => {
  if ((await until(async () => (await queued(site)) === 0, 30_000)) === undefined) throw new Error('Emails are stuck.')
  site.smtp.mode = 'hang'
  await send(site, 0, 1000)
  if ((await until(() => site.smtp.hanging > 0, 20_000)) === undefined) throw new Error('No email left.')
  const before = site.smtp.received.length
  await site.kill(0)
  site.smtp.mode = 'ok'
  return until(() => site.smtp.received.length > before, 90_000)
}

/** A fleet of the smallest size, through everything that happens to it. */
export const twoProcessesBehindNginx: Check = {
  name: 'two-processes-behind-nginx',
  kind: 'fault',
  timed: true,
  promise:
    'Two processes behind nginx share one Postgres through PgBouncer in transaction mode. One of them is killed with an email in hand, Postgres crashes and comes back: visitors always get one whole revision, the other process shows a save within a second, and each email is sent once, that of the killed process within a minute.',
  run: async ({ folder, times }) => {
    const site = await startSiteOfTwo(folder)
    try {
      const saver = await createSaver(site)
      const { ask } = site
      // From here on both show a revision, in fonts that were cut for it, which takes a moment.
      await saver.saveAndSee(0)
      for (const at of [0, 1] as const) await pageInCutFonts(async () => (await ask(at, 'GET', '/')).text)
      const watch = watchPage(site.front)
      const [half, messages] = [times(50, 8), times(20, 4)]
      for (let n = 0; n < half; n += 1) {
        await saver.saveAndSee((n % 2) as Index)
        if (n % Math.ceil(half / messages) === 0) await send(site, 'front', n)
      }
      const mailMs = await killWithMailInHand(site)
      // The one that is left serves and saves alone.
      await saver.save(1)
      await site.start(0)
      await site.postgres.crash()
      const whileAway = await ask(1, 'POST', '/api/messages', {
        ...{ user_name: 'V', user_email: 'v@people.example', message: 'While it is away' },
      })
      await sleep(1500)
      await site.postgres.restart()
      await saver.save(0)
      await saver.save(1)
      for (let n = 0; n < half; n += 1) {
        await saver.saveAndSee((n % 2) as Index)
        if (n % Math.ceil(half / messages) === 0) await send(site, 'front', 100 + n)
      }
      const states = [await ask(0, 'GET', '/healthz'), await ask(1, 'GET', '/healthz')]
      await until(async () => (await queued(site)) === 0, 60_000)
      const met = await watch.stop()
      const ids = site.smtp.received.map(({ raw }) => messageId(raw))
      const rows = await site.query('select mail_id, state from deliveries')
      const notShared = await sharedByTwo(site, path.join(folder, 'backups'))
      const notCleaned = await cleanedByTwo(site)
      const notBackedUp = await backedUpByTwo(site, path.join(folder, 'backups'))
      const pages = new Set([...met.bodies.keys()].map(numberless))
      return [
        atLeast('saves, alternating', saver.saved(), 2 * half),
        none('answers to saves other than 200 and 503', saver.wrong),
        figure('message while Postgres was away: status', whileAway.status, { atLeast: 503, atMost: 503 }),
        atLeast('revisions that visitors saw', met.bodies.size, half),
        none(
          'visits that got no whole revision',
          [...pages].slice(1).map((page) => partingFrom([...pages][0] ?? '', page)),
        ),
        atMost('the other process shows a save after, p99', percentile(saver.staleness, 99), 1000, 'ms'),
        figure('the same, median', percentile(saver.staleness, 50), undefined, { unit: 'ms' }),
        atLeast('emails sent', ids.length, messages),
        none(
          'emails that came more than once',
          ids.filter((id, index) => ids.indexOf(id) !== index),
        ),
        none(
          'emails that did not come',
          rows.flatMap(({ mail_id, state }) =>
            state === 'sent' && ids.includes(mail_id) ? [] : [`${mail_id} ${state}`],
          ),
        ),
        figure(
          'email in hand of the killed process came after',
          (mailMs ?? 90_000) / 1000,
          { atMost: 60 },
          { unit: 'seconds' },
        ),
        none('of sessions, claims, backups, restoring and limits: not shared', notShared),
        none('wrong after one of two was killed at cleaning up', notCleaned),
        none('wrong after one of two was killed at the backup of the day', notBackedUp),
        none(
          'processes that are not well at the end',
          states.filter(({ json }) => json?.status !== 'ok').map(({ text }) => text),
        ),
        figure('page visits meanwhile', met.visits, { atLeast: 1 }),
        none('visits that did not get the page', met.bad),
        // Of two processes, nginx, PgBouncer and Postgres on the same cores.
        figure('page, p99', met.p99, undefined, { unit: 'ms' }),
      ]
    } finally {
      await site.close()
    }
  },
}
