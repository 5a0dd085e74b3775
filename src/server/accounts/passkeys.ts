import { createHmac, randomBytes } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Account } from '../../model/accounts/account.ts'
import { Invalid, NotFound, VitrineError } from '../../model/errors.ts'
import type { Database, Reader } from '../db/database.ts'
import { UniqueViolation } from '../db/postgres.ts'
import { clockGraceMs } from '../process/clock.ts'
import { derivedKey } from '../process/sealed-text.ts'
import { holdSession, type Proof, type SignedIn } from './ended-access.ts'
import type { Cookies } from './sessions.ts'
import { dbTime, dbTrue, isoTime, withAccounts } from './tables.ts'

const challengeSeconds = 5 * 60
/** Also of a process whose clock is ahead. */
export const challengeMaxSeconds = challengeSeconds + clockGraceMs / 1000

const shape = /^passkey\.([0-9a-z]{1,11})\.[\w-]{22}$/

/**
 * Challenges for signing in with a passkey, and for adding one to an account. Each is derived from its id, which a signed cookie carries,
 * so that nothing is stored before it was used.
 */
export const createPasskeyChallenges = (key: Buffer) => {
  const challengeOf = (id: string, userId: string) =>
    createHmac('sha256', key).update(`${id}${userId}`).digest('base64url')
  return {
    /** For adding a passkey, of this account. */
    create: (userId = '') => {
      const id = `passkey.${(Date.now() + challengeSeconds * 1000).toString(36)}.${randomBytes(16).toString('base64url')}`
      return { id, challenge: challengeOf(id, userId) }
    },
    /** The challenge with this id; undefined for an expired or malformed one. */
    find: (id: string, userId = ''): string | undefined => {
      const leftMs = Number.parseInt(shape.exec(id)?.[1] ?? '', 36) - Date.now()
      return leftMs > 0 && leftMs <= challengeMaxSeconds * 1000 ? challengeOf(id, userId) : undefined
    },
  }
}

// It takes 26 MB, so it is loaded by the first passkey.
const library = () => import('./webauthn.ts')

const refused = (message: string) => new VitrineError('unauthenticated', message)
const tooLate = 'Using the passkey took too long. Try again.'
const notAccepted = 'This passkey was not accepted. Use your password, or another passkey.'

// A passkey replaces the password and the second step, so the device must have verified its user (the flag UV of WebAuthn Level 3, 6.1).
// The options only ask the browser for it.
const requireVerification = (userVerified: boolean) => {
  if (!userVerified)
    throw new Invalid(
      {},
      'The device did not check that it is you. Set up its screen lock, fingerprint or PIN, and try again.',
    )
}

const cookieName = 'passkey'
const mostPerAccount = 20
/** Of Base64url: 1023 bytes (WebAuthn Level 3, 7.1). */
const longestId = 1364
const transportNames = z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(10)

interface Credential {
  credentialID: string
  transports: string | null
}

const credentialOf = ({ credentialID, transports }: Credential) => ({
  id: credentialID,
  ...(transports ? { transports: transports.split(',') as never } : {}),
})

