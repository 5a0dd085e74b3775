import type { FieldKind } from '../../../model/fields/fields.ts'
import { FlagInput, SelectInput } from './choice-inputs.tsx'
import { EntryInput } from './entry-input.tsx'
import { ImageInput } from './image-input.tsx'
import type { Input } from './input.ts'
import { LinkInput } from './link-input.tsx'
import { ListInput } from './list-input.tsx'
import { MarkdownInput } from './markdown-input.tsx'
import { IntegerInput, PercentInput, RatingInput } from './number-input.tsx'
import { CodeInput, lineInput, SlugInput, TextAreaInput } from './text-inputs.tsx'
import { VideoInput } from './video-input.tsx'

/** Input of each field kind that has no fields of its own inside. */
export const plainInputs = {
  text: lineInput(),
  textarea: TextAreaInput,
  markdown: MarkdownInput,
  email: lineInput({ type: 'email', inputMode: 'email', autoComplete: 'off', spellCheck: false }),
  url: LinkInput,
  slug: SlugInput,
  integer: IntegerInput,
  percent: PercentInput,
  rating: RatingInput,
  select: SelectInput,
  flag: FlagInput,
  list: ListInput,
  code: CodeInput,
  image: ImageInput,
  video: VideoInput,
  entry: EntryInput,
} satisfies Partial<Record<FieldKind, Input>>

type PlainKind = keyof typeof plainInputs

/** Input of a field inside an item or a block; undefined for a kind that stands in none. */
export const plainInputOf = (kind: FieldKind): Input | undefined =>
  Object.hasOwn(plainInputs, kind) ? plainInputs[kind as PlainKind] : undefined
