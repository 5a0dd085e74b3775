import { createHash, createHmac } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { readMeta } from '../db/meta.ts'

/** Value in place of the token's hash once the site has an owner. */
export const taken = 'taken'
export const claimKey = 'owner claim'
export const handOverKey = 'hand-over link'

export const claimHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * The token of the claim link; undefined once the site has an owner. It is derived from the process's secret, so that each start can print
 * it though only its hash is stored.
 */
export const openClaim = async (db: Database, secret: string, given?: string): Promise<string | undefined> => {
  const token = given ?? createHmac('sha256', secret).update('the owner’s claim').digest('base64url')
  const value = claimHash(token)
  // Nothing is written that is stored already: a start must not need disk space.
  const before = await readMeta(db.kysely, claimKey)
  if (before === value) return token
  if (before === taken) return undefined
  await db.kysely
    .insertInto('meta')
    .values({ key: claimKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }).where('meta.value', '!=', taken))
    .execute()
  return (await readMeta(db.kysely, claimKey)) === value ? token : undefined
}
