import { Button, Checkbox, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { MediaItem } from '../../model/media/media-item.ts'
import { fileSize } from '../ui/file-size.ts'
import { TileContent } from './tile-content.tsx'
import { durationText } from './video-frame.tsx'

interface CellProps {
  item: MediaItem
  chosen: boolean
  choose(range: boolean): void
}

const Cell = ({ item, chosen, choose, children }: CellProps & { children: ReactNode }) => (
  <div className="media-cell" data-chosen={chosen || undefined}>
    {children}
    <Checkbox
      className="media-box"
      size="sm"
      data-list-select
      aria-label={`Select ${item.name}`}
      checked={chosen}
      onClick={(event) => choose(event.shiftKey)}
      onChange={() => {}}
    />
  </div>
)

/** One media item in the grid, with a box to select it. */
export const MediaTile = ({ item, open, ...cell }: CellProps & { open(): void }) => {
  const [seconds, setSeconds] = useState<number>()
  const size = item.kind === 'image' ? '' : fileSize(item.size)
  return (
    <Cell item={item} {...cell}>
      <button type="button" className="media-tile" data-list-focus data-list-open onClick={open}>
        <span className="media-frame">
          <TileContent item={item} onDuration={setSeconds} />
        </span>
        <span className="media-name">{item.name}</span>
        {size && (
          <span className="media-hint">{seconds === undefined ? size : `${durationText(seconds)} · ${size}`}</span>
        )}
        {item.kind !== 'file' && item.alt === '' && <span className="media-hint">No description</span>}
      </button>
    </Cell>
  )
}

/** One media item of the trash. */
export const DeletedTile = ({ item, restore, erase, ...cell }: CellProps & { restore(): void; erase(): void }) => (
  <Cell item={item} {...cell}>
    <span className="media-frame media-deleted">
      <TileContent item={item} deleted />
    </span>
    <Text size="xs" truncate id={`media-${item.id}`}>
      {item.name}
    </Text>
    <Group gap={4}>
      <Button
        size="compact-xs"
        variant="default"
        data-list-focus
        aria-describedby={`media-${item.id}`}
        onClick={restore}
      >
        Restore
      </Button>
      <Button
        size="compact-xs"
        variant="subtle"
        c="var(--mantine-color-error)"
        aria-describedby={`media-${item.id}`}
        onClick={erase}
      >
        Delete for good
      </Button>
    </Group>
  </Cell>
)
