import type { Account } from '../../model/accounts/account.ts'
import { deviceName } from '../../model/accounts/device-name.ts'
import { Gone, TooMany } from '../../model/errors.ts'
import { type Database, readMeta, type Trx } from '../db/database.ts'
import type { AttemptLimit, Attempts } from '../limits/attempts.ts'
import { newDeviceEmail } from '../mail/emails.ts'
import type { Mail } from '../mail/mail.ts'
import { oneDayMs, oneHourMs } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import { createSigner } from '../process/sealed-text.ts'
import { equalInConstantTime } from './passwords.ts'
import { dbTime, withAccounts } from './tables.ts'
import { isVerified } from './users.ts'

const linkMs = 7 * oneDayMs
const once: AttemptLimit = { max: 1, windowSeconds: linkMs / 1000 }
/** More would be a way to fill somebody's mailbox. */
const mostEmails: AttemptLimit = { max: 5, windowSeconds: 60 * 60 }
/** The session began before its email was written. */
const marginMs = 60_000
const shape = /^([\w-]{1,64})\.([0-9a-z]{1,10})\.([\w-]{43})$/

/** Key of when a restore ended all links that were sent before, an ISO time: it also brings back the record of which were used. */
export const restoredKey = 'restored at'

const gone = () =>
  new Gone(
    'This link does not work any more: it was used, or is older than seven days. Ask for a new password instead.',
  )

interface SignIn {
  account: Account
  ip: string
  userAgent: string
}

/** Tells people by email when a device signs in to their account that had not before. Nothing is stored of it but the email. */
export const createNewDevices = ({
  database,
  attempts,
  mail,
  publicUrl,
  readSecret,
  log,
  issueReset,
  clock = Date.now,
}: {
  database: Database
  attempts: Attempts
  mail: Mail
  publicUrl: string
  readSecret: () => Promise<string>
  log: Log
  /** A token with which this account's password can be set. */
  issueReset: (trx: Trx, userId: string) => Promise<string>
  clock?: () => number
}) => {
  const sign = createSigner(readSecret, 'new device')

  const isTold = async ({ id, timeStamp }: Account): Promise<boolean> => {
    // Every device of a new account is new, and an address that nobody verified may be somebody else's.
    if (!mail.canWriteToOthers() || clock() - Date.parse(timeStamp) < oneHourMs) return false
    if (!(await isVerified(database.kysely, id))) return false
    await attempts.take(`new device of ${id}`, mostEmails)
    return true
  }

  return {
    /** Queues the email about a device that has just signed in for the first time. Never fails: the sign-in stands without it. */
    signedIn: async ({ account, ip, userAgent }: SignIn): Promise<void> => {
      try {
        if (!(await isTold(account))) return
        const now = clock()
        const signed = `${account.id}.${Math.floor(now / 1000).toString(36)}`
        const link = `${publicUrl}/login/not-me#token=${signed}.${await sign(signed)}`
        const found = { at: new Date(now), device: deviceName(userAgent), ip }
        const content = newDeviceEmail(await mail.siteName(), found, link, publicUrl)
        const until = new Date(now + linkMs).toISOString()
        const delivery = await mail.sealedLink('new-device', account.email, content, until)
        await database.transaction((trx) => mail.outbox.enqueue(trx, delivery))
        mail.outbox.poll()
      } catch (error) {
        if (!(error instanceof TooMany)) log.warn('Nobody is told of a new device', { reason: String(error) })
      }
    },

    /**
     * Ends the session that the email was about and those that began since, such as after a change of the password; returns a token with
     * which a new password can be set. Works once. Throws `Gone`.
     */
    deny: async (token: string): Promise<{ account: string; reset: string }> => {
      const [, id = '', issued = '', signature = ''] = shape.exec(token) ?? []
      const seconds = Number.parseInt(issued, 36)
      const isOurs = id !== '' && equalInConstantTime(signature, await sign(`${id}.${issued}`))
      if (!isOurs || Math.abs(clock() - seconds * 1000) > linkMs) throw gone()
      const since = seconds * 1000 - marginMs
      const reset = await database.transaction(async (trx) => {
        // Used up by what it does: where that fails, the intruder is still in, and the link is needed again.
        await attempts.takeWithin(trx, `link ${signature}`, once).catch((error: unknown) => {
          throw error instanceof TooMany ? gone() : error
        })
        if (seconds * 1000 <= Date.parse((await readMeta(trx, restoredKey)) ?? '')) throw gone()
        const accounts = withAccounts(trx)
        const found = await accounts.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
        if (!found) throw gone()
        await accounts
          .deleteFrom('sessions')
          .where('userId', '=', id)
          .where('createdAt', '>=', dbTime(database.kind, since))
          .execute()
        return issueReset(trx, id)
      })
      return { account: id, reset }
    },
  }
}

export type NewDevices = ReturnType<typeof createNewDevices>
