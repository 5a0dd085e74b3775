import { type Calls, listAnswer, nothing, pagingQuery } from '../calls.ts'
import { pageLookSchema } from '../themes/theme.ts'
import { z } from '../zod.ts'
import {
  accountSchema,
  apiTokenSchema,
  changePasswordSchema,
  denySignInSchema,
  forgottenPasswordSchema,
  newPasskeySchema,
  newTokenSchema,
  profileSchema,
  resetPasswordSchema,
  sessionSchema,
  setPasswordSchema,
  signInSchema,
  signUpSchema,
} from './account.ts'
import { invitationSchema, newInvitationSchema } from './invitation.ts'

/** Calls of signing up, in and out, and of one's own ways in. */
export const authCalls = () => {
  const code = z.strictObject({ code: z.string().trim().min(1, 'Enter the code.').max(40) })
  const password = z.strictObject({ password: z.string().max(128).optional() })
  const recoveryCodes = z.object({ backupCodes: z.array(z.string()) })
  const { name } = newPasskeySchema.shape
  const passkey = z.strictObject({ id: z.string().max(64) })
  const response = z.looseObject({ id: z.string().max(1400) })
  const url = z.url()
  return {
    'GET /api/auth/sign-in-options': {
      answer: z.object({
        google: z.boolean().describe('Whether Sign in with Google is set up.'),
        registration: z.boolean().describe('Whether anyone may register.'),
        claim: z.boolean().describe('Whether the owner’s role is still to be claimed.'),
        resetByEmail: z.boolean().describe('Whether a link for a new password can be sent by email.'),
        look: pageLookSchema.nullable().describe('Colours and display type of the published page.'),
      }),
    },
    'POST /api/auth/sign-up/email': {
      body: signUpSchema,
      answer: z.object({ user: accountSchema.pick({ name: true, surname: true, username: true, email: true }) }),
    },
    'POST /api/auth/sign-in/email': {
      body: signInSchema,
      answer: z.object({
        twoFactorRedirect: z.literal(true).optional().describe('A code of the second factor is to follow.'),
      }),
    },
    'POST /api/auth/sign-in/social': {
      body: z.strictObject({
        provider: z.literal('google'),
        callbackURL: z.string().max(500).optional(),
        invite: signUpSchema.shape.invite,
      }),
      answer: z.object({ url }),
    },
    'GET /api/auth/callback/google': {},
    'POST /api/auth/two-factor/verify-totp': { body: code },
    'POST /api/auth/two-factor/verify-backup-code': { body: code },
    'GET /api/auth/passkey/generate-authenticate-options': {},
    'POST /api/auth/passkey/verify-authentication': { body: z.strictObject({ response }) },
    'GET /api/auth/get-session': {
      answer: z.object({ user: accountSchema, session: z.object({ id: z.string() }) }).nullable(),
    },
    'POST /api/auth/sign-out': {},
    'POST /api/password-resets': { body: forgottenPasswordSchema, answer: nothing() },
    'POST /api/sessions/denials': {
      body: denySignInSchema,
      answer: z.object({ token: z.string().describe('Of `POST /api/password-resets/completions`, for an hour.') }),
    },
    'POST /api/password-resets/completions': {
      body: resetPasswordSchema,
      answer: z.object({ ended: z.string().describe('The ways into the account that were ended, in words.') }),
    },
    'DELETE /api/account': { body: password, answer: nothing() },
    'POST /api/auth/update-user': { body: profileSchema.partial() },
    'POST /api/auth/change-password': { body: changePasswordSchema },
    'POST /api/auth/two-factor/enable': {
      body: password,
      answer: recoveryCodes.extend({ totpURI: z.string().describe('For the QR code.') }),
    },
    'POST /api/auth/two-factor/disable': { body: password },
    'POST /api/auth/two-factor/generate-backup-codes': { body: password, answer: recoveryCodes },
    'GET /api/auth/passkey/generate-register-options': {},
    'POST /api/auth/passkey/verify-registration': { body: z.strictObject({ response, name: name.optional() }) },
    'GET /api/auth/passkey/list-user-passkeys': { answer: z.array(z.looseObject({ id: z.string() })) },
    'POST /api/auth/passkey/update-passkey': { body: passkey.extend({ name }) },
    'POST /api/auth/passkey/delete-passkey': { body: passkey },
    'GET /api/sign-in-methods': {
      answer: z.object({
        password: z.boolean(),
        google: z.object({ since: z.iso.datetime() }).nullable().describe('Since when Google is linked.'),
      }),
    },
    'PUT /api/sign-in-methods/password': { body: setPasswordSchema, answer: nothing() },
    'POST /api/sign-in-methods/google': { answer: z.object({ url }) },
    'DELETE /api/sign-in-methods/google': { answer: nothing() },
  } satisfies Calls
}

/** Calls of sessions, accounts, tokens, and the links that let somebody in. */
export const userCalls = () => {
  const expiry = { expiresAt: z.iso.datetime() }
  return {
    'POST /api/owner-claims': {
      body: z.strictObject({ token: z.string('The claim token is missing.').min(1).max(200) }),
      answer: z.object({ role: z.literal('owner') }),
    },
    'GET /api/sessions': { answer: listAnswer('sessions', sessionSchema) },
    'DELETE /api/sessions': { answer: nothing() },
    'DELETE /api/sessions/:id': { answer: nothing() },
    'GET /api/users': { query: z.strictObject(pagingQuery()), answer: listAnswer('users', accountSchema) },
    'DELETE /api/users/:id': { answer: nothing() },
    'GET /api/invitations': { answer: listAnswer('invitations', invitationSchema) },
    'POST /api/invitations': {
      body: newInvitationSchema,
      answer: invitationSchema.extend({ link: z.url().describe('Shown this once.') }),
    },
    'DELETE /api/invitations/:id': { answer: nothing() },
    'GET /api/hand-over-link': { answer: z.object({ open: z.object(expiry).nullable() }) },
    'POST /api/hand-over-link': {
      body: z.strictObject({ password: z.string().max(128).optional() }),
      answer: z.object({ link: z.url().describe('Shown this once.'), ...expiry }),
    },
    'DELETE /api/hand-over-link': { answer: nothing() },
    'GET /api/tokens': { answer: listAnswer('tokens', apiTokenSchema) },
    'POST /api/tokens': {
      body: newTokenSchema,
      answer: apiTokenSchema.extend({ secret: z.string().describe('Shown this once.') }),
    },
    'DELETE /api/tokens/:id': { answer: nothing() },
  } satisfies Calls
}
