import { previewPath } from '../../model/preview/preview.ts'
import { authApi } from '../accounts/api/auth.ts'
import { secondFactorsApi } from '../accounts/api/second-factors.ts'
import { signInMethodsApi } from '../accounts/api/sign-in-methods.ts'
import { usersApi } from '../accounts/api/users.ts'
import { entriesApi } from '../content/api.ts'
import type { Route } from '../endpoint/route.ts'
import { healthApi } from '../health/api.ts'
import { getHealth } from '../health/liveness.ts'
import { inboxApi } from '../inbox/api.ts'
import { mailApi } from '../inbox/mail/api.ts'
import { messagesAdminApi } from '../inbox/messages/api.ts'
import { postMessage } from '../inbox/messages/contact-api.ts'
import { spamApi } from '../inbox/spam/api.ts'
import { changesApi } from '../journal/api.ts'
import { mediaApi } from '../media/api.ts'
import { contentOperation, messageOperation, openapiOperation } from '../publishing/site-operations.ts'
import type { Services } from '../services.ts'
import { settingsApi } from '../settings/api.ts'
import { adminPage } from './admin-page.ts'
import { previewPage } from './preview-page.ts'

/** Everything that can be called from outside, in order of trust. */
export const routes = (services: Services): Route[] => {
  const auth = authApi(services)
  const factors = secondFactorsApi(services)
  const methods = signInMethodsApi(services)
  const users = usersApi(services)
  const entries = entriesApi(services)
  const settings = settingsApi(services)
  const changes = changesApi(services)
  const inbox = inboxApi(services)
  const mail = mailApi(services)
  const messages = messagesAdminApi(services)
  const media = mediaApi(services)
  const health = healthApi(services)
  const spam = spamApi(services)
  const admin = adminPage()
  const item = '/api/entries/:collection/:id'
  return [
    // The site's pages, sitemap and the like: whatever `Site.pages` yields. Unknown addresses end in its 404.
    { who: 'anyone', method: 'GET', path: '/*', handle: 'memory' },
    { who: 'anyone', method: 'GET', path: '/assets/*', handle: 'memory' },
    { who: 'anyone', method: 'GET', path: '/media/:name', handle: 'memory' },
    { who: 'anyone', method: 'GET', path: '/api/content', handle: 'memory', operation: contentOperation },
    {
      who: 'anyone',
      method: 'POST',
      path: '/api/messages',
      handle: postMessage(services),
      operation: messageOperation,
    },
    { who: 'anyone', method: 'GET', path: '/api/messages/challenge', ...spam.challenge },
    { who: 'anyone', method: 'GET', path: '/healthz', handle: getHealth(services) },
    { who: 'anyone', method: 'POST', path: '/api/csp-reports', ...health.report },
    { who: 'anyone', method: 'GET', path: '/api/openapi.json', handle: 'memory', operation: openapiOperation },
    { who: 'anyone', method: 'GET', path: '/api/docs', handle: 'memory' },
    { who: 'anyone', method: 'GET', path: '/login', handle: admin },
    { who: 'anyone', method: 'GET', path: '/register', handle: admin },
    { who: 'anyone', method: 'GET', path: '/api/auth/doors', ...auth.options },
    { who: 'anyone', method: 'POST', path: '/api/auth/sign-up/email', ...auth.signUp },
    { who: 'anyone', method: 'POST', path: '/api/auth/sign-in/email', ...auth.signIn },
    { who: 'anyone', method: 'POST', path: '/api/auth/sign-in/social', ...auth.signInSocial },
    { who: 'anyone', method: 'GET', path: '/api/auth/callback/google', ...auth.callback },
    { who: 'anyone', method: 'POST', path: '/api/auth/two-factor/verify-totp', ...factors.verifyTotp },
    { who: 'anyone', method: 'POST', path: '/api/auth/two-factor/verify-backup-code', ...factors.verifyBackupCode },
    { who: 'anyone', method: 'GET', path: '/api/auth/passkey/generate-authenticate-options', ...factors.signInOptions },
    { who: 'anyone', method: 'POST', path: '/api/auth/passkey/verify-authentication', ...factors.signIn },
    { who: 'anyone', method: 'GET', path: '/api/auth/get-session', ...auth.getSession },
    { who: 'anyone', method: 'POST', path: '/api/auth/sign-out', ...auth.signOut },

    { who: 'signed in', method: 'POST', path: '/api/owner-claims', ...users.claim },
    { who: 'signed in', method: 'POST', path: '/api/auth/update-user', ...auth.updateUser },
    { who: 'signed in', method: 'POST', path: '/api/auth/change-password', ...auth.changePassword },
    { who: 'signed in', method: 'POST', path: '/api/auth/two-factor/enable', fresh: true, ...factors.enableTotp },
    { who: 'signed in', method: 'POST', path: '/api/auth/two-factor/disable', fresh: true, ...factors.disableTotp },
    {
      who: 'signed in',
      method: 'POST',
      path: '/api/auth/two-factor/generate-backup-codes',
      fresh: true,
      ...factors.recoveryCodes,
    },
    {
      who: 'signed in',
      method: 'GET',
      path: '/api/auth/passkey/generate-register-options',
      fresh: true,
      ...factors.passkeyOptions,
    },
    {
      who: 'signed in',
      method: 'POST',
      path: '/api/auth/passkey/verify-registration',
      fresh: true,
      ...factors.addPasskey,
    },
    { who: 'signed in', method: 'GET', path: '/api/auth/passkey/list-user-passkeys', ...factors.passkeys },
    { who: 'signed in', method: 'POST', path: '/api/auth/passkey/update-passkey', ...factors.renamePasskey },
    {
      who: 'signed in',
      method: 'POST',
      path: '/api/auth/passkey/delete-passkey',
      fresh: true,
      ...factors.removePasskey,
    },
    { who: 'signed in', method: 'GET', path: '/api/sign-in-methods', ...methods.list },
    { who: 'signed in', method: 'PUT', path: '/api/sign-in-methods/password', fresh: true, ...methods.setPassword },
    { who: 'signed in', method: 'POST', path: '/api/sign-in-methods/google', fresh: true, ...methods.linkGoogle },
    { who: 'signed in', method: 'DELETE', path: '/api/sign-in-methods/google', fresh: true, ...methods.unlinkGoogle },
    { who: 'signed in', method: 'GET', path: '/api/sessions', ...users.sessions },
    { who: 'signed in', method: 'DELETE', path: '/api/sessions', ...users.endOtherSessions },
    { who: 'signed in', method: 'DELETE', path: '/api/sessions/:id', ...users.endSession },

    { who: 'owner', method: 'GET', path: '/admin', page: true, handle: admin },
    { who: 'owner', method: 'GET', path: previewPath, page: true, handle: previewPage() },
    { who: 'owner', method: 'GET', path: '/admin/*', page: true, handle: admin },
    { who: 'owner', method: 'GET', path: '/api/entries/:collection', ...entries.list },
    { who: 'owner', method: 'POST', path: '/api/entries/:collection', ...entries.create },
    { who: 'owner', method: 'GET', path: '/api/entries/:collection/order', ...entries.order },
    { who: 'owner', method: 'PUT', path: '/api/entries/:collection/order', ...entries.reorder },
    { who: 'owner', method: 'GET', path: item, ...entries.get },
    { who: 'owner', method: 'PATCH', path: item, ...entries.update },
    { who: 'owner', method: 'DELETE', path: item, ...entries.remove },
    { who: 'owner', method: 'POST', path: `${item}/restoration`, ...entries.restore },
    { who: 'owner', method: 'POST', path: `${item}/publication`, ...entries.publish },
    { who: 'owner', method: 'DELETE', path: `${item}/publication`, ...entries.unpublish },
    { who: 'owner', method: 'GET', path: '/api/settings', ...settings.get },
    { who: 'owner', method: 'PATCH', path: '/api/settings', ...settings.update },
    { who: 'owner', method: 'GET', path: '/api/publishing', ...settings.publishing },
    { who: 'owner', method: 'GET', path: '/api/health', ...health.health },
    { who: 'owner', method: 'GET', path: '/api/changes', ...changes.list },
    { who: 'owner', method: 'POST', path: '/api/changes/:id/undo', ...changes.undo },
    { who: 'owner', method: 'GET', path: '/api/media', ...media.list },
    { who: 'owner', method: 'POST', path: '/api/media', ...media.upload },
    { who: 'owner', method: 'GET', path: '/api/media/:id', ...media.get },
    { who: 'owner', method: 'PATCH', path: '/api/media/:id', ...media.update },
    { who: 'owner', method: 'DELETE', path: '/api/media/:id', ...media.remove },
    { who: 'owner', method: 'POST', path: '/api/media/:id/restoration', ...media.restore },
    { who: 'owner', method: 'GET', path: '/api/media/:id/original', ...media.original },
    { who: 'owner', method: 'PUT', path: '/api/media/:id/original', ...media.replace },
    { who: 'owner', method: 'GET', path: '/api/media/:id/thumbnail', ...media.thumbnail },
    { who: 'owner', method: 'GET', path: '/api/media/:id/uses', ...media.uses },
    { who: 'owner', method: 'GET', path: '/api/inbox', ...inbox.inbox },
    { who: 'owner', method: 'GET', path: '/api/mail', ...mail.get },
    { who: 'owner', method: 'POST', path: '/api/mail/tests', ...mail.test },
    { who: 'owner', method: 'POST', path: '/api/mail/retries', ...mail.retry },
    { who: 'owner', method: 'GET', path: '/api/messages', elsewhere: '/#contact', ...messages.list },
    { who: 'owner', method: 'PATCH', path: '/api/messages', ...messages.updateAll },
    { who: 'owner', method: 'GET', path: '/api/messages.csv', ...inbox.csv },
    { who: 'owner', method: 'GET', path: '/api/messages.json', ...inbox.json },
    { who: 'owner', method: 'GET', path: '/api/messages/:id', ...messages.get },
    { who: 'owner', method: 'PATCH', path: '/api/messages/:id', ...messages.update },
    { who: 'owner', method: 'DELETE', path: '/api/messages/:id', ...messages.remove },
    { who: 'owner', method: 'POST', path: '/api/messages/:id/restoration', ...messages.restore },
    { who: 'owner', method: 'POST', path: '/api/messages/:id/deliveries', ...messages.sendAgain },
    { who: 'owner', method: 'POST', path: '/api/messages/:id/replies', ...messages.reply },
    { who: 'owner', method: 'POST', path: '/api/people/lookups', ...inbox.person },
    { who: 'owner', method: 'GET', path: '/api/spam-rules', ...spam.rules },
    { who: 'owner', method: 'PATCH', path: '/api/spam-rules', ...spam.update },
    { who: 'owner', method: 'POST', path: '/api/spam-rules/dry-runs', ...spam.dryRun },

    { who: 'owner in person', method: 'GET', path: '/api/users', ...users.list },
    { who: 'owner in person', method: 'DELETE', path: '/api/users/:id', fresh: true, ...users.remove },
    { who: 'owner in person', method: 'GET', path: '/api/hand-over-link', ...users.handOverStatus },
    {
      who: 'owner in person',
      method: 'POST',
      path: '/api/hand-over-link',
      fresh: true,
      ...users.createHandOverLink,
    },
    { who: 'owner in person', method: 'DELETE', path: '/api/hand-over-link', ...users.revokeHandOverLink },
    { who: 'owner in person', method: 'GET', path: '/api/tokens', ...users.tokens },
    { who: 'owner in person', method: 'POST', path: '/api/tokens', fresh: true, ...users.createToken },
    { who: 'owner in person', method: 'DELETE', path: '/api/tokens/:id', ...users.revokeToken },
    { who: 'owner in person', method: 'POST', path: '/api/people/erasures', ...inbox.erase },
  ]
}
