import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Clock, systemClock } from '../process/clock.ts'
import { cookiePrefix } from './cookies.ts'
import { signingKey } from './signing-key.ts'

const lifetimeSeconds = 180 * 86_400

/** Remembers, in a signed cookie, which devices have signed in to which account (OWASP's device cookie). Nothing is stored of it. */
export interface Devices {
  /** The id of the device that shows this Cookie header, when it has signed in to this account before. */
  known(cookie: string, userId: string): Promise<string | undefined>
  /** The Set-Cookie line for a device that has just signed in to this account; a known device keeps its id. */
  remember(cookie: string, userId: string): Promise<string>
}

const shape = /^([\w-]{22})\.([0-9a-z]{1,10})\.([\w-]{43})$/
// A browser sends one; whoever sends many does not make us look at all of them.
const mostShown = 4

export const createDevices = (
  readSecret: () => Promise<string>,
  publicUrl: string,
  clock: Pick<Clock, 'now'> = systemClock,
): Devices => {
  // Not one of the cookies that show a session: this one says nothing about who is signed in.
  const name = `${cookiePrefix(publicUrl)}-device`
  let key: Promise<Buffer> | undefined
  const sign = async (text: string): Promise<string> => {
    key ??= readSecret().then((secret) => signingKey(secret, 'device cookie'))
    const bytes = await key.catch((error: unknown) => {
      key = undefined
      throw error
    })
    return createHmac('sha256', bytes).update(text).digest('base64url')
  }
  const seconds = () => Math.floor(clock.now() / 1000)

  const known: Devices['known'] = async (cookie, userId) => {
    const shown = cookie
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(`${name}=`))
      .slice(0, mostShown)
    for (const pair of shown) {
      const [, id = '', issued = '', signature = ''] = shape.exec(pair.slice(name.length + 1)) ?? []
      if (!id || Number.parseInt(issued, 36) + lifetimeSeconds < seconds()) continue
      const expected = await sign(`${id} ${issued} ${userId}`)
      if (timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return id
    }
    return undefined
  }

  return {
    known,
    remember: async (cookie, userId) => {
      const id = (await known(cookie, userId)) ?? randomBytes(16).toString('base64url')
      const issued = seconds().toString(36)
      const value = `${id}.${issued}.${await sign(`${id} ${issued} ${userId}`)}`
      const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
      return `${name}=${value}; Max-Age=${lifetimeSeconds}; Path=/; HttpOnly; SameSite=Strict${secure}`
    },
  }
}
