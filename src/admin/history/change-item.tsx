import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useAccount } from '../accounts/sign-in/auth-context.ts'
import { author } from './author.ts'
import type { ChangeGroup } from './change-groups.ts'
import { Difference } from './difference.tsx'
import { fieldChanges } from './field-changes.ts'
import { draftAfter, restoreState } from './restore-state.ts'
import { sentence } from './sentence.ts'
import { undoChanges } from './undo.ts'

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

export const ChangeItem = ({ group, newestOfAll }: { group: ChangeGroup; newestOfAll: boolean }) => {
  const { newest, oldest, changes } = group
  const { id: me, name } = useAccount()
  const [open, setOpen] = useState(false)
  const titleId = useId()
  const fields = open ? fieldChanges({ ...newest, before: oldest.before }) : []
  const who = newest.by === me ? `${name} (you)` : author(newest)
  const saves = changes.length > 1 ? ` · ${changes.length} saves since ${time.format(new Date(oldest.at))}` : ''

  const undo = useMutation({
    mutationFn: () => undoChanges(changes.map(({ id }) => id)),
  })

  return (
    <li className="change-item">
      <Group justify="space-between" gap="xs" align="flex-start">
        <div className="change-summary">
          <Text size="sm" fw={600} id={titleId}>
            {sentence(newest)}
          </Text>
          <Text size="xs" c="dimmed">
            <time dateTime={newest.at}>{time.format(new Date(newest.at))}</time> · {who}
            {saves}
          </Text>
        </div>
        <Group gap={4}>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-expanded={open}
            aria-describedby={titleId}
            onClick={() => setOpen(!open)}
          >
            Difference
          </Button>
          {!newestOfAll && draftAfter(newest) && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-describedby={titleId}
              onClick={() => restoreState(newest)}
            >
              Restore this
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            loading={undo.isPending}
            aria-describedby={titleId}
            onClick={() => undo.mutate()}
          >
            {newest.undoes === null ? 'Undo' : 'Redo'}
          </Button>
        </Group>
      </Group>
      {open && fields.length === 0 && <p className="change-fields">No field changed.</p>}
      {open && fields.length > 0 && (
        <dl className="change-fields">
          {fields.map((change) => (
            <div key={change.label}>
              <dt>{change.label}</dt>
              <dd>
                <Difference change={change} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
