import { awaitedProblem } from '../media/awaited-file.ts'
import { line, longText, titled, verbatim } from '../text-rules.ts'
import { z } from '../zod.ts'

/** Kinds of fields; the admin has one input, and the schema one rule set, for each kind. */
export type FieldKind =
  | 'text'
  | 'textarea'
  | 'markdown'
  | 'email'
  | 'url'
  | 'slug'
  | 'integer'
  | 'percent'
  | 'rating'
  | 'select'
  | 'flag'
  | 'list'
  | 'items'
  | 'sections'
  | 'order'
  | 'categories'
  | 'id'
  | 'image'
  | 'video'
  | 'entry'
  | 'code'
  | 'blocks'

/**
 * One field of a collection or of the settings.
 * `schema` is what may be published, `draft` what may be kept while someone is still typing:
 * the same type and upper bounds, but unfinished values pass.
 */
export interface Field<T = unknown> {
  readonly kind: FieldKind
  readonly label: string
  readonly help?: string
  readonly required: boolean
  /** Never leaves the server by a public call. */
  readonly private: boolean
  /** Filled in by the product: no input shows it. */
  readonly automatic?: true
  /** Name of the flag next to it that decides if visitors see it. */
  readonly shownBy?: string
  /** Name of the field next to it that stands for it once it is filled in. */
  readonly replacedBy?: string
  /** Field next to it, and the value of that with which alone it matters. */
  readonly onlyWith?: readonly [field: string, value: Option]
  /** Name of the field next to it that takes the label of a chosen option as long as nobody has typed another. */
  readonly proposes?: string
  /** The value that says “has not ended yet”, of an end that may be open. */
  readonly ongoing?: T
  /** The value of a field nobody has filled in. */
  readonly empty: T
  readonly schema: z.ZodType<T>
  readonly draft: z.ZodType<T>
  /** Bounds and choices, for inputs and for documentation. `max` counts characters, of a list of items the items. */
  readonly min?: number
  readonly max?: number
  readonly options?: readonly Option[]
  /** Labels of the options, in the same order. */
  readonly labels?: readonly string[]
  /** Name and fields of one item of a list. The name `''` stands for an item that is a plain text. */
  readonly item?: { readonly one: string; readonly fields: Fields }
  /** Of a list of blocks: the fields of each kind of block. */
  readonly kinds?: ReadonlyMap<string, { readonly label: string; readonly fields: Fields }>
  /** Of the id of an entry: its collection. */
  readonly collection?: string
}

export type Option = string | number

export type Fields = Readonly<Record<string, Field>>

/** The value that a field of type F holds. */
export type ValueOf<F> = F extends Field<infer T> ? T : never

/** One value for each field. */
export type DataOf<F extends Fields> = { -readonly [K in keyof F]: ValueOf<F[K]> }

export interface Common {
  label: string
  help?: string
  private?: boolean
  required?: boolean
  automatic?: true
  shownBy?: string
  replacedBy?: string
  proposes?: string
}

/** Properties of every field, from its definition. */
export const traits = ({
  label,
  help,
  private: hidden = false,
  automatic,
  required = true,
  shownBy,
  replacedBy,
  proposes,
}: Common) => ({
  label,
  required,
  private: hidden,
  ...(help === undefined ? {} : { help }),
  ...(automatic ? { automatic } : {}),
  ...(shownBy === undefined ? {} : { shownBy }),
  ...(replacedBy === undefined ? {} : { replacedBy }),
  ...(proposes === undefined ? {} : { proposes }),
})

/** Text of an open end, on the page and in the years that are text. */
export const present = 'Present'

const select = <const O extends readonly [Option, ...Option[]]>(
  o: Common & { options: O; labels?: readonly string[] },
): Field<O[number]> => {
  const { options, labels = options.map((option) => titled(String(option))) } = o
  const schema = z.literal(options, `${o.label} must be one of ${options.join(', ')}.`) as z.ZodType<O[number]>
  return { kind: 'select', ...traits(o), empty: options[0], options, labels, schema, draft: schema }
}

const flag = (o: Common & { empty?: boolean }): Field<boolean> => {
  const schema = z.boolean(`${o.label} is either true or false.`)
  return { kind: 'flag', ...traits({ required: false, ...o }), empty: o.empty ?? false, schema, draft: schema }
}

/** Ids of the owner's categories, the main one first. */
const categories = (o: Common): Field<string[]> => {
  const schema = z
    .array(z.string().max(90), `${o.label} must be a list of categories.`)
    .max(12, `${o.label}: at most 12.`)
    .refine((ids) => new Set(ids).size === ids.length, `${o.label}: name each one once.`)
  return { kind: 'categories', ...traits({ required: false, ...o }), empty: [], schema, draft: schema }
}

