import { randomBytes } from 'node:crypto'
import { parseSigned, serialize, serializeSigned } from 'hono/utils/cookie'
import { v7 as uuid } from 'uuid'
import type { Account, Session } from '../../model/accounts/account.ts'
import { VitrineError } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../endpoint/endpoint.ts'
import { type Clock, oneDayMs, oneHourMs, systemClock } from '../process/clock.ts'
import { createSigner } from '../process/sealed-text.ts'
import { holdAccount, type Proof } from './ended-access.ts'
import { equalInConstantTime } from './passwords.ts'
import { dbTime, isoTime, withAccounts } from './tables.ts'
import { accountOf } from './users.ts'

/** Days without a visit after which a session ends. */
export const sessionDays = 14
const idleMs = sessionDays * oneDayMs

/** In ms: the same of a session that ends with its browser. */
const onceMs = oneDayMs

/** In ms: after this time a session ends, however often it was used (ASVS 5.0, 7.3.2). */
export const maxSessionAgeMs = 90 * oneDayMs

export type Cookies = ReturnType<typeof createCookies>

/** Cookies that no script sees and nobody else can make: each value is signed with the server's secret (HMAC-SHA-256). */
export const createCookies = (readSecret: () => Promise<string>, publicUrl: string) => {
  const nameOf = (name: string) => `${cookiePrefix(publicUrl)}.${name}`
  const secure = publicUrl.startsWith('https:')
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const
  return {
    /** The Set-Cookie line; without `seconds` the cookie ends with the browser. */
    set: async (name: string, value: string, seconds?: number): Promise<string> =>
      serializeSigned(nameOf(name), value, await readSecret(), seconds ? { ...options, maxAge: seconds } : options),
    clear: (name: string): string => serialize(nameOf(name), '', { ...options, maxAge: 0 }),
    /** The value in this Cookie header; undefined unless the signature is ours. */
    read: async (header: string, name: string): Promise<string | undefined> =>
      (await parseSigned(header, await readSecret(), nameOf(name)))[nameOf(name)] || undefined,
  }
}

export interface FoundSession {
  account: Account
  sessionId: string
  /** Time of the last sign-in on this device; ISO 8601. */
  signedInAt: string
  /** Whether it stays when its browser is closed. */
  remembered: boolean
  /** Set-Cookie lines of a session that goes on for longer. */
  cookies: string[]
}

const sessionName = 'session_token'

