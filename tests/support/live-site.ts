import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page, RefusedMessage, Site } from '../../src/model/publishing/page.ts'
import type { Content } from '../../src/model/publishing/published-content.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { type Config, readConfig } from '../../src/server/process/config.ts'
import type { DrawnTexts } from '../../src/server/publishing/drawn-texts.ts'
import { routes } from '../../src/server/routes.ts'
import { createServices, type Services } from '../../src/server/services.ts'
import { createSiteServer } from '../../src/server/site-server.ts'
import { putMigratedStore } from './databases.ts'
import { expectDocumented } from './documented-answer.ts'
import { keptLog } from './kept-log.ts'

export const publicUrl = 'https://mira.example'

const page = (address: string, body: string, status: Page['status'] = 200, styles: string[] = []): Page => ({
  path: address,
  status,
  type: 'text/html; charset=utf-8',
  body,
  styles,
})

const filling = Array.from({ length: 400 }, (_, i) => `word${(i * 7919) % 613}`).join(' ')
export const style = 'body { color: teal }'

/** A site of a line or two for each address; enough to see what publishing and HTTP do with it. */
export const lineSite: Site = {
  *pages({ settings }: Content) {
    yield page('/', `<style>${style}</style>${settings.name} ${filling}`, 200, [style])
    yield page('/?sent=1', `Sent. ${settings.name}`)
    yield page('/design', `Design. ${settings.name}`)
    yield { ...page('/projects', 'See the portfolio.', 308), location: '/#portfolio' }
    yield page('/404', 'Not here.', 404)
    yield { path: '/robots.txt', status: 200, type: 'text/plain; charset=utf-8', body: 'User-agent: *', styles: [] }
  },
  cards: () => [],
  testimonialPage: (_, shown) => page('/', JSON.stringify(shown)),
  sentPage: (_, shown) => page('/', JSON.stringify(shown)),
  // A line of JSON, then a link to each file that it names.
  sharedDraft: (content: Content, draft, review) => {
    const json = JSON.stringify({ ...review, ...draft, media: content.media })
    const links = [...json.matchAll(/(?:https:\/\/[\w.]+)?\/media\/[\w.-]+/g)].map(([url]) => `<a href="${url}">`)
    return page('/', `${json}\n${links.join('')}`)
  },
  refusedMessage: (_content, refused: RefusedMessage) => page('/', JSON.stringify(refused), 422),
}

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
  text: string
}

export interface LiveSite {
  services: Services
  port: number
  /** What was logged, a line each. */
  lines: string[]
  ask(
    target: string,
    options?: { method?: string; headers?: http.OutgoingHttpHeaders; body?: string | Buffer },
  ): Promise<Answer>
  stop(): Promise<void>
}

/** The real server over a real SQLite in a folder of its own, on a free loopback port. */
export const startLiveSite = async (
  settings: Partial<Config> = {},
  site: Site = lineSite,
  texts?: DrawnTexts,
): Promise<LiveSite> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-live-'))
  await putMigratedStore(dataDir)
  const client = path.join(dataDir, 'client')
  mkdirSync(path.join(client, 'assets'), { recursive: true })
  writeFileSync(path.join(client, 'assets/boot-abc.js'), 'console.info("hello")')
  writeFileSync(path.join(client, 'assets/boot-abc.js.br'), 'stands for brotli')
  writeFileSync(path.join(client, 'favicon.svg'), '<svg/>')
  writeFileSync(path.join(client, 'manifest.json'), '{}')
  const config = { ...readConfig({ DATA_DIR: dataDir, PUBLIC_URL: publicUrl }), ...settings }
  const { lines, log } = keptLog()
  const services = createServices({ config, log, site, db: await openDatabase(config), ...(texts ? { texts } : {}) })
  services.publisher.changed()
  await services.publisher.idle()
  const server = createSiteServer(services, [client])
  const { port } = await server.listen(0, '127.0.0.1')
  const table = routes(services)

  const ask: LiveSite['ask'] = (target, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const request = http.request(
        { port, host: '127.0.0.1', path: target, method, headers, agent: false },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const whole = Buffer.concat(chunks)
            const [status, text] = [response.statusCode ?? 0, whole.toString()]
            const type = response.headers['content-type']
            const isPlain = response.headers['content-encoding'] === undefined
            try {
              const body = isPlain && type?.includes('json') && text !== '' ? JSON.parse(text) : text
              if (isPlain) expectDocumented(table, { method, path: target, status, type, body })
              resolve({ status, headers: response.headers, body: whole, text })
            } catch (error) {
              reject(error)
            }
          })
        },
      )
      request.on('error', reject)
      request.end(body)
    })

  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= server
      .stop(5000)
      .then(() => services.close())
      .then(() => rmSync(dataDir, { recursive: true, force: true }))
    return stopped
  }
  return { services, port, lines, ask, stop }
}
