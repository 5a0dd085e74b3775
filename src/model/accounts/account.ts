import { isPlainName } from '../text-rules.ts'
import { z } from '../zod.ts'

const roles = ['owner', 'member'] as const
export type Role = (typeof roles)[number]

/** Lengths in UTF-16 code units; ASVS 5.0, 6.2.1 and 6.2.9. */
const passwordLength = { min: 8, max: 128 } as const

/** Specification, section 8. The same for every cause. */
export const signInFailed = 'Wrong Email or Password'

const line = (label: string, max: number) =>
  z
    .string(`${label} is required.`)
    .trim()
    .min(1, `${label} is required.`)
    .max(max, `${label} may have at most ${max} characters.`)
    .refine(isPlainName, `${label} contains characters that cannot be shown.`)

/** An email address, trimmed and in lower case; checked before, since other letters fold to those of ASCII. */
export const emailAddress = z
  .string('Email address is required.')
  .trim()
  .min(1, 'Email address is required.')
  .max(254, 'Email address may have at most 254 characters.')
  .pipe(z.email('Enter an email address like name@example.com.').toLowerCase())

/** Two usernames that differ in case or in the form of their characters are the same. */
export const usernameKey = (name: string): string => name.normalize('NFKC').toLowerCase()

const newPassword = z
  .string('Password is required.')
  .min(passwordLength.min, `Use at least ${passwordLength.min} characters; a few words in a row are easy to remember.`)
  .max(passwordLength.max, `Use at most ${passwordLength.max} characters.`)

const password = z.string('Password is required.').min(1, 'Password is required.').max(passwordLength.max, 'Too long.')

/** A person's profile. Field names: specification, section 3. */
export const profileSchema = z.strictObject({
  name: line('Name', 80),
  surname: line('Family Name', 80),
  username: line('Username', 40).refine((name) => !usernameKey(name).includes('@'), 'A username has no @.'),
})

export const signUpSchema = z.strictObject({
  ...profileSchema.shape,
  email: emailAddress,
  password: newPassword,
  /** Token of a link for the owner. */
  claim: z.string().max(200).optional(),
  /** Token of an invitation. */
  invite: z.string().max(200).optional(),
})

/** The login form. All mistakes have the same answer. */
export const signInSchema = z.strictObject({
  email: z
    .string('Email address is required.')
    .trim()
    .min(1, 'Email address is required.')
    .max(254, 'Email address may have at most 254 characters.')
    .refine(
      (typed) => !typed.includes('@') || emailAddress.safeParse(typed).success,
      'Enter an email address like name@example.com.',
    )
    .transform((typed) => (typed.includes('@') ? typed.toLowerCase() : usernameKey(typed)))
    .describe('The email address or the username.'),
  password,
  /** False: the session ends with the browser. */
  rememberMe: z.boolean().optional(),
})

export const changePasswordSchema = z.strictObject({ currentPassword: password, newPassword })
export const setPasswordSchema = z.strictObject({ newPassword })
export const forgottenPasswordSchema = z.strictObject({ email: emailAddress })
export const resetPasswordSchema = z.strictObject({
  token: z.string('The link is not whole.').min(1, 'The link is not whole.').max(200, 'The link is not whole.'),
  newPassword,
})

export const denySignInSchema = z.strictObject({ token: resetPasswordSchema.shape.token })

export type SignUp = z.infer<typeof signUpSchema>
export type Profile = z.infer<typeof profileSchema>

const time = z.iso.datetime()

/** An account as the API shows it. Field names: specification, section 3. */
export const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  surname: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(roles),
  twoFactor: z.boolean(),
  timeStamp: time.describe('When the account was made, by the server’s clock.'),
})
export type Account = z.infer<typeof accountSchema>

export const sessionSchema = z.object({
  id: z.string(),
  device: z.string().describe('The browser’s User-Agent.'),
  ip: z.string(),
  createdAt: time,
  lastSeenAt: time,
  current: z.boolean().describe('Whether it is the device of this call.'),
})
export type Session = z.infer<typeof sessionSchema>

const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

export const newPasskeySchema = z.strictObject({ name: line('Name', 60) })

export const newTokenSchema = z.strictObject({
  name: line('Name', 60),
  scope: z.enum(tokenScopes, 'Choose read or write.'),
})

export const apiTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(tokenScopes),
  createdAt: time,
  lastUsedAt: time.nullable(),
})
export type ApiToken = z.infer<typeof apiTokenSchema>
