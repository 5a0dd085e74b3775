import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import type { Page } from '../../src/model/publishing/page.ts'
import { openClaim } from '../../src/server/accounts/claim-token.ts'
import { createApp } from '../../src/server/http/app.ts'
import { type Config, readConfig } from '../../src/server/process/config.ts'
import { routes } from '../../src/server/routes.ts'
import { createServices, type Services } from '../../src/server/services.ts'
import type { TestStore } from './databases.ts'
import { expectDocumented } from './documented-answer.ts'
import { keptLog } from './kept-log.ts'
import './password-cost.ts'

export const publicUrl = 'http://localhost:3000'

const page = (path: string, body: string): Page => ({ path, status: 200, type: 'text/html', body, styles: [] })

export interface TestApp {
  services: Services
  /** A browser with a cookie jar of its own. */
  browser(options?: { cookie?: string }): TestBrowser
  claimToken: string
  /** `GET /api/content`, as the snapshot has it now. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever is published.
  content(): any
  /** Lines of the log. */
  lines: string[]
  close(): Promise<void>
}

export interface TestAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came.
  body: any
  headers: Headers
  setCookies: string[]
}

export interface TestBrowser {
  /** Sends JSON, or what `init` says, from our own page. */
  send(
    method: string,
    path: string,
    body?: unknown,
    init?: { headers?: Record<string, string>; raw?: BodyInit },
  ): Promise<TestAnswer>
  get(path: string): Promise<TestAnswer>
  post(path: string, body?: unknown): Promise<TestAnswer>
  /** The Cookie header it would send. */
  cookie(): string
}

export const password = 'a ferry, a bakery, a festival'

export const person = (name: string) => ({
  name,
  surname: 'Example',
  username: name.toLowerCase(),
  email: `${name.toLowerCase()}@people.example`,
  password,
})

/** The whole server in this process, on a test's own database, with a one-line site. */
export const createTestApp = async (
  { database, options }: TestStore,
  given: Partial<Config> = {},
): Promise<TestApp> => {
  const { lines, log } = keptLog('debug')
  const config: Config = {
    ...readConfig({}),
    publicUrl,
    dataDir: options.dataDir,
    databaseUrl: options.databaseUrl,
    authSecret: 'The secret that these tests sign with.',
    ...given,
  }
  const services = createServices({
    config,
    log,
    // The store outlives the app.
    db: { ...database, close: async () => {} },
    site: {
      pages: (content) => [page('/', content.settings.name)],
      cards: () => [],
      sharedDraft: () => page('/', ''),
      refusedMessage: () => page('/', ''),
      testimonialPage: (_, shown) => page('/', JSON.stringify(shown)),
      sentPage: (_, shown) => page('/', JSON.stringify(shown)),
    },
  })
  await services.connections.load()
  const table = routes(services)
  const app = createApp(services, table)
  const claimToken = (await openClaim(database, config.authSecret ?? '', config.claimToken)) ?? ''

  const browser = ({ cookie = '' } = {}): TestBrowser => {
    const jar = new Map(
      cookie
        .split('; ')
        .filter(Boolean)
        .map((pair) => pair.split('=', 2) as [string, string]),
    )
    const header = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const send: TestBrowser['send'] = async (method, path, body, { headers = {}, raw } = {}) => {
      const all = new Headers({ origin: config.publicUrl, ...headers })
      if (jar.size > 0 && !all.has('cookie')) all.set('cookie', header())
      if (method === 'GET') all.delete('origin')
      if (raw === undefined && body !== undefined && !all.has('content-type'))
        all.set('content-type', 'application/json')
      for (const [name, value] of Object.entries(headers)) if (value === '') all.delete(name)
      const sent = raw ?? (body === undefined ? null : JSON.stringify(body))
      // What the socket would have brought: the client's address, and the headers as they came.
      const incoming = { socket: { remoteAddress: '127.0.0.1' }, headers: Object.fromEntries(all) } as IncomingMessage
      const response = await app.request(
        `${config.publicUrl}${path}`,
        // Without it, a request does not take a stream.
        { method, headers: all, body: sent, duplex: 'half' } as RequestInit,
        { incoming },
      )
      // A slow machine answers before the publish is done; what a test reads next is the state after it.
      if (method !== 'GET') await services.publisher.idle()
      const setCookies = response.headers.getSetCookie()
      for (const line of setCookies) {
        const [pair = '', ...attributes] = line.split('; ')
        const at = pair.indexOf('=')
        if (attributes.some((one) => /^max-age=0$/i.test(one))) jar.delete(pair.slice(0, at))
        else jar.set(pair.slice(0, at), pair.slice(at + 1))
      }
      const text = await response.text()
      const json = response.headers.get('content-type')?.includes('json')
      const answer = { status: response.status, body: json ? JSON.parse(text) : text }
      const type = response.headers.get('content-type') ?? undefined
      expectDocumented(table, { method, path, type, ...answer })
      return { ...answer, headers: response.headers, setCookies }
    }
    return {
      send,
      get: (path) => send('GET', path),
      post: (path, body) => send('POST', path, body ?? {}),
      cookie: header,
    }
  }

  const content = () => {
    const body = JSON.parse(services.snapshots.deferred.get('/api/content')?.body ?? '{}')
    const answer = { method: 'GET', path: '/api/content', status: 200, type: 'application/json', body }
    if (Object.keys(body).length > 0) expectDocumented(table, answer)
    return body
  }

  return { services, browser, claimToken, content, lines, close: () => services.close() }
}

/** A browser in which a new account of this name is signed in. */
export const signedIn = async (app: TestApp, name: string): Promise<TestBrowser> => {
  const browser = app.browser()
  const { email } = person(name)
  const up = await browser.post('/api/auth/sign-up/email', person(name))
  const answer = await browser.post('/api/auth/sign-in/email', { email, password })
  if (up.status !== 200 || answer.status !== 200)
    throw new Error(`${name} could not sign in: ${JSON.stringify([up.body, answer.body])}`)
  return browser
}

/** The same, with the owner's role. */
export const ownerIn = async (app: TestApp, name = 'Olga'): Promise<TestBrowser> => {
  const browser = await signedIn(app, name)
  const { status, body } = await browser.post('/api/owner-claims', { token: app.claimToken })
  if (status !== 201) throw new Error(`${name} did not become the owner: ${JSON.stringify(body)}`)
  return browser
}

/** The server of a suite, from before its first test until after its last. */
export const useApp = (store: () => TestStore, given: Partial<Config> = {}): TestApp => {
  let started: TestApp | undefined
  const app = () => {
    if (!started) throw new Error('The app runs only while its tests run.')
    return started
  }
  beforeAll(async () => {
    started = await createTestApp(store(), given)
  })
  afterAll(() => started?.close())
  return {
    get services() {
      return app().services
    },
    get claimToken() {
      return app().claimToken
    },
    get lines() {
      return app().lines
    },
    browser: (options) => app().browser(options),
    content: () => app().content(),
    close: () => app().close(),
  }
}

/** A suite's browser, in which its owner is signed in. */
export const useOwner = (app: TestApp, name?: string): TestBrowser => {
  let signedIn: TestBrowser | undefined
  const owner = () => {
    if (!signedIn) throw new Error('The owner is there only while the tests run.')
    return signedIn
  }
  beforeAll(async () => {
    signedIn = await ownerIn(app, name)
  })
  return {
    send: (...call) => owner().send(...call),
    get: (path) => owner().get(path),
    post: (path, body) => owner().post(path, body),
    cookie: () => owner().cookie(),
  }
}
