import { z } from 'zod'
import { answerName } from '../model/inbox/answers.ts'
import { messageSchema } from '../model/inbox/message.ts'
import { previewPath } from '../model/preview/preview.ts'
import { siteCalls } from '../model/publishing/past-site.ts'
import { authApi, usersApi } from './accounts/auth-api.ts'
import { backupsApi } from './backup/downloads.ts'
import { connectionsApi } from './connections/api.ts'
import { entriesApi } from './content/api.ts'
import { cvApi } from './cv/api.ts'
import type { Endpoint, Handler, Operation, Route } from './endpoint/endpoint.ts'
import { getHealth, healthApi } from './health/health.ts'
import { adminPage, previewPage } from './http/admin-page.ts'
import { inboxApi, spamApi } from './inbox/api.ts'
import { createRefusedPage, postMessage } from './inbox/contact-api.ts'
import { questionsVisits } from './inbox/questions.ts'
import { changesApi } from './journal/journal.ts'
import { mailApi } from './mail/mail.ts'
import { mediaApi } from './media/api.ts'
import { pagesApi } from './pages/api.ts'
import { draftsApi } from './publishing/drafts.ts'
import { pastSiteApi } from './publishing/past-site.ts'
import { shareLinksApi } from './publishing/share-links.ts'
import { readinessApi } from './readiness/readiness.ts'
import type { Services } from './services.ts'
import { settingsApi } from './settings/api.ts'
import { setupApi } from './setup/api.ts'
import { testimonialRequestsApi, testimonialVisits } from './testimonials/api.ts'
import { themesApi } from './themes/themes.ts'
import { importsApi } from './transfer/resume-steps.ts'
import { visitsApi } from './visits/api.ts'

const contentOperation: Operation = {
  summary: 'The published content, whole, as the page sees it',
  ...siteCalls()['GET /api/content'],
}

const messageOperation: Operation = {
  summary: 'Sends a message; with the same Idempotency-Key it is stored once',
  body: messageSchema,
  status: 201,
  answer: z.object({
    id: z.string(),
    questions: z
      .string()
      .exactOptional()
      .describe('Path at which the owner’s questions stand and take answers, once, for an hour; where there are any.'),
  }),
  others: ['SeeOther'],
}

const answersOperation: Operation = {
  summary: 'Adds answers to a message; its form stands at the same address',
  body: z.object(
    Object.fromEntries(Array.from({ length: 4 }, (_, at) => [answerName(at), z.string().exactOptional()])),
  ),
  status: 201,
  answer: z.object({ message: z.string().describe('A thank-you in the language of the site.') }),
  others: ['SeeOther', 'NotFound'],
}

const openapiOperation: Operation = {
  summary: 'This description',
  answer: z.record(z.string(), z.unknown()),
}

type Options = Pick<Route, 'fresh' | 'page' | 'limit' | 'elsewhere' | 'operation' | 'from'>
type Name = `${Route['method']} ${string}`
type Row<Served> =
  | Served
  | [call: Served, options: Options]
  | [call: Name, handle: Handler | 'memory', options?: Options]

