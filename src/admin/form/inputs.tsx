import { Input as Labelled, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { Field, FieldKind } from '../../model/fields/fields.ts'
import { ApiError } from '../api/client.ts'
import { LoadFailure } from '../ui/loading.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { CategoriesInput, endInput } from './choice-inputs.tsx'
import { settingInputs } from './field-inputs.tsx'
import { type Input, type InputProps, lateInput } from './input.ts'

const loadEditor = () => import('./blocks-editor.tsx')

/** The editor of blocks. It is large, so only forms that have blocks fetch it. */
const BlocksInput = (props: InputProps) => {
  const [wanted, setWanted] = useState(true)
  const editor = useLoaded(loadEditor, wanted, () => setWanted(false))
  if (editor) return <editor.BlocksEditor {...props} />
  return (
    <div>
      <Labelled.Label labelElement="div">{props.field.label}</Labelled.Label>
      {wanted ? (
        <Skeleton height={160} mt={4} />
      ) : (
        <LoadFailure
          error={new ApiError('offline', 'The editor could not be fetched. Check the connection.')}
          retry={() => setWanted(true)}
        />
      )}
    </div>
  )
}

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
