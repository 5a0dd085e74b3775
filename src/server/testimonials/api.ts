import { Invalid, TooMany, Unavailable, VitrineError } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import { uploadLimits } from '../../model/media/upload-limits.ts'
import type { Page, Site } from '../../model/publishing/page.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import {
  sentTestimonialSchema,
  type TestimonialField,
  type TestimonialPage,
  type TypedTestimonial,
  testimonialCalls,
  testimonialFields,
  testimonialPath,
} from '../../model/testimonials/request.ts'
import { filled } from '../../model/words/template.ts'
import { findRow } from '../content/entry-row.ts'
import type { Database } from '../db/database.ts'
import { type AppContext, clientIp, endpoints, type Handler, ipGroup, type Shown } from '../endpoint/endpoint.ts'
import { readFields, readUploadBody, refuseUnstorable } from '../endpoint/request-body.ts'
import { errorAnswer, plainPage, visitorMessage } from '../endpoint/visitor-page.ts'
import type { Attempts } from '../limits/attempts.ts'
import type { Media } from '../media/media.ts'
import { isMarkup } from '../media/read-upload.ts'
import { isVideo } from '../media/video.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import type { SiteWords } from '../publishing/content.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { forOneOnly, linkedPageHeaders, type SecurityHeaders } from '../snapshots/security-headers.ts'
import { byLink, type RequestRow, sentIn, stateOf, type TestimonialRequests } from './requests.ts'

export const testimonialRequestsApi = (requests: TestimonialRequests, publisher: Shown) =>
  endpoints(testimonialCalls(), {
    'GET /api/testimonial-requests': [
      'Lists the requests for testimonials, newest first',
      ({ query }) => requests.list(query),
    ],
    'POST /api/testimonial-requests': [
      'Makes a link under which a person writes a testimonial without an account, and mails it when asked to',
      { status: 201, event: 'Testimonial link made' },
      ({ body, based }) => requests.create(body, based),
    ],
    'PATCH /api/testimonial-requests/:id': [
      'Declines what came through a link, or asks for a change of it',
      async ({ id, body, based }) => {
        const answered = await requests.answer(id, body, based)
        await publisher.shown()
        return answered
      },
    ],
    'POST /api/testimonial-requests/:id/reminders': [
      'Mails the link once more; once for each request',
      { status: 201 },
      ({ id }) => requests.remind(id),
    ],
    'DELETE /api/testimonial-requests/:id': [
      'Revokes a link that nobody has used',
      { others: ['Gone'], event: 'Testimonial link revoked' },
      ({ id, based }) => requests.revoke(id, based),
    ],
  })

/** Wrong links that one network may try in an hour. */
const misses = { max: 60, windowSeconds: 60 * 60 }
/** Forms that one link may send in an hour. */
const sendings = { max: 30, windowSeconds: 60 * 60 }
/** Pictures that one link may bring. */
const mostPictures = 10

/** Bytes of a form that is within its limits. */
const usualForm = uploadLimits.image.bytes + 64 * 1024
/** The whole form: a picture that is too large is refused beside its field, where the texts stay. */
const largestForm = uploadLimits.video.bytes

interface Form {
  act: string
  values: TypedTestimonial
  withoutPicture: boolean
  picture: Uint8Array
}

const readForm = async (request: Request): Promise<Form> => {
  const isUpload = /^multipart\//i.test(request.headers.get('content-type') ?? '')
  const upload = isUpload ? await readUploadBody(request, largestForm) : undefined
  const fields: Record<string, unknown> = upload
    ? Object.fromEntries([...upload.form].filter(([, value]) => typeof value === 'string'))
    : await readFields(request, 64 * 1024)
  refuseUnstorable(fields)
  const textOf = (name: string) => String(fields[name] ?? '').replaceAll('\r\n', '\n')
  return {
    act: textOf('act'),
    values: Object.fromEntries(testimonialFields.map((name) => [name, textOf(name)])),
    withoutPicture: textOf('withoutPicture') !== '',
    picture: upload?.bytes ?? new Uint8Array(),
  }
}

