import { z } from './zod.ts'

/** What a call takes and answers: the server checks by it, and its documentation and the admin's client have their types from it. */
export interface Call {
  query?: z.ZodType
  body?: z.ZodType
  /** Reads the body in place of `body`, which may be stricter than a draft needs to be. */
  reads?: z.ZodType
  /** The body is a form with a file in `file`. */
  upload?: true
  /** `If-Match` has the version that the write was based on. */
  versioned?: 'must' | 'may'
  answer?: z.ZodType
  /** Answer with 200 of a call that, when it is asked to, says only what it would do. */
  dryRun?: z.ZodType
}

/** Calls of a noun by method and path. A function returns them, so that a bundle that needs their types alone has none of their schemas. */
export type Calls = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Call>

/** Names of the parameters in a path. */
type ParamOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** Parameters of the path by name. */
export type ParamsOf<Path> = { [Name in ParamOf<Path>]: string }

/** What reads the body of a call. */
export type ReaderOf<C extends Call> = C['reads'] extends z.ZodType ? C['reads'] : C['body']

export const pagingQuery = () => ({
  limit: z.coerce.number('limit must be a number.').int().min(1).max(200).optional(),
  cursor: z.string().max(200).optional(),
})

export const flag = () =>
  z
    .enum(['', '1', 'true', '0', 'false'])
    .transform((text) => text !== '0' && text !== 'false')
    .optional()

/** Answer of a call that returns nothing. */
export const nothing = () => z.strictObject({})

/** One page of a list: the items by this name, and the cursor of the next page. */
export const listAnswer = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.object({ [name]: z.array(item), next: z.string().nullable().describe('The cursor of the next page.') } as {
    [N in Name]: z.ZodArray<Item>
  } & { next: z.ZodNullable<z.ZodString> })
