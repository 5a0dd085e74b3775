import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Account } from '../../model/accounts/account.ts'
import { Invalid, VitrineError } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import type { CodeAttempts } from './attempts.ts'
import { endAccess, holdAccount, type Proof } from './ended-access.ts'
import { equalInConstantTime, readableSecret } from './passwords.ts'
import type { Cookies } from './sessions.ts'
import { dbTime, dbTrue, withAccounts } from './tables.ts'

/** Seconds in which the second step has to follow the first. */
const pendingSeconds = 600
const cookieName = 'two_factor'
const recoveryCodes = 10
const stepMs = 30_000

const refused = (problem: string) => new Invalid({ code: problem }, problem)
const tooLate = () =>
  new VitrineError('unauthenticated', 'Signing in took too long. Enter your email address and password again.')
const wrongCode = () => refused('This code is wrong, or its half minute is over. Enter the next one.')

const newCodes = () => Array.from({ length: recoveryCodes }, () => readableSecret(2))

/** What counts of a recovery code: a phone begins it with a capital, and people leave the hyphen out. */
const bare = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Encrypts with XChaCha20-Poly1305 under the hash of the server's secret; the stored form is the nonce and the text, in hexadecimal. */
const createCipher = (readSecret: () => Promise<string>) => {
  const open = async () => {
    const { xchacha20poly1305 } = await import('@noble/ciphers/chacha.js')
    const { managedNonce } = await import('@noble/ciphers/utils.js')
    return managedNonce(xchacha20poly1305)(hash('sha256', await readSecret(), 'buffer'))
  }
  return {
    encrypt: async (text: string) => Buffer.from((await open()).encrypt(Buffer.from(text))).toString('hex'),
    /** Undefined where it was encrypted with another secret. */
    decrypt: async (stored: string): Promise<string | undefined> => {
      const cipher = await open()
      try {
        return Buffer.from(cipher.decrypt(Buffer.from(stored, 'hex'))).toString()
      } catch {
        return undefined
      }
    },
  }
}

