import { VitrineError } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { readOrCreateSecret } from '../db/secret.ts'
import { type Config, ConfigError } from '../process/config.ts'
import { openClaim } from './claim-token.ts'
import { type EndedAccess, endedInWords } from './ended-access.ts'
import { resetPassword } from './reset-password.ts'
import { createUsers } from './users.ts'

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
