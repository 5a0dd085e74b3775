import { NotFound, VitrineError } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { readOrCreateSecret } from '../db/secret.ts'
import { type Config, ConfigError } from '../process/config.ts'
import { openClaim } from './claim-token.ts'
import { type EndedAccess, endAccess, endedInWords, everyWay } from './ended-access.ts'
import { hashPassword, readableSecret, storePasswordHash } from './passwords.ts'
import { withAccounts } from './tables.ts'
import { createUsers } from './users.ts'

/**
 * Sets a new password for the account with this email address and ends every other way into it, since somebody else may have access.
 * Throws `NotFound`.
 */
const resetPassword = async (database: Database, email: string): Promise<{ password: string; ended: EndedAccess }> => {
  const address = email.trim().toLowerCase()
  const password = readableSecret(4)
  const hash = await hashPassword(password)
  const ended = await database.transaction(async (trx) => {
    const db = withAccounts(trx)
    const user = await db.selectFrom('users').select('id').where('email', '=', address).executeTakeFirst()
    if (!user) throw new NotFound('account', address)
    await storePasswordHash(trx, user.id, hash)
    return endAccess(trx, user.id, everyWay, { kind: database.kind })
  })
  return { password, ended }
}

const ownerUsage = 'owner claim-link | reset-password EMAIL'

const claimLink = async (database: Database, config: Config) => {
  const secret = config.authSecret ?? (await readOrCreateSecret(database, config.dataDir, 'auth'))
  const token = await openClaim(database, secret, config.claimToken)
  if (token !== undefined) return { link: `${config.publicUrl}/register#claim=${token}` }
  const owner = (await createUsers(database).ownerEmail()) ?? 'somebody whose account is gone'
  throw new VitrineError(
    'gone',
    `This site has its owner: ${owner}. To let them in again: vitrine owner reset-password ${owner}`,
  )
}

/** Output of `vitrine owner`; its fields depend on the command. */
interface OwnerAnswer {
  link?: string
  email?: string
  password?: string
  ended?: EndedAccess
}

/** The output for people, a line for each field. */
export const ownerLines = (answer: OwnerAnswer): string[] =>
  Object.entries(answer).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : endedInWords(value as EndedAccess)}`,
  )

/** Runs `vitrine owner …` on the store that `open` opens. Throws `ConfigError` for wrong usage, `VitrineError` with a sentence. */
export const ownerCommand = async (
  args: readonly string[],
  config: Config,
  open: (config: Config) => Promise<Database>,
): Promise<OwnerAnswer> => {
  const [command, email, ...more] = args
  const usable = command === 'claim-link' ? email === undefined : command === 'reset-password' && email !== undefined
  if (!usable || more.length > 0) throw new ConfigError([`Usage: vitrine ${ownerUsage}`])
  const database = await open(config)
  try {
    if (command === 'claim-link') return await claimLink(database, config)
    return { email: email as string, ...(await resetPassword(database, email as string)) }
  } finally {
    await database.close()
  }
}
