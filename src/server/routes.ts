import { previewPath } from '../model/preview/preview.ts'
import { authApi, ownAccountApi, passwordResetsApi, secondFactorsApi, signInMethodsApi } from './accounts/auth-api.ts'
import { invitationsApi, usersApi } from './accounts/users-api.ts'
import { backupsApi } from './backup/downloads.ts'
import { connectionsApi } from './connections/api.ts'
import { entriesApi } from './content/api.ts'
import { cvApi } from './cv/api.ts'
import type { Endpoint, Handler, Route } from './endpoint/endpoint.ts'
import { getHealth, healthApi } from './health/health.ts'
import { adminPage, previewPage } from './http/admin-page.ts'
import { inboxApi, spamApi } from './inbox/api.ts'
import { createRefusedPage, postMessage } from './inbox/contact-api.ts'
import { questionsVisits } from './inbox/questions.ts'
import { changesApi } from './journal/api.ts'
import { mailApi } from './mail/api.ts'
import { mediaApi } from './media/api.ts'
import { pagesApi } from './pages/api.ts'
import { draftsApi } from './publishing/drafts.ts'
import { pastSiteApi } from './publishing/past-site.ts'
import { shareLinksApi } from './publishing/share-links.ts'
import { answersOperation, contentOperation, messageOperation, openapiOperation } from './publishing/site-operations.ts'
import { readinessApi } from './readiness/api.ts'
import type { Services } from './services.ts'
import { settingsApi } from './settings/api.ts'
import { setupApi } from './setup/api.ts'
import { testimonialRequestsApi, testimonialVisits } from './testimonials/api.ts'
import { themesApi } from './themes/api.ts'
import { importsApi } from './transfer/api.ts'
import { visitsApi } from './visits/api.ts'

type Options = Pick<Route, 'fresh' | 'page' | 'limit' | 'elsewhere' | 'operation' | 'from'>
type Name = `${Route['method']} ${string}`
type Row<Served> =
  | Served
  | [call: Served, options: Options]
  | [call: Name, answer: Endpoint | Handler | 'memory', options?: Options]

/** Rows of who may call. What stands with a call of no endpoint is its handler. */
const rowsOf =
  <Served extends Name>(endpoints: Record<Served, Endpoint>) =>
  (who: Route['who'], rows: Row<Served>[]): Route[] =>
    rows.map((row) => {
      const [call, second, third] = typeof row === 'string' ? [row] : row
      const [method, path] = call.split(' ') as [Route['method'], string]
      const given = typeof second === 'function' || second === 'memory' ? { handle: second } : second
      return { who, method, path, ...endpoints[call as Served], ...given, ...third }
    })

const fresh = { fresh: true } as const
const page = { page: true } as const
// Enough to try a set-up: a broken script cannot fill a mailbox, nor knock at others' servers.
const tried = (max: number) => ({ limit: { max, windowSeconds: 10 * 60 } }) as const