/** Passkeys that sign in by themselves: discoverable, and verified by the device. The ceremonies are WebAuthn Level 3, 7.1 and 7.2. */
export const createPasskeys = (parts: {
  database: Database
  cookies: Cookies
  readSecret: () => Promise<string>
  publicUrl: string
  /** Marks the challenge with this id as used; false when it was used before. */
  takeChallenge: (id: string) => Promise<boolean>
}) => {
  const { database, cookies, publicUrl } = parts
  const db = withAccounts(database.kysely)
  const rpID = new URL(publicUrl).hostname
  const challenges = async () => createPasskeyChallenges(derivedKey(await parts.readSecret(), 'passkey challenge'))

  const ofUser = (userId: string, reader: Reader = database.kysely) =>
    withAccounts(reader)
      .selectFrom('passkeys')
      .select(['id', 'credentialID', 'transports'])
      .where('userId', '=', userId)
      .execute()

  /** The challenge that this browser was given, and its id. Throws `unauthenticated`. */
  const challengeGiven = async (cookie: string, userId?: string) => {
    const id = (await cookies.read(cookie, cookieName)) ?? ''
    const expectedChallenge = (await challenges()).find(id, userId)
    if (expectedChallenge === undefined) throw refused(tooLate)
    return { id, expectedChallenge }
  }
  const expected = { expectedOrigin: publicUrl, expectedRPID: rpID, requireUserVerification: false } as const

  return {
    /** Options for signing in, and the Set-Cookie line of their challenge. Of who is signed in, the passkeys are named. */
    signInOptions: async (userId?: string) => {
      const own = userId === undefined ? [] : await ofUser(userId)
      const { id, challenge } = (await challenges()).create()
      const options = {
        ...{ challenge, timeout: 60_000, rpId: rpID, userVerification: 'required' as const },
        ...(own.length > 0
          ? { allowCredentials: own.map((one) => ({ ...credentialOf(one), type: 'public-key' as const })) }
          : {}),
      }
      return { options, cookie: await cookies.set(cookieName, id, challengeSeconds) }
    },

    /** The account that signs in with this answer of a browser. Throws `unauthenticated`; `Invalid` when the device verified nobody. */
    signIn: async (response: AuthenticationResponseJSON, cookie: string): Promise<{ userId: string; proof: Proof }> => {
      const { id, expectedChallenge } = await challengeGiven(cookie)
      const stored = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('credentialID', '=', response.id)
        .executeTakeFirst()
      if (!stored) throw refused('This passkey is not known here; it may have been removed. Use your password.')
      const { verifyAuthenticationResponse } = await library()
      const publicKey = Uint8Array.from(Buffer.from(stored.publicKey, 'base64'))
      const credential = { ...credentialOf(stored), publicKey, counter: stored.counter }
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        ...{ response, expectedChallenge, ...expected, credential },
      }).catch(() => {
        throw refused(notAccepted)
      })
      if (!verified) throw refused(notAccepted)
      requireVerification(authenticationInfo.userVerified)
      if (!(await parts.takeChallenge(id))) throw refused(tooLate)
      const { newCounter: counter } = authenticationInfo
      if (counter !== stored.counter)
        await db.updateTable('passkeys').set({ counter }).where('id', '=', stored.id).execute()
      const proof: Proof = async (trx) => (await ofUser(stored.userId, trx)).some(({ id }) => id === stored.id)
      return { userId: stored.userId, proof }
    },

    /** Options for adding a passkey, and the Set-Cookie line of their challenge. */
    newOptions: async ({ id: userId, email, name, surname }: Account) => {
      const { generateRegistrationOptions } = await library()
      const { id, challenge } = (await challenges()).create(userId)
      const options = await generateRegistrationOptions({
        ...{ rpName: 'Vitrine', rpID, userName: email, userDisplayName: `${name} ${surname}` },
        challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
        attestationType: 'none',
        excludeCredentials: (await ofUser(userId)).map(credentialOf),
        // Discoverable, since nobody types an email address before.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { options, cookie: await cookies.set(cookieName, id, challengeSeconds) }
    },

    /** Adds the passkey of this answer of a browser; returns its id. Throws `unauthenticated`, `Invalid`. */
    add: async (owner: SignedIn, response: RegistrationResponseJSON, name: string | undefined, cookie: string) => {
      const { userId } = owner
      const { id: challenge, expectedChallenge } = await challengeGiven(cookie, userId)
      const { refuseCertificates, verifyRegistrationResponse } = await library()
      const verify = async () => {
        refuseCertificates(response)
        return verifyRegistrationResponse({ response, expectedChallenge, ...expected })
      }
      const { registrationInfo } = await verify().catch(() => ({ registrationInfo: undefined }))
      if (!registrationInfo || registrationInfo.credential.id.length > longestId)
        throw new Invalid({}, 'This passkey was not accepted. Try again.')
      requireVerification(registrationInfo.userVerified)
      if (!(await parts.takeChallenge(challenge))) throw refused(tooLate)
      const { credential, credentialDeviceType, credentialBackedUp, aaguid } = registrationInfo
      const row = {
        ...{ id: uuid(), userId, name: name ?? null, credentialID: credential.id, counter: credential.counter, aaguid },
        publicKey: Buffer.from(credential.publicKey).toString('base64'),
        deviceType: credentialDeviceType,
        backedUp: credentialBackedUp ? dbTrue : sql<boolean>`false`,
        transports: transportNames.catch([]).parse(credential.transports).join(','),
        createdAt: dbTime(database.kind, Date.now()),
      }
      await database
        .transaction(async (trx) => {
          await holdSession(trx, owner, database.kind)
          if ((await ofUser(userId, trx)).length >= mostPerAccount)
            throw new Invalid({}, `At most ${mostPerAccount} passkeys can be added. Remove one first.`)
          await withAccounts(trx).insertInto('passkeys').values(row).execute()
        })
        .catch((error: unknown) => {
          throw error instanceof UniqueViolation ? new Invalid({}, 'This passkey is here already.') : error
        })
      return row.id
    },

    list: async (userId: string): Promise<{ id: string; name: string | null; createdAt?: string }[]> => {
      const rows = db.selectFrom('passkeys').select(['id', 'name', 'createdAt']).where('userId', '=', userId)
      return (await rows.orderBy('id').execute()).map(({ createdAt, ...row }) => ({
        ...row,
        ...(createdAt === null ? {} : { createdAt: isoTime(createdAt) }),
      }))
    },

    rename: async (userId: string, id: string, name: string) => {
      const own = db.updateTable('passkeys').set({ name }).where('id', '=', id).where('userId', '=', userId)
      if ((await own.executeTakeFirst()).numUpdatedRows === 0n) throw new NotFound('passkey', id)
    },

    remove: async (userId: string, id: string) => {
      const own = db.deleteFrom('passkeys').where('id', '=', id).where('userId', '=', userId)
      if ((await own.executeTakeFirst()).numDeletedRows === 0n) throw new NotFound('passkey', id)
    },
  }
}
