import type { z } from '../zod.ts'

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
  /** Name of the flag next to it that decides if visitors see it. */
  readonly shownBy?: string
  /** Name of the field next to it that stands for it once it is filled in. */
  readonly replacedBy?: string
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
  shownBy?: string
  replacedBy?: string
  proposes?: string
}

/** Properties of every field, from its definition. */
export const traits = ({
  label,
  help,
  private: hidden = false,
  required = true,
  shownBy,
  replacedBy,
  proposes,
}: Common) => ({
  label,
  required,
  private: hidden,
  ...(help === undefined ? {} : { help }),
  ...(shownBy === undefined ? {} : { shownBy }),
  ...(replacedBy === undefined ? {} : { replacedBy }),
  ...(proposes === undefined ? {} : { proposes }),
})

/** Text of an open end, on the page and in the years that are text. */
export const present = 'Present'
