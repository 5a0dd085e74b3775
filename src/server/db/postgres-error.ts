import { Unavailable } from '../../model/errors.ts'
import { UniqueViolation } from './unique-violation.ts'

// https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, resources, operator's intervention, system;
// serialisation failure, deadlock, lock not available, read-only, authorization at connecting.
const passing = /^(?:08|53|57|58|28|40001|40P01|55P03|25006)/
const network = /^E(?:CONN|TIMEDOUT|PIPE|NOTFOUND|HOST|NET|AI_)/
const driver = /connection|timeout|timed out|not queryable|closed|Cannot use a pool/i

const refusals: Record<string, string> = {
  '53100': 'The disk of the database is full; nothing was saved.',
  '25006': 'The database may only be read; nothing was saved.',
}

/** Message when Postgres takes no writes at all. */
export const writesRefused = (error: unknown): string | undefined => refusals[(error as { code?: string }).code ?? '']

/** Translates to `Unavailable` what may pass and to `UniqueViolation`; other errors stay as they are. */
export const postgresError = (error: unknown): Error => {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code === '23505') return new UniqueViolation(message, { cause: error })
  const refused = writesRefused(error)
  if (refused) return Object.assign(new Unavailable(refused), { cause: error })
  if (passing.test(code) || network.test(code) || (code === '' && driver.test(message))) {
    return Object.assign(new Unavailable('The database cannot be reached; nothing was saved. Try again in a moment.'), {
      cause: error,
    })
  }
  return error as Error
}
