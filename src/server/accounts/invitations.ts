import { v7 as uuid } from 'uuid'
import type { Invitation } from '../../model/accounts/invitation.ts'
import { Gone, Invalid, NotFound } from '../../model/errors.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import type { InvitationsTable } from '../db/tables.ts'
import { clockGraceMs, iso, oneDayMs } from '../process/clock.ts'
import { newLinkToken, sha256 } from '../process/sha256.ts'

const maxOpen = 100

const gone = () =>
  new Gone('This invitation does not work any more: it was used or revoked, or its time is over. Ask for a new one.')

export type Invitations = ReturnType<typeof createInvitations>

/** Links with which somebody becomes a member although registration is closed. Each works once. */
export const createInvitations = (database: Database, clock: () => number = () => Date.now()) => {
  const { kysely } = database
  // One of the future was made while a clock was ahead.
  const open = (reader: Reader) =>
    reader
      .selectFrom('invitations')
      .where('expires_at', '>', iso(clock()))
      .where('created_at', '<=', iso(clock() + clockGraceMs))

  return {
    /** The newest first. */
    list: async (): Promise<Invitation[]> => {
      const rows = await open(kysely)
        .select(['id', 'email', 'created_at', 'expires_at'])
        .orderBy('id', 'desc')
        .execute()
      return rows.map(({ id, email, created_at, expires_at }) => ({
        id,
        email,
        createdAt: created_at,
        expiresAt: expires_at,
      }))
    },

    /** Makes an invitation; `prepare` makes its email before the transaction that stores both. Throws `Invalid` for one too many. */
    create: async (
      { email, days }: { email: string | undefined; days: number },
      prepare: (token: string, until: string) => Promise<(trx: Trx) => Promise<unknown>>,
    ): Promise<Invitation & { token: string }> => {
      const { token, hash } = newLinkToken()
      const now = clock()
      const row: InvitationsTable = {
        ...{ id: uuid(), hash, email: email ?? null },
        ...{ created_at: iso(now), expires_at: iso(now + days * oneDayMs) },
      }
      const send = await prepare(token, row.expires_at)
      await database.exclusive('invitations', async (trx) => {
        const { count } = await open(trx)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        if (Number(count) >= maxOpen)
          throw new Invalid({}, `At most ${maxOpen} invitations can be open. Revoke some first.`)
        await trx.insertInto('invitations').values(row).execute()
        await send(trx)
      })
      return { id: row.id, email: row.email, createdAt: row.created_at, expiresAt: row.expires_at, token }
    },

    revoke: async (id: string): Promise<void> => {
      const { numDeletedRows } = await kysely.deleteFrom('invitations').where('id', '=', id).executeTakeFirst()
      if (numDeletedRows === 0n) throw new NotFound('invitation', id)
    },

    /** Throws `Gone` unless this invitation can be used now. */
    check: async (token: string): Promise<void> => {
      if (!(await open(kysely).select('id').where('hash', '=', sha256(token)).executeTakeFirst())) throw gone()
    },

    /** Uses an invitation up, in the transaction that makes its account: of many calls at once, one gets it. Throws `Gone`. */
    take: async (trx: Reader, token: string): Promise<void> => {
      const { numDeletedRows } = await trx
        .deleteFrom('invitations')
        .where('hash', '=', sha256(token))
        .where('id', 'in', open(trx).select('id'))
        .executeTakeFirst()
      if (numDeletedRows !== 1n) throw gone()
    },
  }
}
