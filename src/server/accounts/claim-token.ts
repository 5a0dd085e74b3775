import { createHmac } from 'node:crypto'
import { type Database, readMeta, writeMeta } from '../db/database.ts'
import { sha256 } from '../process/sha256.ts'
import { withAccounts } from './tables.ts'

/** Value in place of the token's hash once the site has an owner. */
export const taken = 'taken'
export const claimKey = 'owner claim'
export const handOverKey = 'hand-over link'

/**
 * The token of the claim link; undefined once the site has an owner. It is derived from the process's secret, so that each start can print
 * it though only its hash is stored.
 */
export const openClaim = async (db: Database, secret: string, given?: string): Promise<string | undefined> => {
  const token = given ?? createHmac('sha256', secret).update('the owner’s claim').digest('base64url')
  const value = sha256(token)
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

/**
 * Ends the links that were made under another secret than this one: it opens their emails in a copy of the store. API tokens are in no
 * email, and stay.
 */
export const endLinksOfOtherSecret = async ({ kysely, transaction }: Database, secret: string): Promise<void> => {
  const [key, print] = ['secret of links', createHmac('sha256', secret).update('links').digest('base64url')]
  const before = await readMeta(kysely, key)
  if (before === print) return
  await transaction(async (trx) => {
    if (before !== undefined)
      for (const table of ['share_links', 'invitations', 'password_resets'] as const)
        await withAccounts(trx).deleteFrom(table).execute()
    // One that was used is its person's own. Others are over: with what came through them they are deleted as all that are.
    const now = new Date().toISOString()
    if (before !== undefined)
      await trx
        .updateTable('testimonial_requests')
        .set({ expires_at: now })
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .execute()
    if (before !== undefined) await trx.deleteFrom('meta').where('key', '=', handOverKey).execute()
    await writeMeta(trx, key, print)
  })
}