/** Rows of who may call. A call of no endpoint stands with its handler. */
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
  const testimonials = testimonialVisits(services)
  const refusedPage = createRefusedPage(site, publisher, security)
  const contact = postMessage(services.messages, services.messageLimit, services.spam, refusedPage, services)
  const questions = questionsVisits(services)
  const { cvVariants, cvVariantKeys, cvVariantFiles, previewCvVariant } = services
  const admin = adminPage()
  const from = config.contactOrigins
  const rowsFor = rowsOf({
    ...authApi(services, services.mail, services.look, services.passwordResets),
    ...usersApi(services, services.mail),
    ...entriesApi(services.entries, publisher, services.texts, services.textMatches),
    ...shareLinksApi(services.shareLinks),
    ...testimonialRequestsApi(services.testimonialRequests, publisher),
    ...pagesApi(services),
    ...settingsApi(services.settings, publisher, services.moveCategory),
    ...themesApi(services.themes, publisher),
    ...draftsApi(services.drafts, publisher),
    ...setupApi(db, services.images, publisher, links, services.readiness.count),
    ...importsApi(db, links, publisher, config),
    ...healthApi(services),
    ...readinessApi(services.readiness, db),
    ...changesApi(services.journal, publisher, accounts.users.namesOf),
    ...pastSiteApi(services.pastSite, publisher),
    ...mediaApi(services.media, publisher),
    ...cvApi(services.cv, cvVariants, cvVariantKeys, cvVariantFiles, previewCvVariant, config),
    ...mailApi(services.mail, db),
    ...inboxApi(services.messages),
    ...spamApi(services.spam),
    ...visitsApi(services),
    ...connectionsApi(services.connections, services.mail, config),
    ...backupsApi(services),
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
      'GET /api/auth/sign-in-options',
      'POST /api/auth/sign-up/email',
      'POST /api/auth/sign-in/email',
      'POST /api/auth/sign-in/social',
      'GET /api/auth/callback/google',
      'POST /api/auth/two-factor/verify-totp',
      'POST /api/auth/two-factor/verify-backup-code',
      'GET /api/auth/passkey/generate-authenticate-options',
      'POST /api/auth/passkey/verify-authentication',
      'GET /api/auth/get-session',
      'POST /api/auth/sign-out',
      'POST /api/password-resets',
      'POST /api/sessions/denials',
      'POST /api/password-resets/completions',
    ]),
    ...rowsFor('signed in', [
      ['GET /account', admin, page],
      ['DELETE /api/account', fresh],
      'POST /api/owner-claims',
      'POST /api/auth/update-user',
      'POST /api/auth/change-password',
      ['POST /api/auth/two-factor/enable', fresh],
      ['POST /api/auth/two-factor/disable', fresh],
      ['POST /api/auth/two-factor/generate-backup-codes', fresh],
      ['GET /api/auth/passkey/generate-register-options', fresh],
      ['POST /api/auth/passkey/verify-registration', fresh],
      'GET /api/auth/passkey/list-user-passkeys',
      'POST /api/auth/passkey/update-passkey',
      ['POST /api/auth/passkey/delete-passkey', fresh],
      'GET /api/sign-in-methods',
      ['PUT /api/sign-in-methods/password', fresh],
      ['POST /api/sign-in-methods/google', fresh],
      ['DELETE /api/sign-in-methods/google', fresh],
      'GET /api/sessions',
      'DELETE /api/sessions',
      'DELETE /api/sessions/:id',
    ]),
    ...rowsFor('owner', [
      ['GET /admin', admin, page],
      [`GET ${previewPath}`, previewPage(), page],
      ['GET /admin/*', admin, page],
      'GET /api/entry-titles',
      'GET /api/text-matches',
      'GET /api/entries/:collection',
      'POST /api/entries/:collection',
      'PATCH /api/entries/:collection',
      'POST /api/entries/:collection/batches',
      'POST /api/entries/:collection/erasures',
      'GET /api/entries/:collection/order',
      'PUT /api/entries/:collection/order',
      'GET /api/entries/:collection/:id',
      'PATCH /api/entries/:collection/:id',
      'DELETE /api/entries/:collection/:id',
      'POST /api/entries/:collection/:id/copies',
      'POST /api/entries/:collection/:id/restoration',
      'POST /api/entries/:collection/:id/publication',
      'DELETE /api/entries/:collection/:id/publication',
      'DELETE /api/entries/:collection/:id/draft',
      'PUT /api/entries/:collection/:id/schedule',
      'DELETE /api/entries/:collection/:id/schedule',
      'GET /api/entries/:collection/:id/share-links',
      'POST /api/entries/:collection/:id/share-links',
      'DELETE /api/entries/:collection/:id/share-links/:link',
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
      'GET /api/media',
      'POST /api/media',
      'POST /api/media/erasures',
      'POST /api/media/removals',
      'POST /api/media/restorations',
      'GET /api/media/:id',
      'PATCH /api/media/:id',
      'DELETE /api/media/:id',
      'POST /api/media/:id/restoration',
      'GET /api/media/:id/original',
      'PUT /api/media/:id/original',
      'GET /api/media/:id/thumbnail',
      'GET /api/media/:id/uses',
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
      'GET /api/visits/single',
      'GET /api/visits/record',
      'GET /api/spam-rules',
      'PATCH /api/spam-rules',
      'POST /api/spam-rules/dry-runs',
    ]),
    ...rowsFor('owner in person', [
      'GET /api/users',
      ['DELETE /api/users/:id', fresh],
      'GET /api/invitations',
      ['POST /api/invitations', fresh],
      'DELETE /api/invitations/:id',
      'GET /api/hand-over-link',
      ['POST /api/hand-over-link', fresh],
      'DELETE /api/hand-over-link',
      'GET /api/connections',
      ['PUT /api/connections/mail', { ...fresh, ...tried(30) }],
      ['DELETE /api/connections/mail', fresh],
      ['PUT /api/connections/google', { ...fresh, ...tried(30) }],
      ['DELETE /api/connections/google', fresh],
      'GET /api/tokens',
      ['POST /api/tokens', fresh],
      'DELETE /api/tokens/:id',
      'POST /api/people/erasures',
      // It knocks at others' servers.
      ['POST /api/readiness/link-checks', tried(10)],
      ['POST /api/backups', fresh],
      'GET /api/backups/:id',
    ]),
  ]
}
