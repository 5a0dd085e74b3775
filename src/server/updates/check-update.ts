import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { contentVersion } from '../journal/journal.ts'
import { ConfigError } from '../process/config.ts'
import { http } from '../process/node-http.ts'
import { programVersion } from '../process/program-version.ts'
import type { Services } from '../services.ts'
import { acceptUpdate, readPendingUpdate } from './pending-update.ts'

/** As much of the HTTP server as the check needs. */
interface CheckedServer {
  attach(socket: Socket): void
}

const timeoutMs = 20_000

const get = async (port: number, path: string) => {
  const request = http.get({ host: '127.0.0.1', port, path, agent: false, timeout: timeoutMs })
  request.once('timeout', () => request.destroy(new Error(`${path} did not answer within ${timeoutMs / 1000} s.`)))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return { status: response.statusCode, text: Buffer.concat(chunks).toString() }
}

/** Revision of the content that a page has to show, against what `/healthz` and the first page answer; a sentence for each difference. */
export const siteFlaws = async ({ db }: Pick<Services, 'db'>, server: CheckedServer): Promise<string[]> => {
  // Reachable by nobody who does not guess the port within a moment.
  const inner = createServer((socket) => server.attach(socket)).listen(0, '127.0.0.1')
  await once(inner, 'listening')
  const { port } = inner.address() as AddressInfo
  try {
    const revision = await contentVersion(db.kysely)
    const [health, page] = [await get(port, '/healthz'), await get(port, '/')]
    const { status, publishing, version } = JSON.parse(health.text)
    return [
      ...(health.status === 200 && status === 'ok' && publishing === 'ok' ? [] : [`/healthz: ${health.text}`]),
      ...(version === revision ? [] : [`It shows revision ${version} of the content, and the data has ${revision}.`]),
      ...(page.status === 200 && page.text.includes('</html>') ? [] : [`The first page is answered ${page.status}.`]),
    ]
  } catch (error) {
    return [(error as Error).message]
  } finally {
    inner.close()
  }
}

/** How this start came about. */
interface Start {
  /** True when `vitrine update` waits for it, and brings the version before back if it fails. */
  isAwaited: boolean
  /** True when it changed the tables. */
  hasMigrated: boolean
}

/**
 * Checks, when tables were just migrated from a backup, or when an update waits for it, that this version serves the content, and accepts
 * the update then. Nobody else can reach the server before. Throws `ConfigError` when it does not, and the version before can read the
 * data or take them back; else resolves to what is wrong, because a site with a flaw is better than none.
 */
export const checkUpdate = async (
  { db, log }: Pick<Services, 'db' | 'log'>,
  server: CheckedServer,
  { isAwaited, hasMigrated }: Start,
): Promise<string[]> => {
  const pending = await readPendingUpdate(db.kysely)
  if (pending === undefined && !isAwaited) return []
  const flaws = await siteFlaws({ db }, server)
  if (flaws.length > 0 && (pending !== undefined || !hasMigrated))
    throw new ConfigError([
      `After the update to Vitrine ${programVersion} the site is not served as it should be; no visit was let in and nothing was written.`,
      ...flaws,
      ...(isAwaited ? [] : ['Start the version from before: it takes back the data as it was.']),
    ])
  if (pending !== undefined) await acceptUpdate(db.kysely)
  if (flaws.length > 0)
    log.error('Update cannot be taken back by itself, and the site has flaws', { flaws: flaws.join(' ') })
  else log.info('Update checked and accepted', { version: programVersion })
  return flaws
}
