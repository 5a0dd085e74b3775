import type { Field, FieldKind } from '../../../model/fields/fields.ts'
import { FlagInput, SelectInput } from './choice-inputs.tsx'
import { endInput } from './end-input.tsx'
import { ImageInput } from './image-input.tsx'
import type { Input } from './input.ts'
import { ItemsInput } from './items-input.tsx'
import { LinkInput } from './link-input.tsx'
import { ListInput } from './list-input.tsx'
import { MarkdownInput } from './markdown-input.tsx'
import { IntegerInput, PercentInput, RatingInput } from './number-input.tsx'
import { lineInput, SlugInput, TextAreaInput } from './text-inputs.tsx'

/** Input of each field kind. The order of the sections has its own, in Settings. */
export const inputs: Record<Exclude<FieldKind, 'sections'>, Input> = {
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
  items: ItemsInput,
  image: ImageInput,
}

const ends: Partial<Record<FieldKind, Input>> = { integer: endInput(inputs.integer), text: endInput(inputs.text) }

/** Input of a field that stands in a collection. */
export const inputOf = (field: Field & { kind: keyof typeof inputs }): Input =>
  (field.ongoing === undefined ? undefined : ends[field.kind]) ?? inputs[field.kind]