/** Everything that can be called from outside, in order of trust. */
export const routes = (services: Services): Route[] => {
  const { accounts, config, db, links, publisher, security, site } = services
  const auth = authApi(services, services.mail, services.look)
  const factors = secondFactorsApi(services)
  const methods = signInMethodsApi(services)
  const users = usersApi(services)
  const invitations = invitationsApi(services, services.mail)
  const resets = passwordResetsApi(services, services.passwordResets)
  const own = ownAccountApi(services)
  const entries = entriesApi(services.entries, publisher, services.texts, services.textMatches)
  const testimonials = testimonialVisits(services)
  const refusedPage = createRefusedPage(site, publisher, security)
  const contact = postMessage(services.messages, services.messageLimit, services.spam, refusedPage, services)
  const questions = questionsVisits(services)
  const media = mediaApi(services.media, publisher)
  const { cvVariants, cvVariantKeys, cvVariantFiles, previewCvVariant } = services
  const admin = adminPage()
  const from = config.contactOrigins
  const item = '/api/entries/:collection/:id'
  const rowsFor = rowsOf({
    ...settingsApi(services.settings, publisher, services.moveCategory),
    ...themesApi(services.themes, publisher),
    ...cvApi(services.cv, cvVariants, cvVariantKeys, cvVariantFiles, previewCvVariant, config),
    ...shareLinksApi(services.shareLinks),
    ...pastSiteApi(services.pastSite, publisher),
    ...draftsApi(services.drafts, publisher),
    ...changesApi(services.journal, publisher, accounts.users.namesOf),
    ...importsApi(db, links, publisher, config),
    ...pagesApi(services),
    ...setupApi(db, services.images, publisher, links, services.readiness.count),
    ...connectionsApi(services.connections, services.mail, config),
    ...readinessApi(services.readiness, db),
    ...backupsApi(services),
    ...healthApi(services),
    ...mailApi(services.mail, db),
    ...visitsApi(services),
    ...testimonialRequestsApi(services.testimonialRequests, publisher),
    ...inboxApi(services.messages),
    ...spamApi(services.spam),
  })
  return [
    ...rowsFor('anyone', [
      // The site's pages, sitemap and the like, all that `Site.pages` yields, and the forms of the CV. Unknown URLs end in its 404.
      ['GET /*', 'memory'],
      ['GET /assets/*', 'memory'],
      // What the page or a setting names; for the signed-in owner all of Media.
      ['GET /media/:name', 'memory'],
      // The cards of the site's pages: all that `Site.cards` yields.
      ['GET /media/cards/*', 'memory'],
      // A variant of the CV, public or for who has the key of its link.
      ['GET /cv/:file', 'memory'],
      // Whoever holds a link reviews the draft that it was made for.
      ['GET /share/:token', 'memory'],
      ['GET /share/:token/media/:name', 'memory'],
      // Whoever holds a link says something of the owner, and changes or withdraws it.
      ['GET /t/:token', testimonials.show],
      ['POST /t/:token', testimonials.send],
      ['GET /api/content', 'memory', { operation: contentOperation }],
      ['POST /api/messages', contact, { operation: messageOperation, from }],
      // Whoever has sent a message answers the owner's questions.
      ['GET /sent/:token', questions.show],
      ['POST /sent/:token', questions.take, { operation: answersOperation }],
      ['GET /api/messages/challenge', { from }],
      'POST /api/project-views',
      ['GET /healthz', getHealth(services)],
      'POST /api/csp-reports',
      ['GET /api/openapi.json', 'memory', { operation: openapiOperation }],
      ['GET /api/docs', 'memory'],
      ['GET /login', admin],
      ['GET /login/forgot', admin],
      ['GET /login/not-me', admin],
      ['GET /login/reset', admin],
      ['GET /register', admin],
      ['GET /api/auth/sign-in-options', auth.options],
      ['POST /api/auth/sign-up/email', auth.signUp],
      ['POST /api/auth/sign-in/email', auth.signIn],
      ['POST /api/auth/sign-in/social', auth.signInSocial],
      ['GET /api/auth/callback/google', auth.callback],
      ['POST /api/auth/two-factor/verify-totp', factors.verifyTotp],
      ['POST /api/auth/two-factor/verify-backup-code', factors.verifyBackupCode],
      ['GET /api/auth/passkey/generate-authenticate-options', factors.signInOptions],
      ['POST /api/auth/passkey/verify-authentication', factors.signIn],
      ['GET /api/auth/get-session', auth.getSession],
      ['POST /api/auth/sign-out', auth.signOut],
      ['POST /api/password-resets', resets.request],
      ['POST /api/sessions/denials', resets.deny],
      ['POST /api/password-resets/completions', resets.complete],
    ]),
    ...rowsFor('signed in', [
      ['GET /account', admin, page],
      ['DELETE /api/account', own.remove, fresh],
      ['POST /api/owner-claims', users.claim],
      ['POST /api/auth/update-user', auth.updateUser],
      ['POST /api/auth/change-password', auth.changePassword],
      ['POST /api/auth/two-factor/enable', factors.enableTotp, fresh],
      ['POST /api/auth/two-factor/disable', factors.disableTotp, fresh],
      ['POST /api/auth/two-factor/generate-backup-codes', factors.recoveryCodes, fresh],
      ['GET /api/auth/passkey/generate-register-options', factors.passkeyOptions, fresh],
      ['POST /api/auth/passkey/verify-registration', factors.addPasskey, fresh],
      ['GET /api/auth/passkey/list-user-passkeys', factors.passkeys],
      ['POST /api/auth/passkey/update-passkey', factors.renamePasskey],
      ['POST /api/auth/passkey/delete-passkey', factors.removePasskey, fresh],
      ['GET /api/sign-in-methods', methods.list],
      ['PUT /api/sign-in-methods/password', methods.setPassword, fresh],
      ['POST /api/sign-in-methods/google', methods.linkGoogle, fresh],
      ['DELETE /api/sign-in-methods/google', methods.unlinkGoogle, fresh],
      ['GET /api/sessions', users.sessions],
      ['DELETE /api/sessions', users.endOtherSessions],
      ['DELETE /api/sessions/:id', users.endSession],
    ]),
    ...rowsFor('owner', [
      ['GET /admin', admin, page],
      [`GET ${previewPath}`, previewPage(), page],
      ['GET /admin/*', admin, page],
      ['GET /api/entry-titles', entries.titles],
      ['GET /api/text-matches', entries.textMatches],
      ['GET /api/entries/:collection', entries.list],
      ['POST /api/entries/:collection', entries.create],
      ['PATCH /api/entries/:collection', entries.updateAll],
      ['POST /api/entries/:collection/batches', entries.createDrafts],
      ['POST /api/entries/:collection/erasures', entries.erase],
      ['GET /api/entries/:collection/order', entries.order],
      ['PUT /api/entries/:collection/order', entries.reorder],
      [`GET ${item}`, entries.get],
      [`PATCH ${item}`, entries.update],
      [`DELETE ${item}`, entries.remove],
      [`POST ${item}/copies`, entries.copy],
      [`POST ${item}/restoration`, entries.restore],
      [`POST ${item}/publication`, entries.publish],
      [`DELETE ${item}/publication`, entries.unpublish],
      [`DELETE ${item}/draft`, entries.discard],
      [`PUT ${item}/schedule`, entries.schedule],
      [`DELETE ${item}/schedule`, entries.cancelSchedule],
      `GET ${item}/share-links`,
      `POST ${item}/share-links`,
      `DELETE ${item}/share-links/:link`,
      'GET /api/testimonial-requests',
      ['POST /api/testimonial-requests', tried(60)],
      'PATCH /api/testimonial-requests/:id',
      'POST /api/testimonial-requests/:id/reminders',
      'DELETE /api/testimonial-requests/:id',
      'POST /api/page-starters',
      'GET /api/settings',
      'PATCH /api/settings',
      'POST /api/settings/publication',
      'DELETE /api/settings/draft',
      'DELETE /api/settings/categories/:category',
      'GET /api/themes',
      'POST /api/themes',
      'DELETE /api/themes/:id',
      'POST /api/css-checks',
      'GET /api/drafts',
      'POST /api/publications',
      'POST /api/discards',
      'GET /api/publishing',
      'GET /api/setup',
      'POST /api/introductions',
      'DELETE /api/samples',
      'POST /api/imports',
      'GET /api/health',
      'GET /api/readiness',
      'POST /api/readiness/dismissals',
      'DELETE /api/readiness/dismissals/:id',
      'GET /api/readiness/news',
      'DELETE /api/readiness/news',
      'GET /api/changes',
      'GET /api/change-authors',
      'POST /api/changes/:id/undo',
      'GET /api/past-site',
      'POST /api/past-site/restoration',
      ['GET /api/media', media.list],
      ['POST /api/media', media.upload],
      ['POST /api/media/erasures', media.erase],
      ['POST /api/media/removals', media.removeAll],
      ['POST /api/media/restorations', media.restoreAll],
      ['GET /api/media/:id', media.get],
      ['PATCH /api/media/:id', media.update],
      ['DELETE /api/media/:id', media.remove],
      ['POST /api/media/:id/restoration', media.restore],
      ['GET /api/media/:id/original', media.original],
      ['PUT /api/media/:id/original', media.replace],
      ['GET /api/media/:id/thumbnail', media.thumbnail],
      ['GET /api/media/:id/uses', media.uses],
      'GET /api/inbox',
      'GET /api/cv',
      'GET /api/cv-variants',
      'POST /api/cv-variants',
      'POST /api/cv-variants/preview',
      'PATCH /api/cv-variants/:id',
      'DELETE /api/cv-variants/:id',
      'POST /api/cv-variants/:id/links',
      'GET /api/mail',
      ['POST /api/mail/tests', tried(20)],
      'POST /api/mail/retries',
      ['GET /api/messages', { elsewhere: '/#contact' }],
      'PATCH /api/messages',
      'GET /api/messages.csv',
      'GET /api/messages.json',
      'GET /api/messages/:id',
      'PATCH /api/messages/:id',
      'DELETE /api/messages/:id',
      'POST /api/messages/:id/restoration',
      'POST /api/messages/:id/deliveries',
      'POST /api/messages/:id/replies',
      'POST /api/people/lookups',
      'GET /api/messages/:id/visit',
      'GET /api/visits',
      'GET /api/visits.csv',
      'GET /api/visits/record',
      'GET /api/spam-rules',
      'PATCH /api/spam-rules',
      'POST /api/spam-rules/dry-runs',
    ]),
    ...rowsFor('owner in person', [
      ['GET /api/users', users.list],
      ['DELETE /api/users/:id', users.remove, fresh],
      ['GET /api/invitations', invitations.list],
      ['POST /api/invitations', invitations.create, fresh],
      ['DELETE /api/invitations/:id', invitations.revoke],
      ['GET /api/hand-over-link', users.handOverStatus],
      ['POST /api/hand-over-link', users.createHandOverLink, fresh],
      ['DELETE /api/hand-over-link', users.revokeHandOverLink],
      'GET /api/connections',
      ['PUT /api/connections/mail', { ...fresh, ...tried(30) }],
      ['DELETE /api/connections/mail', fresh],
      ['PUT /api/connections/google', { ...fresh, ...tried(30) }],
      ['DELETE /api/connections/google', fresh],
      ['GET /api/tokens', users.tokens],
      ['POST /api/tokens', users.createToken, fresh],
      ['DELETE /api/tokens/:id', users.revokeToken],
      'POST /api/people/erasures',
      // It knocks at others' servers.
      ['POST /api/readiness/link-checks', tried(10)],
      ['POST /api/backups', fresh],
      'GET /api/backups/:id',
    ]),
  ]
}
