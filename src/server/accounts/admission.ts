import { AsyncLocalStorage } from 'node:async_hooks'
import type { Invitations } from './invitations.ts'

interface Call {
  release?: () => Promise<void>
  made?: true
}

/** Decides whether Google may make an account in this call: while registration is open, or with an invitation, which is then used up. */
export const createAdmission = (parts: {
  registrationOpen: () => Promise<boolean>
  invitations: Invitations
  countStranger: () => Promise<void>
}) => {
  const calls = new AsyncLocalStorage<Call>()
  return {
    isOpen: async (invite: string | undefined): Promise<boolean> =>
      invite !== undefined || (await parts.registrationOpen()),
    /** Counts an account without an invitation. Throws `TooMany`. */
    countStranger: parts.countStranger,
    /** Used up before the account is made, so that of many at once one makes an account. Throws `Gone`. */
    take: async (invite: string): Promise<void> => {
      const release = await parts.invitations.take(invite)
      Object.assign(calls.getStore() ?? {}, { release })
    },
    /** Notes that the account was made, so that the invitation stays used up. */
    made: async (): Promise<void> => {
      Object.assign(calls.getStore() ?? {}, { made: true })
    },
    /** Runs a call of the sign-in library, and gives the invitation back when the call makes no account. */
    within: <T>(run: () => Promise<T>): Promise<T> => {
      const call: Call = {}
      return calls.run(call, run).finally(async () => {
        if (!call.made) await call.release?.()
      })
    },
  }
}

export type Admission = ReturnType<typeof createAdmission>
