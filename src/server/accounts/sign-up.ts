import type { SignUp } from '../../model/accounts/account.ts'
import { VitrineError } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../endpoint/endpoint.ts'
import type { PasswordAttempts } from './attempts.ts'
import type { Claims } from './claims.ts'
import type { Invitations } from './invitations.ts'
import { hashPassword, refuseWeakPassword, storePasswordHash, withConstantTime } from './passwords.ts'
import { createUser, giveWay, letIn, strangers, type Users } from './users.ts'

// Storing a new account takes longer than finding a known email address.
const minimumMs = 300

interface Parts {
  database: Database
  users: Users
  claims: Claims
  invitations: Invitations
  passwordAttempts: PasswordAttempts
  registrationOpen: () => Promise<boolean>
}

/**
 * Creates an account: a member's, or with a valid claim the owner's. An invitation opens a closed registration. The answer is the same whether the email address was known or not.
 * Calls `created` with a new account's id. Throws `Invalid`, `Gone`, `TooMany`, or 'forbidden' when registration is closed.
 */
export const createSignUp =
  ({ database, users, claims, invitations, passwordAttempts, registrationOpen }: Parts) =>
  async (
    caller: Pick<Caller, 'ip'>,
    form: SignUp,
    created: (id: string) => void = () => {},
  ): Promise<Pick<SignUp, 'name' | 'surname' | 'username' | 'email'>> => {
    const { claim, invite, password, ...person } = form
    const isStranger = claim === undefined && invite === undefined
    if (claim !== undefined) await passwordAttempts.claim(caller.ip, () => claims.check(claim))
    else if (invite !== undefined) await passwordAttempts.claim(caller.ip, () => invitations.check(invite))
    else if (!(await registrationOpen())) throw new VitrineError('forbidden', 'Registration is closed.')
    await refuseWeakPassword('password', password, person)
    const refuseAbove = async (most: number, id?: string) => {
      if (!isStranger || (await users.countStrangers()) <= most) return
      if (id !== undefined) await users.remove(id)
      throw new VitrineError(
        'forbidden',
        'No more accounts can be registered just now. Ask the owner for an invitation.',
      )
    }
    await refuseAbove(strangers.max - 1)
    // Registrations of others must not delay the owner's, nor those of strangers an invited person's.
    if (claim === undefined) await passwordAttempts.signUp(caller.ip, isStranger)
    const create = async () => {
      // For a known address, too: the same work.
      const hash = await hashPassword(password)
      const id = await database.transaction(async (trx) => {
        if (invite !== undefined) await giveWay(trx, person.email)
        const made = await createUser(trx, person)
        if (made === undefined) return undefined
        await storePasswordHash(trx, made, hash)
        if (invite !== undefined) await letIn(trx, made)
        return made
      })
      if (id === undefined) return false
      // Others may have come at the same time.
      await refuseAbove(strangers.max, id)
      created(id)
      return true
    }
    const createInvited = async (token: string) => {
      // Used up first, so that of many at once one makes an account.
      const release = await invitations.take(token)
      const isCreated = await create().catch(async (error: unknown) => {
        await release()
        throw error
      })
      if (!isCreated) await release()
    }
    await withConstantTime(minimumMs, async () => {
      if (claim !== undefined) created(await claims.register({ ...person, password }, claim))
      else if (invite !== undefined) await createInvited(invite)
      else await create()
    })
    return person
  }