// Ids are given by us; whether there is such a thing, the store knows.
const idPattern = /^[0-9A-Za-z][0-9A-Za-z.-]{0,63}$/
const awaitedPattern = /^(?:[0-9A-Za-z][0-9A-Za-z.-]{0,63}|awaited-[0-9a-f-]{36}\/\P{Cc}{1,100})$/u

interface Options {
  label: string
  required?: boolean
  /** A draft may name a file that is still being uploaded. */
  awaits?: boolean
}

/** Schemas of the id of something stored, or null: `thing` with its article, such as “an image”. */
const idSchemas = (thing: string, { label, required = true, awaits = false }: Options) => {
  const textOf = (pattern: RegExp, sentence: string) =>
    z.string(sentence).regex(pattern, { error: ({ input }) => awaitedProblem(input) ?? sentence })
  const wrong = `${label} must be ${thing}.`
  const draft: z.ZodType<string | null> = textOf(awaits ? awaitedPattern : idPattern, wrong).nullable()
  const schema = required ? textOf(idPattern, `${label} is required.`) : textOf(idPattern, wrong).nullable()
  return { draft, schema: schema as z.ZodType<string | null> }
}

const idField = (kind: FieldKind, noun: string, o: Common): Field<string | null> => ({
  kind,
  ...traits(o),
  empty: null,
  ...idSchemas(noun, { ...o, awaits: kind !== 'entry' }),
})

/** The id of an item among others, which the server gives; no input shows it. */
const id = (): Field<string> => {
  const schema = z
    .string('An id is text.')
    .regex(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/, 'There is no such id.')
    .max(90)
  const optional = schema.default('') as unknown as z.ZodType<string>
  return { kind: 'id', ...traits({ label: 'Id', required: false }), empty: '', schema: optional, draft: optional }
}

/** The id of an image of Media, or null; in a draft also the name of a file that is still being uploaded. */
const image = (o: Common) => idField('image', 'an image', o)

/** The id of a video of Media, or null; in a draft also the name of a file that is still being uploaded. */
const video = (o: Common) => idField('video', 'a video', o)

/** The id of an entry of a collection, or null. */
const entry = (o: Common & { collection: string }): Field<string | null> => ({
  ...idField('entry', 'an entry', o),
  collection: o.collection,
})

const filled = (label: string, required: boolean, schema: z.ZodType<string>) =>
  required ? schema.refine((value) => value !== '', `${label} is required.`) : schema

const stringField = (
  kind: FieldKind,
  options: Common & { max: number },
  rule: typeof line,
  format: (schema: z.ZodType<string>) => z.ZodType<string> = (schema) => schema,
): Field<string> => {
  const draft = rule(options.label, options.max)
  return {
    kind,
    ...traits(options),
    empty: '',
    max: options.max,
    draft,
    schema: format(filled(options.label, options.required ?? true, draft)),
  }
}

const text = (o: Common & { max?: number; pattern?: readonly [RegExp, sentence: string] }) =>
  stringField('text', { max: 120, ...o }, line, (schema) => {
    if (!o.pattern) return schema
    const [pattern, sentence] = o.pattern
    return schema.refine((value) => pattern.test(value), sentence)
  })

/** A year as text, such as “spring 2019”. The end of a period may be open. */
const yearText = (o: Common & { ongoing?: boolean }): Field<string> => ({
  ...stringField('text', { max: 20, ...o }, line),
  ...(o.ongoing ? { ongoing: present } : {}),
})

const textarea = (o: Common & { max?: number }) => stringField('textarea', { max: 4000, ...o }, longText)

const markdown = (o: Common & { max?: number }) => stringField('markdown', { max: 20_000, ...o }, longText)

const email = (o: Common) =>
  stringField('email', { max: 254, ...o }, line, (schema) =>
    schema.refine(
      (value) => value === '' || z.email().safeParse(value).success,
      'Enter an email address like name@example.com.',
    ),
  )

