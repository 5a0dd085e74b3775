import { sql } from 'kysely'
import { type Account, type Profile, usernameKey } from '../../model/accounts/account.ts'
import { Invalid, NotFound, VitrineError } from '../../model/errors.ts'
import type { Database, Reader } from '../db/database.ts'
import { pageOf, pageSize } from '../db/paging.ts'
import { oneDayMs } from '../process/clock.ts'
import { dbTime, dbTrue, isoTime, withAccounts } from './tables.ts'

interface UserRow extends Omit<Account, 'twoFactor' | 'timeStamp'> {
  twoFactorEnabled: number | boolean | null
  createdAt: string | Date
}

export const accountOf = ({
  id,
  name,
  surname,
  username,
  email,
  role,
  twoFactorEnabled,
  createdAt,
}: UserRow): Account => ({
  ...{ id, name, surname, username, email, role },
  twoFactor: Boolean(twoFactorEnabled),
  timeStamp: isoTime(createdAt),
})

/** Most accounts of strangers at a time, and in ms the age at which they are deleted. */
export const strangers = { max: 200, ageMs: 30 * oneDayMs } as const

const unverified = sql<boolean>`role = 'member' and not "emailVerified"`

/** True for accounts of strangers: nobody verified the address, and no link of the owner's was used. */
const isStranger = sql<boolean>`${unverified} and not invited`

/** Deletes a stranger's account with this address; for `everybody`, also the one of an invited member who did not verify it. */
export const giveWay = async (reader: Reader, email: string, everybody = false): Promise<void> => {
  const found = withAccounts(reader).deleteFrom('users').where('email', '=', email)
  await found.where(everybody ? unverified : isStranger).execute()
}

