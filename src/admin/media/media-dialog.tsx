import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core'
import Copy from 'lucide-react/icons/copy'
import CropIcon from 'lucide-react/icons/crop'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { normalCrop, pointInCrop, pointInOriginal, regionOf } from '../../model/media/crop.ts'
import type { MediaItem, MediaItemPatch } from '../../model/media/media-item.ts'
import type { Crop } from '../../model/media/published-image.ts'
import { sameValue } from '../../model/same-value.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Modal } from '../ui/dialogs.tsx'
import { fileSize } from '../ui/file-size.ts'
import { Loading } from '../ui/loading.tsx'
import { Problem } from '../ui/problem.tsx'
import { toastUnloaded, useLoaded } from '../ui/use-loaded.ts'
import { originalOf } from './media-api.ts'
import { DeleteFoot, DescriptionInput, MediaUses, ReplaceButton, useMediaSave } from './media-parts.tsx'
import { FileIcon } from './video-frame.tsx'

/** Draft of an item's details. The focal point stays at its position in the original while cropping. */
const useMediaDraft = (opened: MediaItem, close: () => void) => {
  const [item, setItem] = useState(opened)
  const [alt, setAlt] = useState(item.alt)
  const [focus, setFocus] = useState(item.focus)
  const [crop, setOwnCrop] = useState(item.crop)
  // Position in the original, kept while a crop excludes it, so that it can come back.
  const [point, setPoint] = useState(pointInOriginal(item.focus, item.crop))
  const shown = item.crop ?? { width: 1, height: 1 }
  const whole = { width: Math.round(item.width / shown.width), height: Math.round(item.height / shown.height) }
  const pending = sameValue(crop, item.crop) ? null : { crop, whole }
  const patch: MediaItemPatch = {
    ...(alt === item.alt ? {} : { alt }),
    ...(sameValue(focus, item.focus) ? {} : { focus }),
    ...(pending ? { crop } : {}),
  }
  // An upload takes its time: what was typed meanwhile is of a later drawing than the one that began it.
  const latest = useRef({ item, alt, patch })
  latest.current = { item, alt, patch }
  /** Goes on with another state of the item. A description that was typed stays; what was cropped is another picture. */
  const goOnWith = (next: MediaItem) => {
    const { item, alt, patch } = latest.current
    setItem(next)
    if (alt === item.alt) setAlt(next.alt)
    if (next.url === item.url && ('crop' in patch || 'focus' in patch)) return
    setFocus(next.focus)
    setOwnCrop(next.crop)
    setPoint(pointInOriginal(next.focus, next.crop))
  }
  return {
    item,
    alt,
    setAlt,
    focus,
    setFocus: (next: { x: number; y: number }) => {
      setFocus(next)
      setPoint(pointInOriginal(next, crop))
    },
    crop,
    setCrop: (next: Crop | null) => {
      const normal = normalCrop(next)
      setOwnCrop(normal)
      setFocus(pointInCrop(point, normal))
    },
    point,
    whole,
    pending,
    patch,
    goOnWith,
    ...useMediaSave(item, goOnWith, close),
  }
}

