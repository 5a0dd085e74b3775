import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Change } from '../../model/journal/change.ts'
import { useAccount } from '../accounts/sign-in/auth-context.ts'
import { useNames } from '../form/use-names.ts'
import { clockTime } from '../ui/times.ts'
import { author } from './author.ts'
import { BatchChanges, ChangeName } from './batch-changes.tsx'
import type { ChangeGroup } from './change-groups.ts'
import { Difference } from './difference.tsx'
import { fieldChanges, statesOf } from './field-changes.ts'
import { draftAfter, restoreState } from './restore-state.ts'
import { undoChanges } from './undo.ts'

const Differences = ({ change }: { change: Change }) => {
  const changes = fieldChanges(change, useNames(...statesOf(change)))
  if (changes.length === 0) return <p className="change-fields">No field changed.</p>
  return (
    <dl className="change-fields">
      {changes.map((one) => (
        <div key={one.label}>
          <dt>{one.label}</dt>
          <dd>
            <Difference change={one} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const ChangeItem = ({ group, newestOfAll }: { group: ChangeGroup; newestOfAll: boolean }) => {
  const { newest, oldest, changes } = group
  const { id: me, name } = useAccount()
  const [open, setOpen] = useState(false)
  const titleId = useId()
  const together = newest.batch !== null && newest.size > 1
  const gone = newest.before === null && newest.after === null
  const who = newest.by === me ? `${name} (you)` : author(newest)
  const saves = changes.length > 1 && !together ? ` · ${changes.length} saves since ${clockTime(oldest.at)}` : ''

  const undo = useMutation({
    mutationFn: () => undoChanges(together ? [newest.id] : changes.map(({ id }) => id)),
  })

  return (
    <li className="change-item">
      <Group justify="space-between" gap="xs" align="flex-start">
        <div className="change-summary">
          <Text size="sm" fw={600} id={titleId}>
            <ChangeName change={newest} more={together ? newest.size - 1 : 0} />
          </Text>
          <Text size="xs" c="dimmed">
            <time dateTime={newest.at}>{clockTime(newest.at)}</time> · {who}
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
            {together ? `Show all ${newest.size}` : 'Difference'}
          </Button>
          {!newestOfAll && !together && draftAfter(newest) && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-describedby={titleId}
              onClick={() => restoreState(newest)}
            >
              Bring back this version
            </Button>
          )}
          {!gone && (
            <Button
              size="compact-sm"
              variant="default"
              loading={undo.isPending}
              aria-describedby={titleId}
              onClick={() => undo.mutate()}
            >
              {newest.undoes === null ? 'Undo this change' : 'Redo this change'}
            </Button>
          )}
        </Group>
      </Group>
      {open && together && <BatchChanges batch={newest.batch ?? newest.id} />}
      {open && !together && <Differences change={{ ...newest, before: oldest.before }} />}
    </li>
  )
}
