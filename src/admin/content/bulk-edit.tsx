import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { type CollectionName, findCollection } from '../../model/content/collections.ts'
import type { Field, FieldKind } from '../../model/fields/fields.ts'
import { inputOf } from '../form/inputs.tsx'
import { arrived, withArrived } from '../media/upload-state.ts'

const kinds: readonly FieldKind[] = [
  'select',
  'flag',
  'integer',
  'percent',
  'rating',
  'list',
  'categories',
  'text',
  'url',
  'image',
]

/** Fields that several entries may have in common: not the title, and no address. */
const commonFields = (collection: CollectionName): [name: string, Field][] => {
  const definition = findCollection(collection)
  if (!definition) return []
  return Object.entries(definition.fields)
    .filter(([name, { kind, automatic }]) => kinds.includes(kind) && !automatic && name !== definition.preview.title)
    .sort(([, a], [, b]) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
}

interface Props {
  collection: CollectionName
  count: number
  busy: boolean
  apply(data: Record<string, unknown>): void
  close(): void
}

/** Dialog that gives one field of all selected entries the same value. */
const BulkEdit = ({ collection, count, busy, apply, close }: Props) => {
  const fields = commonFields(collection)
  const [name, setName] = useState(fields[0]?.[0] ?? '')
  const [values, setValues] = useState<Record<string, unknown>>({})
  const [problem, setProblem] = useState<string>()
  useSyncExternalStore(arrived.listen, arrived.get)
  const [, field] = fields.find(([one]) => one === name) ?? []
  const { label } = findCollection(collection) ?? {}
  const called = (count === 1 ? label?.one : label?.many)?.toLowerCase()
  const Input = field && inputOf({ kind: field.kind })
  if (!Input) return null
  const value = withArrived(name in values ? values[name] : field.empty)

  const submit = () => {
    const { success, error, data } = field.schema.safeParse(value)
    if (success) apply({ [name]: data })
    else setProblem(error.issues[0]?.message)
  }
  return (
    <Modal opened onClose={close} title={`Edit ${count} ${called}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="md">
          <NativeSelect
            label="Field"
            data-autofocus
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setProblem(undefined)
            }}
            data={fields.map(([one, { label: text }]) => ({ value: one, label: text }))}
          />
          <Input
            key={name}
            name={name}
            field={field}
            value={value}
            error={problem}
            onChange={(next) => {
              setValues({ ...values, [name]: next })
              setProblem(undefined)
            }}
          />
          <Text size="sm" c="dimmed">
            The drafts change. Visitors see it once you publish them.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Change {count} {called}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

export default BulkEdit
