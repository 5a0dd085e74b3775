import { NativeSelect } from '@mantine/core'
import { type CollectionName, findCollection } from '../../../model/content/collections/index.ts'
import type { Entry } from '../../../model/content/entry.ts'
import { useEntries, useEntry } from '../../api/entries.ts'
import { type InputProps, inputTraits, textOf } from './input.ts'

/** Choice of an entry of another collection, by its title. One that visitors cannot see yet says so. */
export const EntryInput = (props: InputProps) => {
  const definition = findCollection(props.field.collection ?? '')
  const { data } = useEntries(definition?.name as CollectionName, { limit: 200 }, definition !== undefined)
  const chosen = textOf(props.value)
  const found = data?.pages.flatMap(({ entries }) => entries)
  const titleOf = ({ data: values, status }: Entry) =>
    `${textOf(values[definition?.preview.title ?? '']) || 'Untitled'}${status === 'draft' ? ' (not published)' : ''}`
  const choices = (found ?? []).map((entry) => ({ value: entry.id, label: titleOf(entry) }))
  const known = chosen === '' || choices.some(({ value }) => value === chosen)
  const { data: gone, isError } = useEntry(definition?.name as CollectionName, chosen, found !== undefined && !known)
  const title = gone ? titleOf(gone) : ''
  const left = gone?.deletedAt ? `${title} (deleted)` : title
  const other = known ? [] : [{ value: chosen, label: gone ? left : isError ? 'Deleted. Choose another' : 'Loading …' }]
  return (
    <NativeSelect
      {...inputTraits(props)}
      value={chosen}
      data={[{ value: '', label: 'None' }, ...other, ...choices]}
      onChange={({ currentTarget: { value } }) => props.onChange(value === '' ? null : value)}
    />
  )
}
