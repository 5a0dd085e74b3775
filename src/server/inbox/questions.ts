import { Invalid, NotFound, TooMany } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import { answersSchemaIn, questionsMs, type SentPage, sentPath } from '../../model/inbox/answers.ts'
import type { Page, Site } from '../../model/publishing/page.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { Question } from '../../model/settings/questions.ts'
import type { Database, Reader } from '../db/database.ts'
import { type AppContext, clientIp, type Handler, ipGroup } from '../endpoint/endpoint.ts'
import { readFields } from '../endpoint/request-body.ts'
import { errorAnswer, plainPage, visitorMessage, wantsPage } from '../endpoint/visitor-page.ts'
import type { Attempts } from '../limits/attempts.ts'
import type { Mail } from '../mail/mail.ts'
import { isOfTheFuture, iso } from '../process/clock.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import { newLinkToken, sha256 } from '../process/sha256.ts'
import type { SiteWords } from '../publishing/content.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { linkedPageHeaders, type SecurityHeaders } from '../snapshots/security-headers.ts'
import { addAnswers, answersIn, messageOf, rowOf } from './message-row.ts'

/**
 * The owner's questions to whoever has sent a message. A token leads to them for an hour and takes answers once; the store has its hash,
 * and the questions as they were when the message came.
 */
