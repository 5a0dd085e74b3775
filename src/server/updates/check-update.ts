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

const failures = async (port: number, revision: number): Promise<string[]> => {
  const [health, page] = [await get(port, '/healthz'), await get(port, '/')]
  const { status, publishing, version } = JSON.parse(health.text)
  return [
    ...(health.status === 200 && status === 'ok' && publishing === 'ok' ? [] : [`/healthz: ${health.text}`]),
    ...(version === revision ? [] : [`It shows revision ${version} of the content, and the data has ${revision}.`]),
    ...(page.status === 200 && page.text.includes('</html>') ? [] : [`The first page is answered ${page.status}.`]),
  ]
}

/**
 * Checks, when tables were just migrated from a backup, that this version serves the content, and accepts the update then. Nobody else
 * can reach the server before. Throws `ConfigError` when it does not: nothing was written, and the older version takes its data back.
 */
export const checkUpdate = async ({ db, log }: Pick<Services, 'db' | 'log'>, server: CheckedServer): Promise<void> => {
  const pending = await readPendingUpdate(db.kysely)
  if (pending === undefined) return
  const inner = createServer((socket) => server.attach(socket)).listen(0, '127.0.0.1')
  await once(inner, 'listening')
  const { port } = inner.address() as AddressInfo
  const found = await contentVersion(db.kysely)
    .then((revision) => failures(port, revision))
    .catch((error: Error) => [error.message])
  inner.close()
  if (found.length > 0)
    throw new ConfigError([
      `After the update to Vitrine ${programVersion} the site is not served as it should be; no visit was let in and nothing was written.`,
      ...found,
      'Start the version from before: it takes back the data as it was.',
    ])
  await acceptUpdate(db.kysely)
  log.info('Update checked and accepted', { version: programVersion })
}