interface FocalPointProps {
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

const PendingPart = ({ item, crop, whole }: { item: MediaItem } & NonNullable<FocalPointProps['pending']>) => {
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
const FocalPoint = ({ item, pending, focus, set }: FocalPointProps) => {
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

const loadEditor = () => import('./crop-editor.tsx')

interface MediaDialogProps {
  item: MediaItem
  onReplaced(by: MediaItem): void
  close(): void
}

/** Details of an image: what it shows, its description, where it is used. */
export const MediaDialog = ({ item: opened, onReplaced, close }: MediaDialogProps) => {
  const draft = useMediaDraft(opened, close)
  const { item, save, busy, problem } = draft
  const [cropping, setCropping] = useState(false)
  const cropButton = useRef<HTMLButtonElement>(null)
  const stopCropping = () => {
    flushSync(() => setCropping(false))
    cropButton.current?.focus()
  }
  const editor = useLoaded(loadEditor, cropping, () => {
    stopCropping()
    toastUnloaded()
  })

  return (
    <Modal opened onClose={close} title={item.name} size="lg">
      <Stack gap="md">
        {cropping && !editor && <Loading h={260} />}
        {cropping && editor && (
          <editor.default
            item={item}
            whole={draft.whole}
            crop={draft.crop}
            around={draft.point}
            set={draft.setCrop}
            done={stopCropping}
          />
        )}
        {!cropping && (
          <>
            <FocalPoint item={item} pending={draft.pending} focus={draft.focus} set={draft.setFocus} />
            <Group gap="xs">
              {!item.vector && (
                <Button
                  variant="default"
                  size="xs"
                  ref={cropButton}
                  leftSection={<CropIcon size={15} aria-hidden />}
                  onClick={() => setCropping(true)}
                >
                  Crop
                </Button>
              )}
              <ReplaceButton
                item={item}
                onReplaced={(by) => {
                  draft.goOnWith(by)
                  onReplaced(by)
                }}
              />
            </Group>
          </>
        )}
        <DescriptionInput
          value={draft.alt}
          error={problem.alt}
          help="Read aloud by screen readers. Leave empty for decoration."
          onChange={draft.setAlt}
        />
        <MediaUses item={item} />
        <Text size="xs" c="dimmed" ff="monospace">
          {item.width} × {item.height} ·{' '}
          <Anchor href={originalOf(item.id)} target="_blank" size="xs" ff="monospace">
            original {draft.whole.width} × {draft.whole.height} {item.type.replace('image/', '').replace('+xml', '')} ·{' '}
            {fileSize(item.size)}
          </Anchor>
        </Text>
        {problem.other && <Problem>{problem.other}</Problem>}
        <DeleteFoot item={item} close={close}>
          <Button loading={busy} onClick={() => save(draft.patch, draft.pending ? 'Image cropped' : 'Image saved')}>
            Save
          </Button>
        </DeleteFoot>
      </Stack>
    </Modal>
  )
}

interface FileDialogProps {
  item: MediaItem
  onReplaced(by: MediaItem): void
  close(): void
}

/** Details of a PDF: its link, where it is used, and another file in its place. */
export const FileDialog = ({ item, onReplaced, close }: FileDialogProps) => (
  <Modal opened onClose={close} title={item.name} size="lg">
    <Stack gap="md">
      <Group gap="md" wrap="nowrap">
        <FileIcon size={40} />
        <Box miw={0}>
          <Anchor href={item.url} download size="sm">
            Download
          </Anchor>
          <Text size="xs" c="dimmed">
            PDF · {fileSize(item.size)}
          </Text>
        </Box>
      </Group>
      <Group gap="xs">
        <CopyButton value={item.url}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" leftSection={<Copy size={15} aria-hidden />} onClick={copy}>
              {copied ? 'Copied' : 'Copy link'}
            </Button>
          )}
        </CopyButton>
        <ReplaceButton item={item} onReplaced={onReplaced} />
      </Group>
      <Text size="sm" c="dimmed">
        Paste the link into any address field, or into a text as [My CV]({item.url}). When you replace the file, all
        links lead to the new one.
      </Text>
      <MediaUses item={item} />
      <DeleteFoot item={item} close={close}>
        <Button onClick={close}>Done</Button>
      </DeleteFoot>
    </Stack>
  </Modal>
)

interface VideoDialogProps {
  item: MediaItem
  onReplaced(by: MediaItem): void
  close(): void
}

/** Details of a video: the video itself, its description, where it is used. */
export const VideoDialog = ({ item: opened, onReplaced, close }: VideoDialogProps) => {
  const { item, alt, setAlt, goOnWith, save, busy, problem } = useMediaDraft(opened, close)
  const [playable, setPlayable] = useState(true)

  return (
    <Modal opened onClose={close} title={item.name} size="lg">
      <Stack gap="md">
        {/* biome-ignore lint/a11y/useMediaCaption: there are no caption files; the description below says what it shows. */}
        <video
          className="video-player"
          src={item.url}
          aria-label={item.alt || item.name}
          controls
          preload="metadata"
          playsInline
          onError={() => setPlayable(false)}
        />
        {!playable && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)">
            This browser cannot play it, and visitors with the same browser cannot either. Export it as MP4 with H.264,
            or as WebM, and replace it.
          </Text>
        )}
        <Group gap="xs">
          <ReplaceButton
            item={item}
            onReplaced={(by) => {
              goOnWith(by)
              setPlayable(true)
              onReplaced(by)
            }}
          />
        </Group>
        <DescriptionInput
          value={alt}
          error={problem.alt ?? problem.other}
          help="Read aloud by screen readers in place of the video."
          onChange={setAlt}
        />
        <MediaUses item={item} />
        <Text size="xs" c="dimmed" ff="monospace">
          {item.width} × {item.height} · {item.type === 'video/mp4' ? 'MP4' : 'WebM'} · {fileSize(item.size)}
        </Text>
        <DeleteFoot item={item} close={close}>
          <Button loading={busy} onClick={() => save(alt.trim() === item.alt ? {} : { alt }, 'Video saved')}>
            Save
          </Button>
        </DeleteFoot>
      </Stack>
    </Modal>
  )
}
