import { z } from '../zod.ts'
import { line, longText } from './text-rules.ts'

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
  | 'image'

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
  /** Never leaves the server by a public door. */
  readonly private: boolean
  /** Name of the flag next to it that decides if visitors see it. */
  readonly shownBy?: string
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
}

type Option = string | number

export type Fields = Readonly<Record<string, Field>>

/** The value that a field of type F holds. */
export type ValueOf<F> = F extends Field<infer T> ? T : never

/** One value for each field. */
export type DataOf<F extends Fields> = { -readonly [K in keyof F]: ValueOf<F[K]> }

interface Common {
  label: string
  help?: string
  private?: boolean
  required?: boolean
  shownBy?: string
}

const titled = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

const traits = ({ label, help, private: hidden = false, required = true, shownBy }: Common) => ({
  label,
  required,
  private: hidden,
  ...(help === undefined ? {} : { help }),
  ...(shownBy === undefined ? {} : { shownBy }),
})

/** What an open end says, on the page and in the years that are text. */
export const present = 'Present'

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

/** Schema of an object with these fields, all of them present. */
export const shapeOf = <F extends Fields>(of: F, rule: 'schema' | 'draft'): z.ZodType<DataOf<F>> =>
  z.strictObject(
    Object.fromEntries(Object.entries(of).map(([name, field]) => [name, field[rule]])),
  ) as unknown as z.ZodType<DataOf<F>>

const itemsField = <T>(
  o: Common & { one: string; max: number },
  of: Fields,
  item: { schema: z.ZodType<T>; draft: z.ZodType<T> },
): Field<T[]> => {
  const listOf = (schema: z.ZodType<T>) => z.array(schema).max(o.max, `${o.label}: at most ${o.max}.`)
  return {
    kind: 'items',
    ...traits({ required: false, ...o }),
    empty: [],
    max: o.max,
    item: { one: o.one, fields: of },
    schema: listOf(item.schema),
    draft: listOf(item.draft),
  }
}

/** True for http, https, mailto and tel addresses and for same-origin paths and fragments; false for everything a browser might run. */
export const isSafeLink = (value: string): boolean =>
  /^(?:https?:\/\/[^\s/]|mailto:[^\s]|tel:[+\d]|\/(?![/\\])|#)/i.test(value) && !/[\s\\]/.test(value)

// Ids are given by us; whether there is such a thing, the store knows.
const idPattern = /^[0-9A-Za-z][0-9A-Za-z.-]*$/

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** The field kinds, each a function from its label and bounds to a `Field`. Lengths are in UTF-16 code units. */
export const fields = {
  text: (o: Common & { max?: number; pattern?: readonly [RegExp, sentence: string] }) =>
    stringField('text', { max: 120, ...o }, line, (schema) => {
      if (!o.pattern) return schema
      const [pattern, sentence] = o.pattern
      return schema.refine((value) => pattern.test(value), sentence)
    }),
  /** A year as text, such as “spring 2019”. The end of a period may be open. */
  yearText: (o: Common & { ongoing?: boolean }): Field<string> => ({
    ...stringField('text', { max: 20, ...o }, line),
    ...(o.ongoing ? { ongoing: present } : {}),
  }),
  textarea: (o: Common & { max?: number }) => stringField('textarea', { max: 4000, ...o }, longText),
  markdown: (o: Common & { max?: number }) => stringField('markdown', { max: 20_000, ...o }, longText),
  email: (o: Common) =>
    stringField('email', { max: 254, ...o }, line, (schema) =>
      schema.refine(
        (value) => value === '' || z.email().safeParse(value).success,
        'Enter an email address like name@example.com.',
      ),
    ),
  url: (o: Common) =>
    stringField('url', { max: 500, ...o }, line, (schema) =>
      schema.refine(
        (value) => value === '' || isSafeLink(value),
        `${o.label} must start with https://, http://, mailto:, tel:, / or #.`,
      ),
    ),
  slug: (o: Common) =>
    stringField('slug', { max: 80, ...o }, line, (schema) =>
      schema.refine(
        (value) => value === '' || slugPattern.test(value),
        'Use small letters, digits and single hyphens, like a-good-name.',
      ),
    ),
  integer: (o: Common & { min: number; max: number; ongoing?: boolean }) => integerField('integer', o),
  percent: (o: Common) => integerField('percent', { min: 0, max: 100, ...o }),
  rating: (o: Common) => integerField('rating', { min: 0, max: 5, ...o }),
  select: <const O extends readonly [Option, ...Option[]]>(
    o: Common & { options: O; labels?: readonly string[] },
  ): Field<O[number]> => {
    const { options, labels = options.map((option) => titled(String(option))) } = o
    const schema = z.literal(options, `${o.label} must be one of ${options.join(', ')}.`) as z.ZodType<O[number]>
    return { kind: 'select', ...traits(o), empty: options[0], options, labels, schema, draft: schema }
  },
  flag: (o: Common & { empty?: boolean }): Field<boolean> => {
    const schema = z.boolean(`${o.label} is either true or false.`)
    return { kind: 'flag', ...traits({ required: false, ...o }), empty: o.empty ?? false, schema, draft: schema }
  },
  /** A list of short lines, such as tags. */
  list: (o: Common & { max?: number; items?: number }): Field<string[]> => {
    const { max = 60, items = 20 } = o
    const draft = z
      .array(line(o.label, max), `${o.label} must be a list of lines.`)
      .max(items, `${o.label} may have at most ${items} lines.`)
      .transform((lines) => lines.filter((line) => line !== '')) as unknown as z.ZodType<string[]>
    const schema =
      (o.required ?? true) ? draft.refine((lines) => lines.length > 0, `${o.label} needs at least one line.`) : draft
    return { kind: 'list', ...traits(o), empty: [], max, schema, draft }
  },
  /** Short texts that are edited row by row, such as headlines. */
  lines: (o: Common & { one: string; max: number; length: number }): Field<string[]> => {
    const item = fields.text({ label: o.one, max: o.length })
    return itemsField(o, { '': item }, item)
  },
  /** Items of several fields, edited row by row. */
  items: <const F extends Fields>(o: Common & { one: string; max: number; fields: F }): Field<DataOf<F>[]> =>
    itemsField<DataOf<F>>(o, o.fields, { schema: shapeOf(o.fields, 'schema'), draft: shapeOf(o.fields, 'draft') }),
  /** The id of a media item, or null. */
  image: (o: Common): Field<string | null> => {
    const id = z.string(`${o.label} must be an image.`).max(64).regex(idPattern, `${o.label} must be an image.`)
    const required = z.string(`${o.label} is required.`).max(64).regex(idPattern, `${o.label} is required.`)
    return {
      kind: 'image',
      ...traits(o),
      empty: null,
      draft: id.nullable(),
      schema: (o.required ?? true) ? (required as z.ZodType<string | null>) : id.nullable(),
    }
  },
}