export const createQuestions = ({
  database,
  mail,
  now = Date.now,
}: {
  database: Database
  mail: Pick<Mail, 'announceAnswers' | 'outbox'>
  now?: () => number
}) => {
  const { kysely } = database

  /** The message and the questions of this token; undefined when it is forged, expired or used. */
  const find = async (reader: Reader, token: string) => {
    const row = await reader
      .selectFrom('message_questions')
      .selectAll()
      .where('hash', '=', sha256(token))
      .executeTakeFirst()
    const works = row && row.expires_at > iso(now()) && !isOfTheFuture(Date.parse(row.created_at), now())
    return works ? { message: row.message, questions: JSON.parse(row.questions) as Question[] } : undefined
  }

  return {
    /**
     * The path under which these questions about a stored message are answered; undefined without any, and when it has answers. Of a repeated
     * request the newest path holds: the answer with the one before was lost.
     */
    ask: async (message: string, questions: readonly Question[] = []): Promise<string | undefined> => {
      if (questions.length === 0) return undefined
      const row = await kysely.selectFrom('messages').select('answers').where('id', '=', message).executeTakeFirst()
      if (!row || answersIn(row).length > 0) return undefined
      const { token, hash } = newLinkToken()
      const values = {
        ...{ hash, questions: JSON.stringify(questions) },
        ...{ created_at: iso(now()), expires_at: iso(now() + questionsMs) },
      }
      await kysely
        .insertInto('message_questions')
        .values({ message, ...values })
        .onConflict((conflict) => conflict.column('message').doUpdateSet(values))
        .execute()
      return sentPath + token
    },

    open: async (token: string): Promise<Question[] | undefined> => (await find(kysely, token))?.questions,

    /** Adds answers to the message and ends the token, both or neither. Throws `Invalid`, and `NotFound` for a token that leads nowhere. */
    answer: async (token: string, given: unknown, words: SiteWords): Promise<void> => {
      const closed = () => new NotFound('page', 'of these questions')
      const asked = await find(kysely, token)
      if (!asked) throw closed()
      const answers = parse(answersSchemaIn(asked.questions, words), given)
      if (answers.length === 0) throw new Invalid({}, words.after.nothing)
      await database.change(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('message_questions')
          .where('hash', '=', sha256(token))
          .executeTakeFirst()
        // Another post with the same token was first.
        if (numDeletedRows === 0n) throw closed()
        const row = await addAnswers(trx, await rowOf(trx, asked.message, 'anywhere'), answers)
        // Of spam, and of what is in the trash, nothing is told.
        if (row.status !== 'spam' && row.deleted_at === null) await mail.announceAnswers(trx, messageOf(row))
      })
      mail.outbox.poll()
    },

    /** Deletes questions that nobody has answered in their hour; returns their number. */
    cleanUp: async (time: number = now()): Promise<number> => {
      const { numDeletedRows } = await kysely
        .deleteFrom('message_questions')
        .where('expires_at', '<=', iso(time))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

export type Questions = ReturnType<typeof createQuestions>

const largestBody = 16 * 1024
/** In place of a token: the page after the answers. A reload of it sends nothing again. */
const thanked = 'answered'
/** Posts of one network in an hour. */
const posts = { max: 60, windowSeconds: 60 * 60 }

interface Parts {
  questions: Questions
  attempts: Attempts
  config: Config
  publisher: Publisher
  site: Site
  security: SecurityHeaders
  log: Log
  words: () => SiteWords
}

/** `/sent/{token}`: the page with the questions, and where a form and a script send the answers. */
export const questionsVisits = (parts: Parts): { show: Handler; take: Handler } => {
  const { questions, attempts, config, publisher, site, security, log, words } = parts
  const empty = { token: '', questions: [], values: {}, problems: {}, message: '' }
  const closed: SentPage = { ...empty, state: 'closed', status: 404 }
  const answered: SentPage = { ...empty, state: 'answered', status: 200 }
  let drawn: { content: Content | undefined; pages: Map<SentPage, Page> } = { content: undefined, pages: new Map() }

  const draw = (content: Content, page: SentPage): Page => {
    if (page.state === 'open') return site.sentPage(content, page)
    // The same for all, whoever guesses among them, and drawn once.
    if (drawn.content !== content) drawn = { content, pages: new Map() }
    const made = drawn.pages.get(page) ?? site.sentPage(content, page)
    drawn.pages.set(page, made)
    return made
  }

  const respond = (context: AppContext, page: SentPage) => {
    const content = publisher.content()
    if (!content) return context.html(plainPage(words().refusals.later, words().refusals.unavailable, words()), 503)
    const made = draw(content, page)
    return context.body(made.body, page.status, linkedPageHeaders(security, made))
  }

  const tokenOf = (context: AppContext) => context.req.param('token') ?? ''

  const pageOf = async (token: string, more: Partial<SentPage> = {}): Promise<SentPage> => {
    const asked = await questions.open(token)
    return asked ? { ...empty, state: 'open', status: 200, token, questions: asked, ...more } : closed
  }

  /** The form again, as it was sent, with what is wrong; or the page of a token that leads nowhere. */
  const refusedForm = async (context: AppContext, token: string, fields: Record<string, unknown>, error: Invalid) => {
    const values = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
    const message = Object.keys(error.fields).length > 0 ? words().refusals.attention : error.message
    return respond(context, await pageOf(token, { values, problems: error.fields, message, status: 422 }))
  }

  return {
    show: async (context) => respond(context, tokenOf(context) === thanked ? answered : await pageOf(tokenOf(context))),

    take: async (context) => {
      const token = tokenOf(context)
      const asPage = wantsPage(context.req.raw.headers)
      let fields: Record<string, unknown> = {}
      try {
        const network = ipGroup(clientIp(context.env?.incoming, config.trustProxy))
        if (config.limits) await attempts.take(`answers ${network}`, posts)
        fields = await readFields(context.req.raw, largestBody)
        await questions.answer(token, fields, words())
        if (asPage) return context.redirect(sentPath + thanked, 303)
        return context.json({ message: words().after.thanks }, 201)
      } catch (error) {
        if (error instanceof NotFound && asPage) return respond(context, closed)
        if (error instanceof Invalid && asPage) return refusedForm(context, token, fields, error)
        const requestId = context.get('requestId')
        const { status, body, headers, ours } = errorAnswer(error, requestId)
        if (ours) log.error('Answers not stored', { id: requestId, reason: String(error) })
        const { after, refusals } = words()
        const message =
          error instanceof NotFound
            ? after.closed
            : error instanceof TooMany
              ? refusals.tooManyHere
              : visitorMessage(error, requestId, words())
        if (asPage) return context.html(plainPage(refusals.failed, message, words()), status as 422, headers)
        return context.json({ ...body, message }, status as 422, headers)
      }
    },
  }
}
