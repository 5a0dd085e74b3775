import { createHmac, randomBytes } from 'node:crypto'
import { serialize } from 'hono/utils/cookie'
import type { Session } from '../../model/accounts/account.ts'
import { NotFound } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { type Clock, oneDayMs, systemClock } from '../process/clock.ts'
import { derivedKey } from '../process/sealed-text.ts'
import { equalInConstantTime } from './passwords.ts'
import { isoTime, withAccounts } from './tables.ts'

/** Request header that carries the caller's IP address to the sign-in library. Only the server sets it. */
export const ipHeader = 'x-vitrine-client-address'

/** Days without a visit after which a session ends. */
export const sessionDays = 14

/** In ms: after this time a session ends, however often it was used (ASVS 5.0, 7.3.2). */
export const maxSessionAgeMs = 90 * oneDayMs

export const createSessions = ({ kysely }: Database) => {
  const db = withAccounts(kysely)
  return {
    /** The last one used first. */
    list: async (userId: string, currentId: string): Promise<Session[]> => {
      const rows = await db
        .selectFrom('sessions')
        .select(['id', 'userAgent', 'ipAddress', 'createdAt', 'updatedAt', 'expiresAt'])
        .where('userId', '=', userId)
        .orderBy('updatedAt', 'desc')
        .execute()
      return rows
        .filter(({ expiresAt }) => new Date(expiresAt).getTime() > Date.now())
        .map(({ id, userAgent, ipAddress, createdAt, updatedAt }) => ({
          id,
          device: userAgent ?? '',
          ip: ipAddress ?? '',
          createdAt: isoTime(createdAt),
          lastSeenAt: isoTime(updatedAt),
          current: id === currentId,
        }))
    },
    end: async (userId: string, id: string) => {
      const ended = await db.deleteFrom('sessions').where('id', '=', id).where('userId', '=', userId).executeTakeFirst()
      if (ended.numDeletedRows === 0n) throw new NotFound('session', id)
    },
    endOthers: async (userId: string, currentId: string) => {
      await db.deleteFrom('sessions').where('userId', '=', userId).where('id', '!=', currentId).execute()
    },
  }
}

/** Prefix of our cookies' names: with `__Host-`, no other host and no sub-path can set or see them. */
export const cookiePrefix = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-vitrine' : 'vitrine'

/** Name of the cookie that shows a session. */
export const sessionCookie = (publicUrl: string): string => `${cookiePrefix(publicUrl)}.session_token`

/** Name of the cookie that shows a known device. With a hyphen, unlike those of a session: this one does not tell who is signed in. */
export const deviceCookie = (publicUrl: string): string => `${cookiePrefix(publicUrl)}-device`

/** Values of the cookies of this name in a Cookie or a Set-Cookie header, as they were sent. */
export const cookieValues = (header: string, name: string): string[] =>
  header.split(';').flatMap((part) => {
    const pair = part.trim()
    return pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []
  })

/** True when this Cookie header holds any cookie that signing in set. */
export const carriesOurCookie = (header: string, publicUrl: string): boolean =>
  header.split(';').some((pair) => pair.trimStart().startsWith(`${cookiePrefix(publicUrl)}.`))

/** The value of the session's cookie in a Cookie or a Set-Cookie header; empty where it is deleted, undefined without one. */
export const sessionCookieIn = (header: string, publicUrl: string): string | undefined =>
  cookieValues(header, sessionCookie(publicUrl))[0]

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
