import { Button, CloseButton, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  /** Selects or deselects a row; with `range`, all rows from the last one to it. */
  toggle(id: string, range: boolean): void
  choose(ids: readonly string[]): void
  /** Deselects what an act is done with; what was chosen meanwhile stays. */
  drop(done: ReadonlySet<string>): void
  none(): void
}

/** Selected rows of a list. Rows that left the list do not count. */
export const useSelection = (list: readonly string[]): Selection => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  const ids = useMemo(() => {
    const present = new Set(list)
    return new Set([...chosen].filter((id) => present.has(id)))
  }, [list, chosen])
  return {
    ids,
    toggle: (id, range) => {
      const next = new Set(ids)
      const on = !ids.has(id)
      const [from, to] = [list.indexOf(last ?? ''), list.indexOf(id)]
      const touched = range && from >= 0 ? list.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
      for (const one of touched) on ? next.add(one) : next.delete(one)
      setChosen(next)
      setLast(id)
    },
    choose: (all) => setChosen(new Set(all)),
    drop: (done) => setChosen((before) => new Set([...before].filter((id) => !done.has(id)))),
    none: () => setChosen(new Set()),
  }
}

interface Props<A extends string> {
  label: string
  count: number
  /** Labels by action. One that begins with `Delete` is marked as grave. */
  actions: readonly (readonly [action: A, label: string])[]
  /** The action that is running. */
  busy?: A | undefined
  act(action: A): void
  close(): void
}

/** Actions on all selected rows. */
export const BulkBar = <A extends string>({ label, count, actions, busy, act, close }: Props<A>) => (
  <Group gap="8px 12px" className="bulk-bar surface" role="toolbar" aria-label={label}>
    <Text size="sm" fw={600} role="status">
      {count} selected
    </Text>
    <Group gap={6}>
      {actions.map(([action, name]) => (
        <Button
          key={action}
          size="compact-sm"
          variant="default"
          c={`var(--mantine-color-${name.startsWith('Delete') ? 'error' : 'text'})`}
          loading={busy === action}
          disabled={busy !== undefined && busy !== action}
          onClick={() => act(action)}
        >
          {name}
        </Button>
      ))}
    </Group>
    <CloseButton size="sm" aria-label="Clear the selection" onClick={close} />
  </Group>
)