export const createSessions = (database: Database, cookies: Cookies) => {
  const { kysely, kind, storage } = database
  const db = withAccounts(kysely)
  const time = (at: number) => dbTime(kind, at)

  const cookieOf = (token: string, remembered: boolean) =>
    cookies.set(sessionName, token, remembered ? idleMs / 1000 : undefined)

  /** Extends a session that is used; returns its new cookie. */
  const extend = async (id: string, token: string, now: number): Promise<string[]> => {
    const extended = { expiresAt: time(now + idleMs), updatedAt: time(now) }
    try {
      await db.updateTable('sessions').set(extended).where('id', '=', id).execute()
    } catch (error) {
      // Without disk space, a session is valid though its use cannot be recorded.
      if (storage.failure() === undefined) throw error
      return []
    }
    return [await cookieOf(token, true)]
  }

  return {
    /**
     * Begins a session of this account in the caller's browser; returns its Set-Cookie line. Without `remember`, it ends with the browser.
     * Throws `unauthenticated` when the way in was ended while it was checked.
     */
    begin: async (
      { userId, proof, remember }: { userId: string; proof: Proof; remember: boolean },
      { ip, userAgent }: Caller,
    ): Promise<string> => {
      const now = Date.now()
      const token = randomBytes(32).toString('base64url')
      const row = {
        ...{ id: uuid(), userId, token, ipAddress: ip, userAgent: userAgent.slice(0, 300) },
        ...{ createdAt: time(now), updatedAt: time(now), expiresAt: time(now + (remember ? idleMs : onceMs)) },
      }
      await database.transaction(async (trx) => {
        await holdAccount(trx, userId, kind)
        if (!(await proof(trx)))
          throw new VitrineError('unauthenticated', 'Something changed meanwhile. Sign in again.')
        await withAccounts(trx).insertInto('sessions').values(row).execute()
      })
      return cookieOf(token, remember)
    },

    /** The session of this Cookie header, if it has not ended; it goes on for longer. */
    find: async (cookie: string): Promise<FoundSession | undefined> => {
      const token = await cookies.read(cookie, sessionName)
      if (token === undefined) return undefined
      const found = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.userId')
        .selectAll('users')
        .select(['sessions.id as sessionId', 'sessions.createdAt as begun', 'sessions.updatedAt as used', 'expiresAt'])
        .where('token', '=', token)
        .executeTakeFirst()
      if (!found) return undefined
      const now = Date.now()
      const [until, used] = [found.expiresAt, found.used].map((at) => new Date(at).getTime()) as [number, number]
      if (until <= now) return undefined
      // Also one that began while the clock was far ahead.
      if (Math.abs(now - new Date(found.begun).getTime()) > maxSessionAgeMs) {
        await db.deleteFrom('sessions').where('id', '=', found.sessionId).execute()
        return undefined
      }
      const remembered = until - used > onceMs
      return {
        account: accountOf(found),
        sessionId: found.sessionId,
        signedInAt: isoTime(found.begun),
        remembered,
        cookies: remembered && now - used >= oneHourMs ? await extend(found.sessionId, token, now) : [],
      }
    },

    /** Proof of who continues this session by another. */
    proof:
      (id: string): Proof =>
      async (trx) =>
        (await withAccounts(trx).selectFrom('sessions').select('id').where('id', '=', id).executeTakeFirst()) !==
        undefined,

    /** Set-Cookie line that takes a session's cookie away. */
    forget: (): string => cookies.clear(sessionName),

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
    /** False when there is none, or no longer. */
    end: async (userId: string, id: string): Promise<boolean> => {
      const ended = await db.deleteFrom('sessions').where('id', '=', id).where('userId', '=', userId).executeTakeFirst()
      return ended.numDeletedRows > 0n
    },
    endOthers: async (userId: string, currentId: string) => {
      await db.deleteFrom('sessions').where('userId', '=', userId).where('id', '!=', currentId).execute()
    },
  }
}

/** Prefix of our cookies' names: with `__Host-`, no other host and no sub-path can set or see them. */
const cookiePrefix = (publicUrl: string): string => (publicUrl.startsWith('https:') ? '__Host-vitrine' : 'vitrine')

/** Name of the cookie that shows a session. */
export const sessionCookie = (publicUrl: string): string => `${cookiePrefix(publicUrl)}.${sessionName}`

/** Name of the cookie that shows a known device. With a hyphen, unlike those of a session: this one does not tell who is signed in. */
export const deviceCookie = (publicUrl: string): string => `${cookiePrefix(publicUrl)}-device`

/** Values of the cookies of this name in a Cookie header, as they were sent. */
export const cookieValues = (header: string, name: string): string[] =>
  header.split(';').flatMap((part) => {
    const pair = part.trim()
    return pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []
  })

/** True when this Cookie header holds any cookie that signing in set. */
export const carriesOurCookie = (header: string, publicUrl: string): boolean =>
  header.split(';').some((pair) => pair.trimStart().startsWith(`${cookiePrefix(publicUrl)}.`))

/** The value of the session's cookie in a Cookie header, as it was sent; undefined without one. */
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
  const sign = createSigner(readSecret, 'device cookie')
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
        // Google sends the browser back from its own site, with which a browser withholds a Strict one. By itself it opens nothing.
        sameSite: 'Lax',
        secure: publicUrl.startsWith('https:'),
      })
    },
  }
}
