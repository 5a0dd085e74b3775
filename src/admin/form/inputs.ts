import type { Field, FieldKind } from '../../model/fields/fields.ts'
import { BlocksInput } from './blocks-input.tsx'
import { CategoriesInput, endInput } from './choice-inputs.tsx'
import { settingInputs } from './field-inputs.tsx'
import { type Input, lateInput } from './input.ts'

/** Input of each field kind. The orders of Settings have their own; an id has none. */
const inputs: Record<Exclude<FieldKind, 'sections' | 'order' | 'id'>, Input> = {
  ...settingInputs,
  blocks: BlocksInput,
  categories: CategoriesInput,
}

const ends: Partial<Record<FieldKind, Input>> = { integer: endInput(inputs.integer), text: endInput(inputs.text) }

/** A list that may have more items shows a line for each. */
const mostOpen = 50
const LongItemsInput = lateInput(async () => (await import('./long-items-input.tsx')).LongItemsInput)

const isKnown = (kind: FieldKind): kind is keyof typeof inputs => Object.hasOwn(inputs, kind)

/** Input of a field that stands in a collection; undefined for a kind that none has. */
export const inputOf = ({ kind, ongoing, max = 0 }: Pick<Field, 'kind' | 'ongoing' | 'max'>): Input | undefined =>
  (kind === 'items' && max > mostOpen ? LongItemsInput : undefined) ??
  (ongoing === undefined ? undefined : ends[kind]) ??
  (isKnown(kind) ? inputs[kind] : undefined)
