import type { Page } from 'playwright-core'
import type { Visit } from '../../support/browser.ts'
import type { ProductOptions } from '../../support/product.ts'
import { useSite } from '../site.ts'

export const claimToken = 'claim-token-of-the-tests'

export interface Person {
  name: string
  surname: string
  username: string
  email: string
  password: string
}

const person = (name: string, surname: string): Person => ({
  name,
  surname,
  username: name.toLowerCase(),
  email: `${name.toLowerCase()}@example.com`,
  password: `${name} keeps four lighthouses`,
})
export const ada = person('Ada', 'Byron')
export const grace = person('Grace', 'Murray')
export const joan = person('Joan', 'Clarke')

type Cookies = NonNullable<Exclude<Visit['storageState'], string | undefined>>['cookies']

/** A window in which the preview of a form is open from the start. */
export const withPreview: Visit = { width: 1280 }

/** The built product with a claim link that is known, and people who come to it by the API or by the browser. */
export const ownedSite = (options: ProductOptions = {}) => {
  const site = useSite({ ...options, env: { CLAIM_TOKEN: claimToken, LIMITS: 'off', ...options.env } })

  const post = async (path: string, body: object): Promise<Response> => {
    const response = await fetch(site.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.url },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }

  const signIn = async ({ email, password }: Person): Promise<Cookies> => {
    const response = await post('/api/auth/sign-in/email', { email, password })
    const { hostname } = new URL(site.url)
    return response.headers.getSetCookie().map((line) => {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      return {
        name: pair.slice(0, at),
        value: pair.slice(at + 1),
        domain: hostname,
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Lax',
      }
    })
  }

  /**
   * An empty window in which this person is signed in. At this width the preview of a form is closed until somebody opens it: it
   * draws the whole page, which was a third of what a story with a form computed.
   */
  const openAs = async (who: Person, visit: Visit = {}): Promise<Page> =>
    site.open({ width: 1100, ...visit, storageState: { cookies: await signIn(who), origins: [] } })

  /** The headers with which this person's browser would call the API, from a sign-in of its own. */
  const headersOf = async (who: Person): Promise<Record<string, string>> => {
    const cookies = await signIn(who)
    return {
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      origin: site.url,
      'content-type': 'application/json',
    }
  }

  const kept = new Map<string, Promise<Record<string, string>>>()

  return {
    open: site.open,
    visit: site.visit,
    listed: () => site.listed(),
    get url() {
      return site.url
    },
    get dataDir() {
      return site.product.dataDir
    },
    /** Makes an account; the owner's with `claim`. */
    register: async (who: Person, { claim = false } = {}): Promise<void> => {
      await post('/api/auth/sign-up/email', claim ? { ...who, claim: claimToken } : who)
    },
    openAs,
    /** A window in which this person is signed in, at an address. */
    async visitAs(who: Person, address: string, visit: Visit = {}): Promise<Page> {
      const page = await openAs(who, visit)
      await page.goto(address)
      return page
    },
    headersOf,
    /** An API call in one session of this person, who signs in again when it has ended. Throws unless it succeeds. */
    async callAs<T>(who: Person, method: string, path: string, body?: object, more: HeadersInit = {}): Promise<T> {
      const send = async () => {
        const headers = kept.get(who.email) ?? headersOf(who)
        kept.set(who.email, headers)
        return fetch(`${site.url}/api${path}`, {
          method,
          headers: { ...(await headers), ...more },
          body: body === undefined ? null : JSON.stringify(body),
        })
      }
      let response = await send()
      if (response.status === 401) {
        kept.delete(who.email)
        response = await send()
      }
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as T
    },
    /** The answers to files that this person uploads, one after the other, as scripts do. */
    async uploadAs<T>(
      who: Person,
      files: readonly (readonly [name: string, file: string | Uint8Array])[],
    ): Promise<{ status: number; body: T }[]> {
      const { 'content-type': _, ...headers } = await headersOf(who)
      const answers: { status: number; body: T }[] = []
      for (const [name, file] of files) {
        const body = new FormData()
        body.set('file', new File([typeof file === 'string' ? file : new Uint8Array(file)], name))
        const response = await fetch(`${site.url}/api/media`, { method: 'POST', headers, body })
        answers.push({ status: response.status, body: (await response.json()) as T })
      }
      return answers
    },
  }
}
