import { z } from 'zod'
import { Invalid } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import type { AppContext, Handler } from './context.ts'
import { readFields } from './request-body.ts'

/** What a call takes and answers, for its checks and its documentation. */
export interface Operation {
  summary: string
  query?: z.ZodType
  body?: z.ZodType
  /** The body is a form with a file in `file`. */
  upload?: true
  /** Whether `If-Match` names the version the write was based on. */
  versioned?: 'must' | 'may'
  status?: 200 | 201 | 204 | 302
  answer?: z.ZodType
}

/** A call: how it is answered, and what is said of it. Who may make it stands in the route table. */
export interface Endpoint {
  handle: Handler
  /** What the log calls it, if it is to be told there: it lets somebody in or out, or changes who may do what. */
  event?: string
  operation: Operation
}

const largestBody = 64 * 1024

/** The body, held to this schema and to so many bytes. Throws `Invalid`, `TooLarge`, `UnsupportedType`. */
export const readBody = async <T>(context: AppContext, schema: z.ZodType<T>, limit = largestBody): Promise<T> =>
  parse(schema, await readFields(context.req.raw, limit))

/** The query, held to this schema; a name that is given twice counts once. */
export const readQuery = <T>(context: AppContext, schema: z.ZodType<T>): T => parse(schema, context.req.query())

/** The version in `If-Match`, bare or as an entity tag; undefined when there is none, or any will do. */
export const versionOf = (context: AppContext): number | undefined => {
  const header = context.req.header('if-match')
  if (header === undefined || header === '*') return undefined
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1]
  if (version === undefined) throw new Invalid({ 'If-Match': 'Name the version, as in If-Match: "3".' })
  return Number(version)
}

/** Paging: how many, and from where on. */
export const pagingQuery = {
  limit: z.coerce.number('limit must be a number.').int().min(1).max(200).optional(),
  cursor: z.string().max(200).optional(),
}

/** `?trash` and `?trash=1`, `?trash=true`. */
export const flag = z
  .enum(['', '1', 'true', '0', 'false'])
  .transform((text) => text !== '0' && text !== 'false')
  .optional()

/** What is left of a thing once it is gone. */
export const nothing = z.strictObject({})