/** Makes a member's account; returns its id, or undefined where its address is taken. `verified`: somebody vouches for the address. */
export const createUser = async (
  reader: Reader,
  person: Profile & { email: string },
  verified = false,
): Promise<string | undefined> => {
  const [id, now] = [crypto.randomUUID(), new Date().toISOString()]
  const { name, surname, username, email } = person
  const made = withAccounts(reader)
    .insertInto('users')
    .values({ ...{ id, name, surname, username, email }, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
  if ((await made.executeTakeFirstOrThrow()).numInsertedOrUpdatedRows !== 1n) return undefined
  if (verified)
    await withAccounts(reader).updateTable('users').set({ emailVerified: dbTrue }).where('id', '=', id).execute()
  return id
}

/** Notes that this account came by a link of the owner's: it does not end by itself. */
export const letIn = async (reader: Reader, id: string): Promise<void> => {
  await withAccounts(reader).updateTable('users').set({ invited: dbTrue }).where('id', '=', id).execute()
}

/** Gives this account the owner's role. Throws `unauthenticated` for one that was deleted meanwhile. */
export const makeOwner = async (trx: Reader, id: string): Promise<void> => {
  const made = withAccounts(trx).updateTable('users').set({ role: 'owner' }).where('id', '=', id)
  if ((await made.executeTakeFirst()).numUpdatedRows !== 1n)
    throw new VitrineError('unauthenticated', 'Your account was deleted meanwhile.')
}

/** Notes that a member has proved the address of this account; returns whether that was new. */
export const verifyMember = async (reader: Reader, id: string): Promise<boolean> => {
  const proved = withAccounts(reader).updateTable('users').set({ emailVerified: dbTrue }).where('id', '=', id)
  return (await proved.where(unverified).executeTakeFirst()).numUpdatedRows > 0n
}

/** Whether somebody proved the address of this account, or holds the site. */
export const isVerified = async (reader: Reader, id: string): Promise<boolean> => {
  const found = withAccounts(reader).selectFrom('users').select('id').where('id', '=', id)
  return (await found.where(sql<boolean>`not (${unverified})`).executeTakeFirst()) !== undefined
}

/** The owner's address; undefined until there is an owner. */
export const ownerAddress = async (reader: Reader): Promise<string | undefined> => {
  const owner = withAccounts(reader).selectFrom('users').select('email').where('role', '=', 'owner')
  return (await owner.executeTakeFirst())?.email
}

export type Users = ReturnType<typeof createUsers>

export const createUsers = (database: Database) => {
  const db = withAccounts(database.kysely)
  return {
    /** One page of everyone, the oldest account first. Throws `Invalid` for a malformed cursor. */
    list: async ({
      limit,
      cursor,
    }: {
      limit?: number | undefined
      cursor?: string | undefined
    } = {}): Promise<{ users: Account[]; next: string | null }> => {
      const size = pageSize(limit)
      let query = db.selectFrom('users').selectAll()
      if (cursor !== undefined) {
        const [, at, id] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z) ([\w-]{1,64})$/.exec(cursor) ?? []
        if (at === undefined || id === undefined || Number.isNaN(Date.parse(at)))
          throw new Invalid({ cursor: 'Start the list again.' })
        const time = dbTime(database.kind, Date.parse(at))
        query = query.where(({ or, and, eb }) =>
          or([eb('createdAt', '>', time), and([eb('createdAt', '=', time), eb('id', '>', id)])]),
        )
      }
      const rows = await query
        .orderBy('createdAt')
        .orderBy('id')
        .limit(size + 1)
        .execute()
      const { items, next } = pageOf(rows, size, ({ createdAt, id }) => `${isoTime(createdAt)} ${id}`)
      return { users: items.map(accountOf), next }
    },

    /** Deletes a member with everything that is theirs. Throws `NotFound`; `Invalid` for the owner. */
    remove: async (id: string): Promise<void> => {
      // Decided by the statement that deletes: the role may be handed over at the same time.
      const member = db.deleteFrom('users').where('id', '=', id).where('role', '!=', 'owner')
      if ((await member.executeTakeFirst()).numDeletedRows > 0n) return
      if (!(await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()))
        throw new NotFound('account', id)
      throw new Invalid({ role: 'The owner’s account cannot be deleted. Hand the role over first.' })
    },

    find: async (id: string): Promise<Account | undefined> => {
      const found = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
      return found && accountOf(found)
    },

    /** Changes one's own names. */
    rename: async (id: string, names: { [Name in keyof Profile]?: Profile[Name] | undefined }): Promise<void> => {
      const updatedAt = new Date().toISOString()
      await db
        .updateTable('users')
        .set({ ...names, updatedAt })
        .where('id', '=', id)
        .execute()
    },

    countStrangers: async (): Promise<number> => {
      const count = db
        .selectFrom('users')
        .where(isStranger)
        .select(({ fn }) => fn.countAll().as('count'))
      return Number((await count.executeTakeFirstOrThrow()).count)
    },

    /** Deletes accounts of strangers that are thirty days old; returns their number. */
    cleanUpStrangers: async (now: number = Date.now()): Promise<number> => {
      const limit = dbTime(database.kind, now - strangers.ageMs)
      const old = db.deleteFrom('users').where(isStranger).where('createdAt', '<', limit)
      return Number((await old.executeTakeFirst()).numDeletedRows)
    },

    namesOf: async (ids: readonly string[]): Promise<Map<string, string>> => {
      if (ids.length === 0) return new Map()
      const rows = await db.selectFrom('users').select(['id', 'name', 'surname']).where('id', 'in', ids).execute()
      return new Map(rows.map(({ id, name, surname }) => [id, `${name} ${surname}`]))
    },

    idOf: async (email: string): Promise<string | undefined> =>
      (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id,

    /**
     * The account that signs in with this email address or username, as `signInSchema` gives it. A username that several accounts have
     * signs in to the owner's, or to none: nobody takes a name away from the owner, and registering does not say which names there are.
     */
    signingIn: async (typed: string): Promise<{ id: string; email: string } | undefined> => {
      const all = db.selectFrom('users').select(['id', 'email', 'username', 'role'])
      if (typed.includes('@')) return all.where('email', '=', typed).executeTakeFirst()
      // SQLite folds the case of ASCII alone.
      const named = (await all.execute()).filter(({ username }) => usernameKey(username) === typed)
      return named.find(({ role }) => role === 'owner') ?? (named.length === 1 ? named[0] : undefined)
    },

    ownerEmail: async (): Promise<string | undefined> =>
      (await db.selectFrom('users').select('email').where('role', '=', 'owner').executeTakeFirst())?.email,
  }
}
