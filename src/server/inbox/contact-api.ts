import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { Invalid, VitrineError } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import { messageSchemaIn } from '../../model/inbox/message.ts'
import type { RefusedMessage, Site } from '../../model/publishing/page.ts'
import { type AppContext, clientIp, type Handler, ipGroup } from '../endpoint/endpoint.ts'
import { readFields } from '../endpoint/request-body.ts'
import { errorAnswer, plainPage, visitorMessage, wantsPage } from '../endpoint/visitor-page.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import type { SiteWords } from '../publishing/content.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { headersByName, type SecurityHeaders } from '../snapshots/security-headers.ts'
import type { createMessageLimit } from './message-limit.ts'
import type { Messages } from './messages.ts'
import type { Questions } from './questions.ts'
import type { createSpamFilter, ProofState } from './spam-filter.ts'

/** URL of the exported page that a form names to return to; undefined unless it is on one of these origins. */
const returnPage = (given: unknown, origins: readonly string[]): string | undefined => {
  const url = typeof given === 'string' && given.length <= 2000 ? URL.parse(given) : null
  return url && origins.includes(url.origin) && !url.username && !url.password ? url.href : undefined
}

const largestBody = 64 * 1024

/** Form fields besides the message: honeypot, time that the form was open, proof of work. */
const arrivalSchema = z.object({
  website: z.string().max(2000).default(''),
  elapsed: z
    .union([z.literal('').transform(() => undefined), z.coerce.number().min(0)], 'elapsed must be milliseconds.')
    .optional(),
  proof: z.string().max(1000).default(''),
})

const idempotencyKey = (header: string | undefined) => {
  if (header !== undefined && !/^[\x21-\x7e]{1,200}$/.test(header))
    throw new Invalid({}, 'The Idempotency-Key must have 1 to 200 visible ASCII characters.')
  return header
}

const typed = (fields: Record<string, unknown>): RefusedMessage['values'] => {
  const text = (name: string) => (typeof fields[name] === 'string' ? (fields[name] as string) : '')
  return { user_name: text('user_name'), user_email: text('user_email'), message: text('message') }
}

/** `POST /api/messages`: stores a visitor's message. Answers when it is on the disk. */
export const postMessage = (
  messages: Messages,
  messageLimit: ReturnType<typeof createMessageLimit>,
  spam: ReturnType<typeof createSpamFilter>,
  refusedPage: ReturnType<typeof createRefusedPage>,
  {
    config,
    log,
    words,
    visits,
    questions,
    publisher,
  }: {
    config: Config
    log: Log
    words: () => SiteWords
    visits: { messageSent(request: IncomingMessage, id: string): Promise<void> }
    questions: Pick<Questions, 'ask'>
    publisher: Pick<Publisher, 'content'>
  },
): Handler => {
  const take = async (context: AppContext, fields: Record<string, unknown>) => {
    const { website, elapsed, proof: solved, return: _, ...rest } = fields
    const { proof, ...arrival } = parse(arrivalSchema, { website, elapsed, proof: solved })
    const input = parse(messageSchemaIn(words()), rest)
    const key = idempotencyKey(context.req.header('idempotency-key'))
    const address = ipGroup(clientIp(context.env.incoming, config.trustProxy))
    // A repeated request whose first answer was lost is not a second message.
    const known = await messages.known(input, key)
    if (known !== undefined) return { id: known }
    let spent: Promise<ProofState> | undefined
    const spend = () => {
      spent ??= spam.proofs.spend(proof)
      return spent
    }
    try {
      const isCrowdedOut = await messageLimit(address, async () => (await spend()) === 'holds')
      const score = await spam.classify(input, { ...arrival, isCrowdedOut }, await spend())
      const created = await messages.create(input, { address, idempotencyKey: key, spam: score })
      // It is stored, whatever becomes of the count.
      if (!score.isQuarantined && context.env.incoming)
        await visits.messageSent(context.env.incoming, created.id).catch((error: unknown) => {
          log.warn('How a message came is not stored', { reason: String(error) })
        })
      return created
    } catch (error) {
      // The visitor will send it again with the same proof. A proof that was spent before stays spent.
      const state = await spent?.catch(() => undefined)
      if (state === 'holds') await spam.proofs.release(proof).catch(() => {})
      throw error
    }
  }

  /** The path of the owner's questions. The message is stored, whether they can be asked or not. */
  const ask = (id: string) =>
    questions.ask(id, publisher.content()?.settings.questions).catch((error: unknown) => {
      log.warn('The questions after a message cannot be asked', { reason: String(error) })
      return undefined
    })

  return async (context) => {
    let fields: Record<string, unknown> = {}
    try {
      fields = await readFields(context.req.raw, largestBody)
      const { id } = await take(context, fields)
      // An exported page has no server to ask them.
      const exported = returnPage(fields.return, config.contactOrigins)
      const asked = exported === undefined ? await ask(id) : undefined
      if (wantsPage(context.req.raw.headers)) return context.redirect(exported ?? asked ?? '/?sent=1#contact', 303)
      return context.json({ id, ...(asked ? { questions: asked } : {}) }, 201)
    } catch (error) {
      const asPage = wantsPage(context.req.raw.headers)
      if (!asPage && !(error instanceof VitrineError)) throw error
      const requestId = context.get('requestId')
      const { status, body, headers, ours } = errorAnswer(error, requestId)
      const message = visitorMessage(error, requestId, words())
      if (ours) log.error('Message not stored', { id: requestId, reason: String(error) })
      if (!asPage) return context.json({ ...body, message }, status as 422, headers)
      const returnTo = returnPage(fields.return, config.contactOrigins)
      const page = refusedPage({ values: typed(fields), fields: body.fields ?? {}, message, returnTo })
      if (!page)
        return context.html(plainPage(words().refusals.notSent, message, words(), returnTo), status as 422, headers)
      return context.body(page.body, status as 422, { ...headers, ...page.headers })
    }
  }
}

const atMostASecond = 10

interface RefusedPage {
  body: string
  headers: Record<string, string>
}

/**
 * The page with the form that came back, or undefined when it cannot be made: nothing is published yet, a section throws,
 * or strangers make us render more than ten a second.
 */
export const createRefusedPage = (
  site: Site,
  publisher: Publisher,
  headers: SecurityHeaders,
): ((refused: RefusedMessage) => RefusedPage | undefined) => {
  let second = 0
  let made = 0
  return (refused) => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) {
      second = now
      made = 0
    }
    const content = publisher.content()
    if (!content || made >= atMostASecond) return undefined
    made += 1
    try {
      const page = site.refusedMessage(content, refused)
      // Browsers hold a redirect after a form to this as well.
      const { origin } = refused.returnTo === undefined ? { origin: '' } : new URL(refused.returnTo)
      const flat = headers(page.styles, origin === '' ? {} : { 'form-action': `'self' ${origin}` })
      return { body: page.body, headers: { 'Content-Type': page.type, ...headersByName(flat) } }
    } catch {
      // The publisher has told the owner that a section throws; what matters here is the visitor's answer.
      return undefined
    }
  }
}