/** What the form shows of what came before. */
const valuesOf = (row: RequestRow): TypedTestimonial => {
  const [sent] = sentIn(row)
  if (!sent) return { fullname: row.name, naming: 'full' }
  const texts = testimonialFields.map((name) => [name, String(sent[name] ?? '')])
  return { ...Object.fromEntries(texts), ...sent.typed, consent: '' }
}

interface Parts {
  db: Database
  testimonialRequests: TestimonialRequests
  attempts: Attempts
  media: Media
  publisher: Publisher
  site: Site
  security: SecurityHeaders
  config: Config
  log: Log
  words: () => SiteWords
}

/** The page behind a link: whoever holds it writes, changes, withdraws and erases what they say, without an account or a script. */
export const testimonialVisits = (parts: Parts): { show: Handler; send: Handler } => {
  const { db, testimonialRequests: requests, attempts, media, publisher, site, config, log, words } = parts
  let unknown: { content: Content; page: Page } | undefined

  const draw = (content: Content, page: TestimonialPage): Page => {
    if (page.state !== 'unknown') return site.testimonialPage(content, page)
    // The same for whoever guesses, and drawn once.
    if (unknown?.content !== content) unknown = { content, page: site.testimonialPage(content, page) }
    return unknown.page
  }

  const respond = (context: AppContext, page: TestimonialPage) => {
    const content = publisher.content()
    if (!content) return context.html(plainPage(words().refusals.later, words().refusals.unavailable, words()), 503)
    const drawn = draw(content, page)
    return context.body(drawn.body, page.status, linkedPageHeaders(parts.security, drawn))
  }

  const empty = {
    values: {},
    problems: {},
    hasPicture: false,
    picture: undefined,
    asked: '',
    note: '',
    project: '',
    shown: undefined,
  }
  const nowhere: TestimonialPage = { ...empty, state: 'unknown', token: '', status: 404 }

  /** Another item of the library may have become another image since; of that, its sender knows the bytes alone. */
  const pictureOf = async ({ picture, pictures }: RequestRow): Promise<string | undefined> => {
    if (picture === null || !JSON.parse(pictures).includes(picture)) return undefined
    // Without it the page has all that is theirs to decide.
    const small = await media.thumbnail(picture).catch(() => undefined)
    return small && `data:${small.type};base64,${Buffer.from(small.bytes).toString('base64')}`
  }

  type Found = NonNullable<Awaited<ReturnType<TestimonialRequests['open']>>>

  const pageOf = async (
    token: string,
    { row, entry }: Found,
    more: Partial<TestimonialPage> = {},
  ): Promise<TestimonialPage> => {
    const project = row.project === null ? undefined : await findRow(db.kysely, 'projects', row.project)
    const published = entry?.deleted_at === null && entry.published !== null ? JSON.parse(entry.published) : undefined
    return {
      ...{ state: stateOf(row, entry, Date.now()), token, values: valuesOf(row), problems: {}, status: 200 as const },
      ...{ hasPicture: row.picture !== null, picture: await pictureOf(row), asked: row.asked, note: row.note },
      // Of a draft the title is not theirs to know.
      project: project?.published ? String(JSON.parse(project.published).title ?? '') : '',
      shown: published && { feedback: published.feedback, fullname: published.fullname },
      ...more,
    }
  }

  /** Answers of a link; `known` is called for one that leads somewhere. A network that guessed too often is told no more; who holds a link gets through. */
  const behind = async (
    context: AppContext,
    known: (token: string, found: Found) => Promise<Response>,
  ): Promise<Response> => {
    const key = `testimonial links ${ipGroup(clientIp(context.env?.incoming, config.trustProxy))}`
    try {
      const token = context.req.param('token') ?? ''
      const found = await requests.open(token)
      if (found) return await known(token, found)
      if (config.limits) await attempts.take(key, misses)
      return respond(context, nowhere)
    } catch (error) {
      const requestId = context.get('requestId')
      const { status, headers, ours } = errorAnswer(error, requestId)
      if (ours) log.error('A testimonial could not be taken', { id: requestId, reason: String(error) })
      const message =
        error instanceof TooMany ? words().refusals.tooManyHere : visitorMessage(error, requestId, words())
      return context.html(plainPage(words().refusals.failed, message, words()), status as 422, {
        ...headers,
        'Cache-Control': forOneOnly,
      })
    }
  }

  const schema = () => {
    const { ask, scripts } = words()
    return sentTestimonialSchema({
      missing: ask.missing,
      tooLong: (n) => filled(ask.tooLong, { n }),
      wrongEmail: scripts.contact.problems.user_email.wrong,
      characters: ask.characters,
    })
  }

  /** Why a picture cannot be kept; undefined when it is, or when there is none. */
  const keepPicture = async (row: RequestRow, { picture, withoutPicture }: Form): Promise<string | undefined> => {
    const { ask, refusals } = words()
    if (picture.length === 0) {
      if (withoutPicture) await requests.keepPicture(row.id, null, false)
      return undefined
    }
    // A drawing can show one thing to the owner, and another in the dark or a minute later.
    const isOther =
      Buffer.from(picture.subarray(0, 5)).toString('latin1') === '%PDF-' || isVideo(picture) || isMarkup(picture)
    if (isOther || JSON.parse(row.pictures).length >= mostPictures) return ask.pictureWrong
    try {
      const { id, known } = await media.upload(picture, { name: 'Portrait', by: byLink })
      await requests.keepPicture(row.id, id, !known)
      return undefined
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error
      return error instanceof TooMany || error.code === 'unavailable' ? refusals.unavailable : ask.pictureWrong
    }
  }

  let isOneLarge = false
  /** Reads one form at a time of those with too large a picture, and refuses others: a small machine has no room for more. */
  const readInTurn = async (request: Request): Promise<Form> => {
    if (Number(request.headers.get('content-length') ?? Infinity) <= usualForm) return readForm(request)
    if (isOneLarge) throw new Unavailable('Another large form is being read.')
    isOneLarge = true
    return readForm(request).finally(() => {
      isOneLarge = false
    })
  }

  const take = async (context: AppContext, token: string, found: Found): Promise<Response> => {
    const { row } = found
    if (config.limits) await attempts.take(`testimonial ${row.id}`, sendings)
    const form = await readInTurn(context.req.raw)
    if (form.act === 'erase') {
      await requests.erase(row.id)
      return respond(context, { ...empty, state: 'erased', token: '', status: 200 })
    }
    if (form.act === 'withdraw') {
      await requests.withdraw(row.id)
      await publisher.shown()
    } else {
      const file = await keepPicture(row, form)
      let problems: Partial<Record<TestimonialField | 'file', string>> = file === undefined ? {} : { file }
      try {
        const sent = parse(schema(), form.values)
        if (file === undefined) await requests.send(row.id, sent, filled(words().ask.consent, { name: ownerName() }))
      } catch (error) {
        if (!(error instanceof Invalid) || Object.keys(error.fields).length === 0) throw error
        problems = { ...error.fields, ...problems }
      }
      if (Object.keys(problems).length > 0) {
        const now = await requests.open(token)
        return respond(
          context,
          now ? await pageOf(token, now, { values: form.values, problems, status: 422 }) : nowhere,
        )
      }
    }
    return context.redirect(`${testimonialPath}${token}`, 303)
  }

  const ownerName = () => publisher.content()?.settings.name ?? ''

  return {
    show: (context) => behind(context, async (token, found) => respond(context, await pageOf(token, found))),
    send: (context) => behind(context, (token, found) => take(context, token, found)),
  }
}
