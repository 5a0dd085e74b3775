import { VitrineError } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { type Config, ConfigError } from '../process/config.ts'
import { readOrCreateSecret } from '../process/secret.ts'
import { openClaim } from './claim-token.ts'
import { type EndedAccess, endedInWords } from './ended-access.ts'
import { resetPassword } from './reset-password.ts'
import { createUsers } from './users.ts'

export const ownerUsage = 'owner claim-link | reset-password EMAIL'

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
export interface OwnerAnswer {
  link?: string
  email?: string
  password?: string
  ended?: EndedAccess
}

/** The same for people, a line each. */
export const ownerLines = (answer: OwnerAnswer): string[] =>
  Object.entries(answer).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : endedInWords(value as EndedAccess)}`,
  )

/**
 * What `vitrine owner …` does, and what is printed of it, by name; what a program may want to count is an object. Throws `ConfigError` for wrong usage, and what stands in the way, in a sentence.
 */
export const ownerCommand = async (args: readonly string[], config: Config): Promise<OwnerAnswer> => {
  const [what, email, ...more] = args
  const usable = what === 'claim-link' ? email === undefined : what === 'reset-password' && email !== undefined
  if (!usable || more.length > 0) throw new ConfigError([`Usage: vitrine ${ownerUsage}`])
  const database = await openDatabase(config)
  try {
    if (what === 'claim-link') return await claimLink(database, config)
    return { email: email as string, ...(await resetPassword(database, email as string)) }
  } finally {
    await database.close()
  }
}
