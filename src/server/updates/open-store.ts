import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { type ShownPages, shownPages } from '../../model/publishing/page.ts'
import { listBackups, supersededUpdates } from '../backup/backup-folder.ts'
import { assertDiskSpace } from '../backup/daily-backup.ts'
import { type BackupSource, makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { type Database, type Reader, readMeta, shownPagesKey, type Trx, writeMeta } from '../db/database.ts'
import { migratedByKey, NewerData } from '../db/migrate.ts'
import { type DatabaseOptions, openDatabase } from '../db/open.ts'
import type { Waiting } from '../db/postgres.ts'
import { readOnly } from '../db/read-only.ts'
import { type Config, ConfigError } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import { http } from '../process/node-http.ts'
import { programVersion } from '../process/package-root.ts'
import { backupFolder } from '../process/private-files.ts'

// An older version says nothing of it.
const shown = z.enum(shownPages).catch('fresh')

/** An update that migrated the tables and has taken no write yet: until it does, its backup is the data. */
const pendingUpdate = z.object({
  /** The version that migrated. */
  to: z.string(),
  /** Name of the backup in DATA_DIR/backups. */
  backup: z.string(),
  /** What the version before showed. */
  shown,
})
type PendingUpdate = z.infer<typeof pendingUpdate>

const pendingUpdateKey = 'update not yet accepted'

/** Reads what `notePendingUpdate` wrote; undefined for text of any other form. */
const parsePendingUpdate = (text: string | undefined): PendingUpdate | undefined => {
  try {
    return text === undefined ? undefined : pendingUpdate.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

export const readPendingUpdate = async (reader: Reader): Promise<PendingUpdate | undefined> =>
  parsePendingUpdate(await readMeta(reader, pendingUpdateKey))

const notePendingUpdate = (trx: Reader, pending: PendingUpdate): Promise<void> =>
  writeMeta(trx, pendingUpdateKey, JSON.stringify(pending))

/** Ends the time in which an older version may take the backup back. Comes before the first write. */
export const acceptUpdate = async (reader: Reader): Promise<void> => {
  await reader.deleteFrom('meta').where('key', '=', pendingUpdateKey).execute()
}

const timeoutMs = 20_000

/**
 * Checks, when tables were just migrated from a backup, that this version serves the content, and accepts the update then. Nobody else can
 * reach the server before. Throws `ConfigError` when it does not: the version before takes the data back.
 */
export const checkUpdate = async (
  { db, log }: { db: Database; log: Log },
  server: { attach(socket: Socket): void },
): Promise<void> => {
  const pending = await readPendingUpdate(db.kysely)
  if (pending === undefined) return
  // Reachable by nobody who does not guess the port within a moment.
  const inner = createServer((socket) => server.attach(socket)).listen(0, '127.0.0.1')
  await once(inner, 'listening')
  const { port } = inner.address() as AddressInfo
  const signal = AbortSignal.timeout(timeoutMs)
  const flaws = await siteFlaws('127.0.0.1', port, signal, pending.shown).catch((error: Error) => [error.message])
  inner.close()
  if (flaws.length > 0)
    throw new ConfigError([
      `After the update to Vitrine ${programVersion} the site is not served as it should be; no visit was let in and nothing was written.`,
      ...flaws,
      'Start the version from before: it takes back the data as it was.',
    ])
  await acceptUpdate(db.kysely)
  log.info('Update checked and accepted', { version: programVersion })
}

/** Disk space in bytes that the backup leaves for the migration and the site. */
const reserve = 64 * 2 ** 20

/** Makes the backup from before this version changes the tables, then deletes superseded ones. Resolves to its file, which is on the disk then. */
const backUpBeforeUpdate = async (source: BackupSource): Promise<string> => {
  try {
    await assertDiskSpace(source, reserve)
    const made = await makeBackup(source, { kind: `vitrine-before-${programVersion}`, withSessions: true })
    for (const { file } of supersededUpdates(await listBackups(backupFolder(source.dataDir))))
      if (file !== made.file) await rm(file, { force: true })
    return made.file
  } catch (error) {
    throw new ConfigError([
      `Vitrine ${programVersion} changes the tables of the data in ${path.resolve(source.dataDir)}, and the backup from before could not be made; nothing was changed.`,
      (error as Error).message,
      'To go on without a backup: BACKUP_BEFORE_UPDATE=off',
    ])
  }
}

/** The sentence for data of a newer version, the same at a start and in the doctor, with the command that restores the newest backup from before. */
export const newerDataRefused = async ({ message }: NewerData, options: DatabaseOptions): Promise<string> => {
  const all = await listBackups(backupFolder(options.dataDir))
  const file = all.find(({ kind }) => kind.startsWith('vitrine-before-'))?.file ?? 'FILE'
  if (options.databaseUrl !== undefined) return `${message} Into an empty database: vitrine restore ${file}`
  return `${message} That is: vitrine restore ${file} --force`
}

/**
 * Puts the data from before an update in place again, sessions included, where the update migrated it and has taken no write since.
 * Resolves to undefined, and changes nothing, where it has, where its backup is gone, and on Postgres.
 */
const returnToBackup = async (options: DatabaseOptions): Promise<PendingUpdate | undefined> => {
  if (options.databaseUrl !== undefined) return undefined
  const rows = await readOnly(options, (query) => query(`select value from meta where key = '${pendingUpdateKey}'`))
  const pending = parsePendingUpdate(rows[0] && String(rows[0].value))
  if (pending === undefined) return undefined
  const file = path.join(backupFolder(options.dataDir), path.basename(pending.backup))
  if (!existsSync(file)) return undefined
  await restoreBackup(file, options, { exact: true })
  return pending
}

interface StoreOptions extends Waiting {
  /** Told of each backup and of data taken back; by default it tells the person at the command line. */
  onEvent?: (event: string, details: Record<string, string>) => void
  /** Leaves it to the caller to accept an update, after checks and before the first write. */
  acceptsLater?: boolean
}

const tellPerson: StoreOptions['onEvent'] = (event, details) => {
  const lines = Object.entries(details).map(([name, value]) => `  ${name}: ${value}\n`)
  process.stderr.write(`${event}\n${lines.join('')}`)
}

/**
 * Opens the store of an installation. Before it migrates tables that hold data, it makes a backup. Data of a newer version is taken back
 * from that backup where the newer one has taken no write yet, else refused with `ConfigError`.
 */
export const openStore = async (config: Config, options: StoreOptions = {}): Promise<Database> => {
  const { onEvent = tellPerson, acceptsLater = false, ...waiting } = options
  const isPostgres = config.databaseUrl !== undefined
  let backup: string | undefined
  const before = async (pending: readonly string[]) => {
    if (!config.backupBeforeUpdate) return
    const file = await backUpBeforeUpdate(config)
    backup = file
    onEvent('Backup made before the tables change', {
      file,
      restore: `vitrine restore ${file}${isPostgres ? '' : ' --force'}`,
      migrations: pending.join(', '),
    })
  }
  const within = async (trx: Trx) => {
    await writeMeta(trx, migratedByKey, programVersion)
    // On Postgres an older version cannot take newer tables back.
    if (acceptsLater && backup !== undefined && !isPostgres)
      await notePendingUpdate(trx, {
        to: programVersion,
        backup: path.basename(backup),
        shown: shown.parse(await readMeta(trx, shownPagesKey)),
      })
  }
  const open = () => openDatabase(config, { ...waiting, before, within })
  const opened = await open().catch(async (error: unknown) => {
    if (!(error instanceof NewerData)) throw error
    const taken = await returnToBackup(config)
    if (taken === undefined) throw new ConfigError([await newerDataRefused(error, config)])
    onEvent(`Data taken back from before the update to ${taken.to}, which took no write`, {
      file: path.join(backupFolder(config.dataDir), taken.backup),
    })
    return open()
  })
  if (!acceptsLater) await acceptUpdate(opened.kysely)
  return opened
}

const get = async (host: string, port: number, path: string, signal: AbortSignal) => {
  // Its failure is told by the wait below; one after the answer has begun, by the answer.
  const request = http.get({ host, port, path, agent: false, signal }).on('error', () => {})
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return { status: response.statusCode, text: Buffer.concat(chunks).toString() }
}

const askHealth = async (host: string, port: number, signal: AbortSignal) => {
  const { status, text } = await get(host, port, '/healthz', signal)
  return { code: status, text, ...(text.startsWith('{') ? { said: JSON.parse(text) } : {}) }
}

/** What a site shows, by its `/healthz`; all of it where nothing answers. */
export const askShownPages = async (host: string, port: number, signal: AbortSignal): Promise<ShownPages> => {
  const health = await askHealth(host, port, signal).catch(() => undefined)
  // Stale pages without a failure are being published at this moment.
  return health?.said?.publishing === 'failed' ? shown.parse(health.said.pages) : 'fresh'
}

/**
 * Faults of a site by its `/healthz` and its first page, a sentence each, without those of `before`: content that could not be shown then.
 * Rejects where nothing answers before `signal`.
 */
export const siteFlaws = async (
  host: string,
  port: number,
  signal: AbortSignal,
  before: ShownPages = 'fresh',
): Promise<string[]> => {
  const { code, text, said = {} } = await askHealth(host, port, signal)
  const page = await get(host, port, '/', signal)
  const isWell = code === 200 && said.status === 'ok' && said.publishing === 'ok'
  const wasSo = said.status === 'degraded' && (before === 'none' || (before === 'stale' && said.pages === before))
  return [
    ...(isWell || wasSo ? [] : [`/healthz: ${text}`]),
    ...((page.status === 200 && page.text.includes('</html>')) || before === 'none'
      ? []
      : [`The first page is answered ${page.status}.`]),
  ]
}
