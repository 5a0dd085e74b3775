import { composeSite } from './compose-site.ts'
import { Unavailable } from './model/errors.ts'
import { endLinksOfOtherSecret, openClaim } from './server/accounts/claim-token.ts'
import { sweepLeftovers } from './server/backup/backup-folder.ts'
import { scheduleBackups } from './server/backup/daily-backup.ts'
import { createClockGuard } from './server/db/clock-guard.ts'
import { readOrCreateSecret } from './server/db/secret.ts'
import { findVanishingDisk } from './server/health/checks.ts'
import { cleanUpJournal } from './server/journal/journal.ts'
import { scheduleCleanup } from './server/process/cleanup.ts'
import { systemClock } from './server/process/clock.ts'
import { type Config, isUnencrypted, loadConfig } from './server/process/config.ts'
import { takeInheritedSocket } from './server/process/lean-process.ts'
import { createLog, type Log } from './server/process/log.ts'
import { stopOnSignals } from './server/process/stop-on-signals.ts'
import { checkMonthly } from './server/readiness/readiness.ts'
import type { Services } from './server/services.ts'
import { checkUpdate, openStore } from './server/updates/open-store.ts'
import { mailVisits } from './server/visits/report.ts'

const notListening = (error: NodeJS.ErrnoException, { host, port }: Pick<Config, 'host' | 'port'>): Error => {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program. Stop that, or choose another: PORT=${port + 1}`,
    EACCES: `Port ${port} may not be opened by this user. Choose one from 1024 on, such as PORT=3000, and put a proxy in front.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one that it has, such as 127.0.0.1 or 0.0.0.0.`,
    ENOTFOUND: `${host} is no name that is known here. Set HOST to an address of this machine, such as 127.0.0.1.`,
  }
  const sentence = new Map(Object.entries(sentences)).get(error.code ?? '')
  return sentence === undefined ? error : new Error(sentence, { cause: error })
}

/** Time for requests in hand once the process is asked to end; with the database's end, under ten seconds. */
const shutdownTimeoutMs = 8000

/** Time that a start waits for Postgres: after a power cut both come up at once. */
const databaseWaitMs = 60_000

const openOwnersClaim = async ({ db }: Services, config: Config, log: Log) => {
  try {
    const secret = config.authSecret ?? (await readOrCreateSecret(db, config.dataDir, 'auth'))
    const token = await openClaim(db, secret, config.claimToken)
    await endLinksOfOtherSecret(db, secret)
    return token
  } catch (error) {
    if (!(error instanceof Unavailable) || db.storage.failure() === undefined) throw error
    log.warn('There is no claim link until something can be saved; then: vitrine owner claim-link')
    return undefined
  }
}

const printWelcome = (token: string | undefined, config: Config, log: Log) => {
  const address = `${config.publicUrl}/`
  const claim = token && `${config.publicUrl}/register#claim=${token}`
  if (!process.stdout.isTTY) log.info('Listening', { address, host: config.host, port: config.port })
  log.say(`\n  Your site        ${address}\n`)
  if (claim) log.say(`  Make it yours    ${claim}\n`)
  log.say('\n')
}

/** The site serves by now, so it goes on where the database has just gone away. */
const warnOfMissingMail = async ({ mail }: Services, log: Log) => {
  try {
    const { missing } = await mail.describe()
    for (const sentence of missing) log.warn('Email is not set up completely', { missing: sentence })
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    log.warn('Whether email is set up could not be read', { reason: error.message })
  }
}

/** Runs the site until it is told to stop. Rejects with a sentence for the person who started it. */
export const serve = async (argv: readonly string[]): Promise<void> => {
  const notes: string[] = []
  const config = loadConfig(argv, (sentence) => notes.push(sentence))
  const log = createLog({ level: config.logLevel, terminal: process.stdout.isTTY })
  process.on('exit', () => log.close())
  for (const sentence of notes) log.warn(sentence)
  const opening = openStore(config, {
    waitMs: databaseWaitMs,
    onWait: (reason) => log.warn(`Waiting for the database, ${databaseWaitMs / 1000} s at most`, { reason }),
    onEvent: (event, details) => log.warn(event, details),
    acceptsLater: true,
  })
  const { services, server } = await composeSite(config, log, opening)
  let endTidying = () => {}
  let endBackups = () => {}
  let starting: Promise<void> | undefined
  stopOnSignals(async () => {
    // What is left of the start would ask a database that is closed.
    await starting?.catch(() => {})
    endTidying()
    endBackups()
    // The delivery in hand may take as long as the requests.
    await Promise.all([server.stop(shutdownTimeoutMs), services.mail.outbox.stop(shutdownTimeoutMs)])
    await services.close()
  }, log)
  const start = async () => {
    // Before anybody can come with it.
    const token = await openOwnersClaim(services, config, log)
    await checkUpdate(services, server)
    const listening = server.listen(config.port, config.host, takeInheritedSocket())
    await listening.catch((error: NodeJS.ErrnoException) => {
      throw notListening(error, config)
    })
    printWelcome(token, config, log)
    if (isUnencrypted(config.publicUrl))
      log.warn('PUBLIC_URL is not encrypted: passwords travel in the clear. Put a proxy with TLS in front', {
        address: config.publicUrl,
      })
    const vanishing = await findVanishingDisk(config)
    if (vanishing !== undefined) log.error(vanishing)
    await warnOfMissingMail(services, log)
    services.mail.outbox.start()
    services.scheduled.start()
    await services.visits.start()
    services.cv.follow()
    services.purge?.follow()
    const chores = [
      {
        run: async (now: number) =>
          cleanUpJournal(services.db, (await services.settings.get()).settings.historyYears, now),
        done: 'Changes older than the history is kept are deleted',
      },
      { run: services.messages.cleanUp, done: 'Messages that were in the trash for thirty days are deleted' },
      {
        run: services.media.cleanUp,
        done: 'Images that were shown nowhere for thirty days are kept as their originals only',
      },
      { run: services.cleanUpBucket, done: 'Files in the bucket that nothing has named for thirty days are deleted' },
      { run: services.cleanUpFonts, done: 'Fonts that no page has had for three days are deleted' },
      {
        run: (now: number) => mailVisits({ ...services, publicUrl: config.publicUrl }, now),
        done: 'The weekly email about visits is queued',
      },
      {
        run: (now: number) => checkMonthly({ ...services, publicUrl: config.publicUrl }, now),
        done: 'The monthly check of the site found something new',
      },
      { run: services.visits.cleanUp, done: 'Visits older than ninety days are deleted; their sums stay' },
      { run: services.mail.cleanUp, done: 'Emails with links that are over are deleted' },
      { run: services.testimonialRequests.cleanUp, done: 'Requests for testimonials that nobody used are deleted' },
      { run: services.questions.cleanUp, done: 'Questions after messages that expired are deleted' },
      { run: services.shareLinks.cleanUp, done: 'Links to drafts that expired are deleted' },
      {
        run: services.accounts.users.cleanUpStrangers,
        done: 'Accounts of strangers whose addresses nobody verified in thirty days are deleted',
      },
      {
        run: (now: number) => sweepLeftovers(config.dataDir, now),
        done: 'Copies of the data that killed commands left are deleted',
      },
      { run: services.accounts.cleanUp, done: 'Sessions, challenges and counters that expired are deleted' },
    ]
    endTidying = scheduleCleanup(chores, log, systemClock, createClockGuard(services.db, log))
    endBackups = scheduleBackups({
      ...{ dataDir: config.dataDir, log },
      note: (failure) => {
        services.dailyBackup.failure = failure
      },
    })
  }
  starting = start()
  await starting
}