/** An authenticator app (TOTP, RFC 6238) and recovery codes. */
export const createSecondFactor = (parts: {
  database: Database
  attempts: CodeAttempts
  cookies: Cookies
  readSecret: () => Promise<string>
}) => {
  const { database, attempts, cookies } = parts
  const db = withAccounts(database.kysely)
  const cipher = createCipher(parts.readSecret)
  const time = (at: number) => dbTime(database.kind, at)

  const storedOf = (userId: string) =>
    db.selectFrom('two_factors').selectAll().where('userId', '=', userId).executeTakeFirst()

  /** The stored step that this browser has to take, by the cookie of the first. */
  const pending = async (cookie: string): Promise<{ identifier: string; userId: string } | undefined> => {
    const identifier = await cookies.read(cookie, cookieName)
    if (identifier === undefined) return undefined
    const found = await db
      .selectFrom('verifications')
      .select('value')
      .where('identifier', '=', identifier)
      .where('expiresAt', '>', time(Date.now()))
      .executeTakeFirst()
    return found && { identifier, userId: found.value }
  }

  /** Proof of who has this recovery code, used up by it; undefined when it is none. */
  const byRecoveryCode = async (
    { id, backupCodes }: { id: string; backupCodes: string },
    code: string,
  ): Promise<Proof | undefined> => {
    const codes = JSON.parse((await cipher.decrypt(backupCodes)) ?? '[]') as string[]
    const left = codes.filter((one) => !equalInConstantTime(bare(one), bare(code)))
    if (left.length === codes.length) return undefined
    const others = await cipher.encrypt(JSON.stringify(left))
    return async (trx) => {
      // Of many calls with one code at once, one replaces what all of them have read.
      const { numUpdatedRows } = await withAccounts(trx)
        .updateTable('two_factors')
        .set({ backupCodes: others })
        .where('id', '=', id)
        .where('backupCodes', '=', backupCodes)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    }
  }

  const stepOf = async (secret: string, code: string): Promise<number | undefined> => {
    const { HOTP, Secret } = await import('otpauth')
    const hotp = new HOTP({ secret: Secret.fromUTF8(secret) })
    const now = Math.floor(Date.now() / stepMs)
    return [now, now - 1, now + 1].find((counter) => equalInConstantTime(hotp.generate({ counter }), code))
  }

  return {
    isOn: async (userId: string): Promise<boolean> =>
      Boolean(
        (await db.selectFrom('users').select('twoFactorEnabled').where('id', '=', userId).executeTakeFirst())
          ?.twoFactorEnabled,
      ),

    /** Notes that this account has taken the first step; returns the Set-Cookie line with which the second is taken. */
    begin: async ({
      userId,
      proof,
      remember,
    }: {
      userId: string
      proof: Proof
      remember: boolean
    }): Promise<string> => {
      const now = Date.now()
      const identifier = `${remember ? '2fa' : '2fa-once'}-${randomBytes(20).toString('base64url')}`
      const row = {
        ...{ id: identifier, identifier, value: userId, expiresAt: time(now + pendingSeconds * 1000) },
        ...{ createdAt: time(now), updatedAt: time(now) },
      }
      await database.transaction(async (trx) => {
        await holdAccount(trx, userId, database.kind)
        if (!(await proof(trx))) throw tooLate()
        await withAccounts(trx).insertInto('verifications').values(row).execute()
      })
      return cookies.set(cookieName, identifier, pendingSeconds)
    },

    /**
     * Takes the second step of a sign-in: whom to let in, by what, which is used up by that, and whether the session stays. Throws
     * `unauthenticated` when no first step was taken; `Invalid` for a wrong or used code, `TooMany`.
     */
    finish: async (cookie: string, check: (userId: string) => Promise<{ proof: Proof }>) => {
      const begun = await pending(cookie)
      if (!begun) throw tooLate()
      const { userId, identifier } = begun
      const checked = await check(userId)
      const proof: Proof = async (trx) => {
        const step = withAccounts(trx).deleteFrom('verifications').where('identifier', '=', identifier)
        return (await step.executeTakeFirst()).numDeletedRows === 1n && checked.proof(trx)
      }
      return { userId, proof, remember: !identifier.startsWith('2fa-once'), cookie: cookies.clear(cookieName) }
    },

    /**
     * Checks a code of the authenticator app, which works once, or a recovery code, which a session uses up at once and a sign-in with its
     * `proof`; returns the app's id. Counted before it is checked, so that of many at once few are looked at. Throws `Invalid`, `TooMany`.
     */
    check: async (
      kind: 'app' | 'recovery',
      code: string,
      owner: { userId: string; sessionId?: string | undefined },
      cookie: string,
    ): Promise<{ app: string; proof: Proof }> => {
      const stored = await storedOf(owner.userId)
      if (!stored) throw wrongCode()
      const counted = await attempts.take(owner, cookie)
      if (kind === 'recovery') {
        const proof = await byRecoveryCode(stored, code)
        if (!proof || (owner.sessionId !== undefined && !(await proof(database.kysely))))
          throw refused('This recovery code is wrong, or it was used already.')
        await attempts.release(counted)
        return { app: stored.id, proof }
      }
      const secret = await cipher.decrypt(stored.secret)
      const step = secret === undefined ? undefined : await stepOf(secret, code)
      if (step === undefined) throw wrongCode()
      await attempts.release(counted)
      if (!(await attempts.takeStep(stored.id, step)))
        throw refused('This code was used already. Wait for the next one.')
      return { app: stored.id, proof: async () => true }
    },

    /** Begins setting an app up; it counts from its first code on. Throws `Invalid` when one is set up. */
    setUp: async ({ id: userId, email }: Account): Promise<{ totpURI: string; backupCodes: string[] }> => {
      const [secret, codes] = [randomBytes(24).toString('base64url'), newCodes()]
      const row = {
        ...{ id: crypto.randomUUID(), userId, secret: await cipher.encrypt(secret) },
        ...{ backupCodes: await cipher.encrypt(JSON.stringify(codes)), verified: sql<boolean>`false` },
      }
      await database.exclusive(`second factor ${userId}`, async (trx) => {
        const factors = withAccounts(trx)
        await factors.deleteFrom('two_factors').where('userId', '=', userId).where(sql<boolean>`not verified`).execute()
        if (await factors.selectFrom('two_factors').select('id').where('userId', '=', userId).executeTakeFirst())
          throw new Invalid({}, 'An authenticator app is set up already. Turn it off first.')
        await factors.insertInto('two_factors').values(row).execute()
      })
      const { Secret, TOTP } = await import('otpauth')
      const totp = new TOTP({ issuer: 'Vitrine', label: email, secret: Secret.fromUTF8(secret) })
      return { totpURI: totp.toString(), backupCodes: codes }
    },

    /** From now on the second step is asked for. Throws `Invalid` when the app whose code was checked is not set up any more. */
    turnOn: (userId: string, id: string): Promise<void> =>
      database.transaction(async (trx) => {
        const accounts = withAccounts(trx)
        const checked = accounts.updateTable('two_factors').set({ verified: dbTrue }).where('id', '=', id)
        if ((await checked.executeTakeFirst()).numUpdatedRows !== 1n) throw wrongCode()
        await accounts.updateTable('users').set({ twoFactorEnabled: dbTrue }).where('id', '=', userId).execute()
      }),

    turnOff: (userId: string): Promise<unknown> =>
      database.transaction((trx) => endAccess(trx, userId, ['secondFactors'], { kind: database.kind })),

    /** Replaces the recovery codes. Throws `Invalid` when the second step is off. */
    renewCodes: async (userId: string): Promise<{ backupCodes: string[] }> => {
      const backupCodes = newCodes()
      const { numUpdatedRows } = await db
        .updateTable('two_factors')
        .set({ backupCodes: await cipher.encrypt(JSON.stringify(backupCodes)) })
        .where('userId', '=', userId)
        .where(sql<boolean>`verified is null or verified`)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Invalid({}, 'No authenticator app is set up.')
      return { backupCodes }
    },
  }
}
