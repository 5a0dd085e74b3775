import { z } from './zod.ts'

/** Schemas of a call. The server checks by them; the API's description and the admin's client are typed by them. */
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

/** Schema by which the server reads the body of a call. */
export type ReaderOf<C extends Call> = C['reads'] extends z.ZodType ? C['reads'] : C['body']

/** As a caller has it: a list may be one that is not to be changed. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Sent<T[Key]> }
    : T
/** As the server reads it, since it is written as text; what has a default may be left out. */
export type QueryOf<C extends Call> = C['query'] extends z.ZodType
  ? { [Key in keyof z.input<C['query']>]: z.output<C['query']>[Key & keyof z.output<C['query']>] }
  : undefined
export type BodyOf<C extends Call> = C['upload'] extends true
  ? FormData
  : ReaderOf<C> extends z.ZodType
    ? Sent<z.input<ReaderOf<C>>>
    : undefined
export type AnswerOf<C extends Call> = C['answer'] extends z.ZodType
  ? z.output<C['answer']> | (C['dryRun'] extends z.ZodType ? z.output<C['dryRun']> : never)
  : unknown

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
