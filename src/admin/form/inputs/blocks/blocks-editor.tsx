import { Button, Group, Input as Labelled, Text } from '@mantine/core'
import ChevronsDownUp from 'lucide-react/icons/chevrons-down-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { useMemo, useRef } from 'react'
import { storedBlocks } from '../../../../model/blocks/newer-blocks.ts'
import { orderAnnouncements } from '../../../ui/sorting/order-announcements.ts'
import { useSorting } from '../../../ui/sorting/use-sorting.tsx'
import { useStableCallback } from '../../../ui/use-stable-callback.ts'
import { focusFirstProblem } from '../../focus-first.ts'
import type { InputProps } from '../input.ts'
import { problemsInside } from '../problems-inside.ts'
import { AddBlock } from './add-block.tsx'
import { labelOf } from './block-acts.ts'
import { BlockRow } from './block-row.tsx'
import { NoBlocks } from './no-blocks.tsx'
import { ProblemList } from './problem-list.tsx'
import { useBlockActs } from './use-block-acts.ts'
import { useCollapsed } from './use-collapsed.ts'
import { useFiles } from './use-files.ts'

const noProblems = {}

export const BlocksEditor = ({ name, field, value, error, problems, onChange, ...props }: InputProps) => {
  const root = useRef<HTMLDivElement>(null)
  const blocks = useMemo(() => storedBlocks(value), [value])
  const { acts, message } = useBlockActs(root, blocks, onChange)
  const collapsed = useCollapsed(blocks)
  const files = useFiles(acts.addFiles)
  const hasMoved = useRef(false)
  const ids = useMemo(() => blocks.map(({ id }) => id), [blocks])
  const { sorting, layerElement } = useSorting({
    ids,
    announcements: orderAnnouncements(ids, (id) => nameOf(ids.indexOf(id)), hasMoved),
    drop: (id, over) => acts.move(String(id), ids.indexOf(String(over))),
  })
  const onFocus = useStableCallback(() => props.onFocus?.())
  const onBlur = useStableCallback(() => props.onBlur?.())
  const nameOf = (at: number) => `Block ${at + 1}, ${blocks[at] ? labelOf(blocks[at]) : ''}`

  const hasProblems = Object.keys(problems ?? {}).length > 0
  // The same object for every block that is right, so that it is not drawn again.
  const problemsOf = (at: number) => {
    const own = hasProblems ? problemsInside(problems ?? {}, String(at)) : noProblems
    return Object.keys(own).length > 0 ? own : noProblems
  }
  return (
    <div ref={root} className="blocks" {...files}>
      <Group justify="space-between" gap="xs" mb={4}>
        <Labelled.Label labelElement="div">{field.label}</Labelled.Label>
        {blocks.length > 1 && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            leftSection={
              collapsed.all ? <ChevronsUpDown size={14} aria-hidden /> : <ChevronsDownUp size={14} aria-hidden />
            }
            onClick={collapsed.toggleAll}
          >
            {collapsed.all ? 'Expand all' : 'Collapse all'} {blocks.length} blocks
          </Button>
        )}
      </Group>
      {field.help && (
        <Text size="xs" c="dimmed" mb={6}>
          {field.help}
        </Text>
      )}
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mb={6}>
          {error}
        </Text>
      )}
      {hasProblems && <ProblemList blocks={blocks} problemsOf={problemsOf} reveal={focusFirstProblem} />}
      {blocks.length === 0 ? (
        <NoBlocks acts={acts} />
      ) : (
        <>
          <AddBlock at={0} count={blocks.length} acts={acts} />
          <ol className="sortable block-list">
            {blocks.map((block, at) => (
              <BlockRow
                key={block.id}
                name={`${name}.${at}`}
                block={block}
                at={at}
                count={blocks.length}
                collapsed={collapsed.has(block.id)}
                problems={problemsOf(at)}
                acts={acts}
                toggle={collapsed.toggle}
                sorting={sorting}
                onFocus={onFocus}
                onBlur={onBlur}
              />
            ))}
          </ol>
        </>
      )}
      {layerElement}
      <span role="status" className="visually-hidden">
        {message}
      </span>
    </div>
  )
}
