import { z } from 'zod'
import { Invalid } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import type { AppContext, Handler } from './context.ts'
import { readFields } from './request-body.ts'

type OtherAnswer = 'SeeOther' | 'Unauthenticated' | 'NotFound' | 'Gone' | 'TooLarge' | 'UnsupportedType'

/** Input and answer of a call, for its checks and its documentation. */
export interface Operation {
  summary: string
  query?: z.ZodType
  body?: z.ZodType
  /** The body is a form with a file in `file`. */
  upload?: true
  /** `If-Match` has the version that the write was based on. */
  versioned?: 'must' | 'may'
  status?: 200 | 201 | 204 | 302
  answer?: z.ZodType
  /** Another content type of the answer, for who does not ask for JSON; the only one of a call without `answer`. */
  alsoAs?: string
  /** Answer with 200 of a call that, when it is asked to, says only what it would do. */
  dryRun?: z.ZodType
  /** Answers besides those of all calls with the same callers (`openapi`). */
  others?: readonly OtherAnswer[]
}

export interface Endpoint {
  handle: Handler
  /** Name in the security log, of calls that let somebody in or out or change permissions. */
  event?: string
  operation: Operation
}

const largestBody = 64 * 1024

/** The body, validated; `limit` in bytes. Throws `Invalid`, `TooLarge`, `UnsupportedType`. */
export const readBody = async <T>(context: AppContext, schema: z.ZodType<T>, limit = largestBody): Promise<T> =>
  parse(schema, await readFields(context.req.raw, limit))

/** An endpoint that checks its body and answers with JSON: the result of `run`, or an empty object. */
export const jsonEndpoint = <T = undefined>(
  {
    event,
    answer: schema = z.looseObject({}),
    ...rest
  }: Operation & { event?: string; body?: z.ZodType<T>; status?: 200 | 201 },
  run: (context: AppContext, body: T) => Promise<unknown>,
): Endpoint => ({
  ...(event === undefined ? {} : { event }),
  operation: { ...rest, answer: schema },
  handle: async (context) => {
    const body = rest.body && (await readBody(context, rest.body))
    const answer = await run(context, body as T)
    return context.json(answer === undefined ? {} : (answer as object), rest.status ?? 200)
  },
})

/** The query, validated; a name that is given twice counts once. */
export const readQuery = <T>(context: AppContext, schema: z.ZodType<T>): T => parse(schema, context.req.query())

/** The version in `If-Match`, bare or as an entity tag; undefined when there is none, or any will do. */
export const versionOf = (context: AppContext): number | undefined => {
  const header = context.req.header('if-match')
  if (header === undefined || header === '*') return undefined
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1]
  if (version === undefined) throw new Invalid({ 'If-Match': 'Name the version, as in If-Match: "3".' })
  return Number(version)
}

export const pagingQuery = {
  limit: z.coerce.number('limit must be a number.').int().min(1).max(200).optional(),
  cursor: z.string().max(200).optional(),
}

export const flag = z
  .enum(['', '1', 'true', '0', 'false'])
  .transform((text) => text !== '0' && text !== 'false')
  .optional()

/** Answer of a call that returns nothing. */
export const nothing = z.strictObject({})
