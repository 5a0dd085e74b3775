import { Text } from '@mantine/core'
import type { KeyboardEvent, MouseEvent } from 'react'
import { regionOf } from '../../model/media/crop.ts'
import type { MediaItem } from '../../model/media/media-item.ts'
import type { Crop } from '../../model/media/published-image.ts'
import { originalOf } from './media-api.ts'

interface Props {
  item: MediaItem
  /** Unsaved crop and the size of the original in px; null when the stored image is shown. */
  pending: { crop: Crop | null; whole: { width: number; height: number } } | null
  focus: { x: number; y: number }
  set(focus: { x: number; y: number }): void
}

const step = 0.02
const within = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100
const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}

const PendingPart = ({ item, crop, whole }: { item: MediaItem } & NonNullable<Props['pending']>) => {
  const part = crop ?? { x: 0, y: 0, width: 1, height: 1 }
  const { width, height } = regionOf(part, whole)
  return (
    <span
      className="pending-part"
      style={{ aspectRatio: `${width} / ${height}`, inlineSize: `${(20 * width) / height}rem` }}
    >
      <img
        src={originalOf(item.id)}
        alt=""
        style={{
          inlineSize: `${100 / part.width}%`,
          blockSize: `${100 / part.height}%`,
          insetInlineStart: `${(-100 * part.x) / part.width}%`,
          insetBlockStart: `${(-100 * part.y) / part.height}%`,
        }}
      />
    </span>
  )
}

/** Sets the focal point, which stays visible when the page crops the image: by click or arrow keys. */
export const FocalPoint = ({ item, pending, focus, set }: Props) => {
  const move = (x: number, y: number) => set({ x: within(x), y: within(y) })
  const onKeyDown = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (!by) return
    event.preventDefault()
    move(focus.x + by[0], focus.y + by[1])
  }
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    // A click by keyboard has no position.
    if (event.detail === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    move((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height)
  }
  const position = `${Math.round(focus.x * 100)} % from the left, ${Math.round(focus.y * 100)} % from the top`
  return (
    <div>
      <button
        type="button"
        className="focal-point"
        aria-label="Focal point: click the image, or use the arrow keys"
        aria-describedby="focal-position"
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {pending ? (
          <PendingPart item={item} {...pending} />
        ) : (
          <img src={item.url} alt="" width={item.width} height={item.height} />
        )}
        <span className="focal-mark" style={{ left: `${focus.x * 100}%`, top: `${focus.y * 100}%` }} />
      </button>
      <Text size="xs" c="dimmed" id="focal-position" role="status">
        Focal point: {position}
      </Text>
    </div>
  )
}