/** True for http, https, mailto and tel addresses and for same-origin paths and fragments; false for everything a browser might run. */
export const isSafeLink = (value: string): boolean =>
  /^(?:https?:\/\/[^\s/]|mailto:[^\s]|tel:[+\d]|\/(?![/\\])|#)/i.test(value) && !/[\s\\]/.test(value)

const url = (o: Common) =>
  stringField('url', { max: 500, ...o }, line, (schema) =>
    schema.refine((value) => value === '' || isSafeLink(value), {
      error: ({ input }) =>
        awaitedProblem(input) ?? `${o.label} must start with https://, http://, mailto:, tel:, / or #.`,
    }),
  )

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const slug = (o: Common) =>
  stringField('slug', { max: 80, ...o }, line, (schema) =>
    schema.refine(
      (value) => value === '' || slugPattern.test(value),
      'Use small letters, digits and single hyphens, like a-good-name.',
    ),
  )

/** Program text: every space of it counts. */
const code = (o: Common & { max?: number }) => stringField('code', { max: 20_000, ...o }, verbatim)

/** A list of short lines, such as tags. */
const list = (o: Common & { max?: number; items?: number }): Field<string[]> => {
  const { max = 60, items = 20 } = o
  const draft = z
    .array(line(o.label, max), `${o.label} must be a list of lines.`)
    .max(items, `${o.label} may have at most ${items} lines.`)
    .transform((lines) => lines.filter((line) => line !== '')) as unknown as z.ZodType<string[]>
  const schema =
    (o.required ?? true) ? draft.refine((lines) => lines.length > 0, `${o.label} needs at least one line.`) : draft
  return { kind: 'list', ...traits(o), empty: [], max, schema, draft }
}

/** Schema of an object with these fields, all of them present. */
export const shapeOf = <F extends Fields>(of: F, rule: 'schema' | 'draft'): z.ZodType<DataOf<F>> =>
  z.strictObject(
    Object.fromEntries(Object.entries(of).map(([name, field]) => [name, field[rule]])),
  ) as unknown as z.ZodType<DataOf<F>>

/** Of one item of a list. What is optional may be missing: it came later than some stored items. In a draft everything may. */
const itemOf = <F extends Fields>(of: F, rule: 'schema' | 'draft'): z.ZodType<DataOf<F>> =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(of).map(([name, field]) => [
        name,
        field.required && rule === 'schema' ? field.schema : field[rule].default(field.empty),
      ]),
    ),
  ) as unknown as z.ZodType<DataOf<F>>

const itemsField = <T>(
  o: Common & { one: string; min?: number; max: number },
  of: Fields,
  item: { schema: z.ZodType<T>; draft: z.ZodType<T> },
): Field<T[]> => {
  const { min = 0, max, label } = o
  const listOf = (schema: z.ZodType<T>) => z.array(schema).max(max, `${label}: at most ${max}.`)
  return {
    kind: 'items',
    ...traits({ required: min > 0, ...o }),
    empty: [],
    ...(min > 0 ? { min } : {}),
    max,
    item: { one: o.one, fields: of },
    schema: listOf(item.schema).min(min, `${label}: at least ${min}.`),
    draft: listOf(item.draft),
  }
}

/** Short texts that are edited row by row, such as headlines. */
const lines = (o: Common & { one: string; max: number; length: number }): Field<string[]> => {
  const item = text({ label: o.one, max: o.length })
  return itemsField(o, { '': item }, item)
}

/** Items of several fields, edited row by row. */
const items = <const F extends Fields>(
  o: Common & { one: string; min?: number; max: number; fields: F },
): Field<DataOf<F>[]> =>
  itemsField<DataOf<F>>(o, o.fields, { schema: itemOf(o.fields, 'schema'), draft: itemOf(o.fields, 'draft') })

const integerField = (
  kind: FieldKind,
  options: Common & { min: number; max: number; ongoing?: boolean },
): Field<number | null> => {
  const { label, min, max, required = true, ongoing = false } = options
  const bounds = `${label} must be a whole number from ${min} to ${max}.`
  const number = z.int(bounds).min(min, bounds).max(max, bounds)
  if (ongoing) {
    const missing = `${label} is required, or tick Ongoing.`
    const open = z.int({ error: ({ input }) => (input === undefined ? missing : bounds) })
    return {
      kind,
      ...traits(options),
      empty: null,
      ongoing: null,
      min,
      max,
      draft: open.nullable(),
      schema: open.min(min, bounds).max(max, bounds).nullable(),
    }
  }
  return {
    kind,
    ...traits(options),
    empty: null,
    min,
    max,
    draft: z.int(bounds).nullable(),
    schema: required
      ? (z.int(`${label} is required and must be a whole number.`).min(min, bounds).max(max, bounds) as z.ZodType<
          number | null
        >)
      : number.nullable(),
  }
}

const integer = (o: Common & { min: number; max: number; ongoing?: boolean }) => integerField('integer', o)

const percent = (o: Common) => integerField('percent', { min: 0, max: 100, ...o })

const rating = (o: Common) => integerField('rating', { min: 0, max: 5, ...o })

/** The field kinds, each a function from its label and bounds to a `Field`. Lengths are in UTF-16 code units. */
export const fields = {
  text,
  yearText,
  textarea,
  markdown,
  email,
  url,
  slug,
  integer,
  percent,
  rating,
  select,
  flag,
  list,
  lines,
  items,
  id,
  categories,
  code,
  image,
  video,
  entry,
}
