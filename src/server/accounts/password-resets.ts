import { Gone, Invalid } from '../../model/errors.ts'
import type { Database, Trx } from '../db/database.ts'
import { type AttemptLimit, type Attempts, tooOften } from '../limits/attempts.ts'
import { passwordResetEmail } from '../mail/emails.ts'
import type { Mail } from '../mail/mail.ts'
import { clockGraceMs, iso, oneHourMs } from '../process/clock.ts'
import { newLinkToken, sha256 } from '../process/sha256.ts'
import { named } from './attempts.ts'
import { type EndedAccess, endAccess, everyWay } from './ended-access.ts'
import { hashPassword, refuseWeakPassword, storePasswordHash, withConstantTime } from './passwords.ts'
import { withAccounts } from './tables.ts'
import { verifyMember } from './users.ts'

// Storing the link and its email takes longer than finding no account.
const minimumMs = 300
const perIp: AttemptLimit = { max: 10, windowSeconds: 15 * 60 }
/** Emails to one person, whether there is such an account or not. */
const perEmail: AttemptLimit = { max: 3, windowSeconds: 60 * 60 }
const fromEverywhere: AttemptLimit = { max: 100, windowSeconds: 60 * 60 }

// A mailbox proves a person, not their second factor: that stays, unless a stranger may have set it up before the address was verified.
const endedWays = everyWay.filter((way) => way !== 'secondFactors')

const gone = () =>
  new Gone(
    'This link does not work any more: it was used, is older than an hour, or a newer one was sent. Ask for a new one.',
  )

interface Parts {
  database: Database
  attempts: Attempts
  limited: boolean
  publicUrl: string
  mail: Mail
  clock?: () => number
}

/** Forgotten passwords: a link by email, which works once and for an hour. Only its hash is stored. */
export const createPasswordResets = ({
  database,
  attempts,
  limited,
  publicUrl,
  mail,
  clock = () => Date.now(),
}: Parts) => {
  const newToken = () => {
    const { token, hash } = newLinkToken()
    return { token, row: { hash, expires_at: iso(clock() + oneHourMs) } }
  }

  const newLink = async (email: string) => {
    const { token, row } = newToken()
    const content = passwordResetEmail(await mail.siteName(), `${publicUrl}/login/reset#token=${token}`, publicUrl)
    return { row, delivery: await mail.sealedLink('password-reset', email, content, row.expires_at) }
  }

  const store = (trx: Trx, userId: string, row: ReturnType<typeof newToken>['row']) =>
    withAccounts(trx)
      .insertInto('password_resets')
      .values({ userId, ...row })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
      .execute()

  const find = async (reader: Trx | Database['kysely'], hash: string) =>
    withAccounts(reader)
      .selectFrom('password_resets')
      .innerJoin('users', 'users.id', 'password_resets.userId')
      .select(['users.id', 'users.email', 'users.name', 'users.surname', 'users.username'])
      .where('password_resets.hash', '=', hash)
      .where('password_resets.expires_at', '>', iso(clock()))
      // A later end was given while a clock was ahead.
      .where('password_resets.expires_at', '<', iso(clock() + oneHourMs + clockGraceMs))
      .executeTakeFirst()

  return {
    /** The token of a link that is sent to nobody: for who has just proved the mailbox otherwise. It replaces the one before. */
    issue: async (trx: Trx, userId: string): Promise<string> => {
      const { token, row } = newToken()
      await store(trx, userId, row)
      return token
    },

    /**
     * Sends a link to the account with this email address, if there is one: the same outcome in the same time, whether there is or not.
     * Throws `TooMany`, and `Invalid` while email cannot be sent.
     */
    request: async (email: string, ip: string): Promise<void> => {
      if (!mail.canWriteToOthers())
        throw new Invalid({}, `No email can be sent here. On the server: vitrine owner reset-password ${email}`)
      if (limited)
        await attempts
          .takeAll([
            [`password reset from ${ip}`, perIp],
            [`password reset of ${named(email)}`, perEmail],
            ['password reset', fromEverywhere],
          ])
          .catch((error: unknown) => {
            throw tooOften(error)
          })
      await withConstantTime(minimumMs, async () => {
        // Made for nobody, too: the same work.
        const link = await newLink(email)
        await database.transaction(async (trx) => {
          const user = await withAccounts(trx)
            .selectFrom('users')
            .select('id')
            .where('email', '=', email)
            .executeTakeFirst()
          if (!user) return
          await store(trx, user.id, link.row)
          await mail.outbox.enqueue(trx, link.delivery)
        })
      })
      mail.outbox.poll()
    },

    /**
     * Sets the password of the link's account and ends every way in that existed; a second factor stays when the address was verified
     * before, and the owner's. Of many calls at once, one succeeds. Throws `Gone`, `Invalid` for a weak password.
     */
    complete: async (token: string, password: string): Promise<{ account: string; ended: EndedAccess }> => {
      const hash = sha256(token)
      const user = await find(database.kysely, hash)
      if (!user) throw gone()
      await refuseWeakPassword('newPassword', password, user)
      const passwordHash = await hashPassword(password)
      return database.transaction(async (trx) => {
        const used = await withAccounts(trx)
          .deleteFrom('password_resets')
          .where('hash', '=', hash)
          .where('expires_at', '>', iso(clock()))
          .executeTakeFirst()
        if (used.numDeletedRows !== 1n) throw gone()
        await storePasswordHash(trx, user.id, passwordHash)
        const ways = (await verifyMember(trx, user.id)) ? everyWay : endedWays
        const ended = await endAccess(trx, user.id, ways, { kind: database.kind })
        return { account: user.id, ended }
      })
    },
  }
}
