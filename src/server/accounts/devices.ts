import { createHmac, randomBytes } from 'node:crypto'
import { serialize } from 'hono/utils/cookie'
import { type Clock, systemClock } from '../process/clock.ts'
import { derivedKey } from '../process/derived-key.ts'
import { equalInConstantTime } from './constant-time.ts'
import { cookieValues, deviceCookie } from './cookies.ts'

export const deviceLifetimeSeconds = 180 * 86_400

export type Devices = ReturnType<typeof createDevices>

const shape = /^([\w-]{22})\.([0-9a-z]{1,10})\.([\w-]{43})$/
// A browser sends one; an attacker who sends many does not have all of them checked.
const maxChecked = 4

/** Remembers, in a signed cookie, which devices have signed in to which account (OWASP's device cookie). Nothing is stored. */
export const createDevices = (
  readSecret: () => Promise<string>,
  publicUrl: string,
  clock: Pick<Clock, 'now'> = systemClock,
) => {
  const name = deviceCookie(publicUrl)
  let key: Buffer | undefined
  const sign = async (text: string): Promise<string> => {
    key ??= derivedKey(await readSecret(), 'device cookie')
    return createHmac('sha256', key).update(text).digest('base64url')
  }
  const seconds = () => Math.floor(clock.now() / 1000)

  /** The id of the device that sent this Cookie header, when it has signed in to this account before. */
  const known = async (cookie: string, userId: string): Promise<string | undefined> => {
    for (const value of cookieValues(cookie, name).slice(0, maxChecked)) {
      const [, id = '', issued = '', signature = ''] = shape.exec(value) ?? []
      if (!id || Math.abs(seconds() - Number.parseInt(issued, 36)) > deviceLifetimeSeconds) continue
      if (equalInConstantTime(signature, await sign(`${id} ${issued} ${userId}`))) return id
    }
    return undefined
  }

  return {
    known,
    /** The Set-Cookie line for a device that has just signed in to this account; a known device keeps its id. */
    remember: async (cookie: string, userId: string): Promise<string> => {
      const id = (await known(cookie, userId)) ?? randomBytes(16).toString('base64url')
      const issued = seconds().toString(36)
      return serialize(name, `${id}.${issued}.${await sign(`${id} ${issued} ${userId}`)}`, {
        maxAge: deviceLifetimeSeconds,
        path: '/',
        httpOnly: true,
        sameSite: 'Strict',
        secure: publicUrl.startsWith('https:'),
      })
    },
  }
}
