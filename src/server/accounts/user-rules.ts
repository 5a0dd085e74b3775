import type { BetterAuthOptions } from 'better-auth'
import { APIError, getOAuthState } from 'better-auth/api'
import { z } from 'zod'
import { profileSchema } from '../../model/accounts/account.ts'
import { Gone, TooMany } from '../../model/errors.ts'
import { withoutTurning } from '../../model/text-rules.ts'
import type { Admission } from './admission.ts'

type Hooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['user']>

const normalized = (value: unknown, max: number) =>
  typeof value === 'string'
    ? withoutTurning(value)
        .replace(/[\u0000-\u001f\u007f\s]+/g, ' ')
        .trim()
        .slice(0, max)
        .trim()
    : ''

/** A profile from an OpenID provider's claims; missing fields are taken from the email address. */
export const profileFromClaims = (claims: Record<string, unknown>) => {
  const address = normalized(claims.email, 254).split('@')[0] ?? ''
  const names = normalized(claims.name, 80).split(' ')
  return {
    name: normalized(claims.given_name, 80) || names[0] || address.slice(0, 80),
    surname: normalized(claims.family_name, 80) || names.slice(1).join(' ') || '–',
    username: normalized(claims.preferred_username, 40) || address.slice(0, 40),
  }
}

const checked = <T>(schema: z.ZodType<T>, user: unknown): T => {
  const profile = schema.safeParse(user)
  if (profile.success) return profile.data
  throw new APIError('UNPROCESSABLE_ENTITY', { code: 'INVALID_PROFILE', message: 'Invalid name.' })
}

// Not strict: the library's fields come along.
const profileFields = z.object(profileSchema.shape)

/** The invitation that this sign-in with Google was begun with. */
const invitation = async (): Promise<string | undefined> => {
  const invite = (await getOAuthState())?.invite
  return typeof invite === 'string' ? invite : undefined
}

const refusedByName = (error: unknown): never => {
  const code = error instanceof Gone ? 'INVITATION_GONE' : error instanceof TooMany && 'REGISTERED_TOO_OFTEN'
  throw code ? new APIError('FORBIDDEN', { code, message: (error as Error).message }) : error
}

/** Validates every new and changed account, from a form or a provider. Roles change by claim and hand-over alone. */
export const userRules = (admission: Pick<Admission, 'isOpen' | 'take' | 'made' | 'countStranger'>): Hooks => ({
  create: {
    before: async (user, context) => {
      const data = { ...user, ...checked(profileFields, user), role: 'member', image: null }
      if (context?.path?.startsWith('/callback')) {
        const invite = await invitation()
        if (!(await admission.isOpen(invite)))
          throw new APIError('FORBIDDEN', { code: 'REGISTRATION_CLOSED', message: 'Registration is closed.' })
        if (!user.emailVerified)
          throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED', message: 'The address is not verified.' })
        await (invite === undefined ? admission.countStranger() : admission.take(invite)).catch(refusedByName)
      }
      return { data }
    },
    after: admission.made,
  },
  update: {
    before: async (user) => {
      const { role, image, ...rest } = user as Record<string, unknown>
      if (role !== undefined || image !== undefined)
        throw new APIError('FORBIDDEN', { code: 'NOT_YOURS', message: 'This cannot be set.' })
      return { data: { ...rest, ...checked(profileFields.partial(), rest) } }
    },
  },
})
