import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Category } from '../../model/settings/categories.ts'
import { forgetEntries } from '../api/entries.ts'
import { removeCategory } from '../api/settings-api.ts'
import { Modal } from '../ui/dialogs.tsx'
import { changeWithToast } from '../ui/undo.ts'

interface Props {
  category: Category
  others: readonly Category[]
  close(): void
}

/** Dialog that asks where the projects of a category go before it is removed. */
const RemoveCategory = ({ category, others, close }: Props) => {
  const [to, setTo] = useState('')
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    await changeWithToast(() => removeCategory(category.id, to === '' ? undefined : to), {
      done: `Category “${category.label}” removed`,
      failed: 'Not removed',
      forget: () => forgetEntries('projects'),
    })
    close()
  }
  return (
    <Modal opened onClose={close} title={`Remove category “${category.label}”`}>
      <Stack gap="md">
        <NativeSelect
          label="Its projects and its address go to"
          data-autofocus
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          data={[
            { value: '', label: 'No category: under All only' },
            ...others.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
        <Text size="sm" c="dimmed">
          Visitors see it at once. One undo takes all of it back.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button color="red" loading={busy} onClick={() => void remove()}>
            Remove category
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

export default RemoveCategory
