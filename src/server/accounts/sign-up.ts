import type { SignUp } from '../../model/accounts/account.ts'
import { Invalid, VitrineError } from '../../model/errors.ts'
import type { Claims } from './claims.ts'
import { withConstantTime } from './constant-time.ts'
import type { Caller, LibraryAnswer, LibraryCall } from './library-call.ts'
import { passwordProblem } from './password-rules.ts'
import type { PasswordAttempts } from './password-tries.ts'
import type { Users } from './users.ts'

/** Milliseconds that registering takes at least: a new account's writes take longer than finding a known address. */
const atLeast = 300

interface Parts {
  users: Users
  claims: Claims
  tries: PasswordAttempts
  registrationOpen: () => Promise<boolean>
  call: (caller: Caller, call: LibraryCall) => Promise<LibraryAnswer>
}

/**
 * Makes an account: a member's, or with a valid claim the owner's. The answer is the same whether the address was known or not;
 * who signs in afterwards with the same password finds out. `made` hears of a new account's id.
 * Throws `Invalid`, `Gone`, `TooMany`, or 'forbidden' when registration is closed.
 */
export const createSignUp =
  ({ users, claims, tries, registrationOpen, call }: Parts) =>
  async (
    caller: Caller,
    form: SignUp,
    made: (id: string) => void = () => {},
  ): Promise<Pick<SignUp, 'name' | 'surname' | 'username' | 'email'>> => {
    const { claim, password, ...person } = form
    if (claim !== undefined) await tries.claim(caller.ip, () => claims.check(claim))
    else if (!(await registrationOpen())) throw new VitrineError('forbidden', 'Registration is closed.')
    const problem = await passwordProblem(password, person)
    if (problem) throw new Invalid({ password: problem })
    // Whoever holds the claim is not kept out by how many others register.
    if (claim === undefined) await tries.signUp(caller.ip)
    await withConstantTime(atLeast, async () => {
      const known = await users.idOf(person.email)
      try {
        // No cookie goes along: a new account begins with nothing that was there before.
        const fresh = { ...caller, cookie: '' }
        await call(fresh, { method: 'POST', path: '/sign-up/email', body: { ...person, password } })
      } catch (error) {
        // Two at once with the same address: the second is told what everybody is told.
        if (!(error instanceof Invalid) || (await users.idOf(person.email)) === undefined) throw error
      }
      const id = await users.idOf(person.email)
      if (known !== undefined || id === undefined) return
      made(id)
      if (claim !== undefined) await claims.take(id, claim)
    })
    return person
  }
