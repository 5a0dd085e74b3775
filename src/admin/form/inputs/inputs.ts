import type { Field, FieldKind } from '../../../model/fields/fields.ts'
import { BlocksInput } from './blocks/blocks-input.tsx'
import { CategoriesInput } from './categories-input.tsx'
import { endInput } from './end-input.tsx'
import type { Input } from './input.ts'
import { settingInputs } from './setting-inputs.ts'

/** Input of each field kind. The order of the sections has its own, in Settings; an id has none. */
export const inputs: Record<Exclude<FieldKind, 'sections' | 'id'>, Input> = {
  ...settingInputs,
  blocks: BlocksInput,
  categories: CategoriesInput,
}

const ends: Partial<Record<FieldKind, Input>> = { integer: endInput(inputs.integer), text: endInput(inputs.text) }

const isKnown = (kind: FieldKind): kind is keyof typeof inputs => Object.hasOwn(inputs, kind)

/** Input of a field that stands in a collection; undefined for a kind that none has. */
export const inputOf = ({ kind, ongoing }: Pick<Field, 'kind' | 'ongoing'>): Input | undefined =>
  (ongoing === undefined ? undefined : ends[kind]) ?? (isKnown(kind) ? inputs[kind] : undefined)
