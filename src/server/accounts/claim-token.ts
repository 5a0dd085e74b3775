import { createHash, createHmac } from 'node:crypto'
import type { Database } from '../db/database.ts'

/** Value in the meta table in place of the token's hash once the site has an owner. */
export const taken = 'taken'
export const claimKey = 'owner claim'
/** The meta table's row of the link with which the owner hands the site over. */
export const handOverKey = 'hand-over link'

/** Stored form of a claim token. */
export const claimHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * The token with which the site's owner comes into being; undefined once there is one.
 * Made from the process's secret, so that each start can say it again though only its hash is kept.
 */
export const openClaim = async (db: Database, secret: string, given?: string): Promise<string | undefined> => {
  const token = given ?? createHmac('sha256', secret).update('the owner’s claim').digest('base64url')
  const value = claimHash(token)
  const keptValue = async () =>
    (await db.kysely.selectFrom('meta').select('value').where('key', '=', claimKey).executeTakeFirst())?.value
  // Nothing is written that stands there already: a start must not need room.
  const before = await keptValue()
  if (before === value) return token
  if (before === taken) return undefined
  await db.kysely
    .insertInto('meta')
    .values({ key: claimKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }).where('meta.value', '!=', taken))
    .execute()
  return (await keptValue()) === value ? token : undefined
}
