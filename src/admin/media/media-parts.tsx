import { Alert, Anchor, Box, Button, Group, Skeleton, Text, Textarea } from '@mantine/core'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { findCollection } from '../../model/content/collections.ts'
import { altLimit, type MediaItem, type MediaItemPatch, type MediaKind } from '../../model/media/media-item.ts'
import { asApiError, call } from '../api/client.ts'
import { Problem } from '../ui/problem.tsx'
import { Progress } from '../ui/progress.tsx'
import { formPath } from '../ui/screens.ts'
import { toastError } from '../ui/toast.tsx'
import { changeWithToast, toastChange } from '../ui/undo.ts'
import { useIsGone } from '../ui/use-is-gone.ts'
import { FileButton } from './file-button.tsx'
import { forgetMedia, noteMedia, updateMedia, useUses } from './media-api.ts'
import { fitForUpload, type UploadOptions, uploadReplacement } from './upload-api.ts'
import { acceptedImages, pdfTypes, videoTypes } from './upload-state.ts'

const nouns: Record<MediaKind, string> = { image: 'Image', video: 'Video', file: 'File' }

/** Noun for an item, for the start of a sentence. */
export const nounOf = ({ kind }: Pick<MediaItem, 'kind'>): string => nouns[kind]

/** Upload of one file with its progress, 0–1. Another file takes its place. */
const useUpload = (send: (file: File, options: UploadOptions) => Promise<unknown>) => {
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const cancel = () => running.current?.abort()
  const start = async (file: File | undefined) => {
    if (!file) return
    cancel()
    const controller = new AbortController()
    running.current = controller
    setProblem(undefined)
    setShare(0)
    try {
      await send(await fitForUpload(file), { onProgress: setShare, signal: controller.signal })
    } catch (error) {
      if (!controller.signal.aborted) setProblem(asApiError(error).message)
    } finally {
      if (running.current === controller) setShare(undefined)
    }
  }
  const progress = share !== undefined && (
    <Group gap="xs" mt={8} wrap="nowrap" role="status">
      <Progress value={share * 100} className="progress-wide" waiting={share === 1} aria-label="Uploading" />
      <Button size="compact-xs" variant="subtle" onClick={cancel}>
        Cancel
      </Button>
    </Group>
  )
  return { progress, problem, start, cancel }
}

const types: Record<MediaKind, string> = { image: acceptedImages, video: videoTypes, file: pdfTypes }

export const ReplaceButton = ({ item, onReplaced }: { item: MediaItem; onReplaced(by: MediaItem): void }) => {
  const { progress, problem, start, cancel } = useUpload(async (file, options) => {
    const replaced = await uploadReplacement(item.id, file, options)
    noteMedia(replaced)
    onReplaced(replaced)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the dialog closes.
  useEffect(() => cancel, [])
  return (
    <>
      {progress || (
        <FileButton isQuiet accept={types[item.kind]} Icon={RefreshCw} onFiles={([file]) => void start(file)}>
          Replace
        </FileButton>
      )}
      {problem && <Problem>{problem}</Problem>}
    </>
  )
}

interface DescriptionInputProps {
  value: string
  error: string | undefined
  help: string
  onChange(text: string): void
}

/** Text of one line that says what an image or a video shows. */
export const DescriptionInput = ({ value, error, help, onChange }: DescriptionInputProps) => (
  <Textarea
    label="Description"
    description={help}
    autosize
    minRows={2}
    maxLength={altLimit}
    value={value}
    error={error}
    onChange={(event) =>
      onChange(event.currentTarget.value.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)))
    }
  />
)

export const MediaUses = ({ item }: { item: MediaItem }) => {
  const { data: uses, isError: failed } = useUses(item.id)
  return (
    <div>
      <Text size="sm" fw={600} id="used-in">
        Used in
      </Text>
      {!uses && !failed && <Skeleton h={18} w={160} mt={6} />}
      {failed && (
        <Text size="sm" c="var(--mantine-color-error)">
          The uses could not be loaded.
        </Text>
      )}
      {uses?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nowhere yet.
        </Text>
      )}
      {uses && !uses.some(({ onPage }) => onPage) && (
        <Text size="sm" c="dimmed">
          Visitors cannot fetch it until something that uses it is published.
        </Text>
      )}
      <Box component="ul" mt={4} mb={8} aria-labelledby="used-in">
        {uses?.map(({ collection, entry, title, onPage }) => {
          const definition = findCollection(collection)
          return (
            <li key={entry}>
              <Anchor component={Link} to={formPath(collection, entry)} size="sm">
                {definition ? `${definition.label.one}: ${title || 'Untitled'}` : title}
              </Anchor>
              {!onPage && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  · only in its draft
                </Text>
              )}
            </li>
          )
        })}
      </Box>
    </div>
  )
}

/**
 * Saves a patch of an item and closes its dialog; a problem is that of its description or of another part. After a change elsewhere, which
 * is said, it goes on with the newer state: the next press saves.
 */
export const useMediaSave = (item: MediaItem, goOnWith: (current: MediaItem) => void, close: () => void) => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ alt?: string; other?: string }>({})
  const isGone = useIsGone()
  const save = async (patch: MediaItemPatch, done: string) => {
    if (Object.keys(patch).length === 0) return close()
    setBusy(true)
    try {
      await updateMedia(item.id, patch, item.version)
      void toastChange(done)
      void forgetMedia()
      if (!isGone.current) close()
    } catch (error) {
      if (isGone.current) return toastError(error, `“${item.name}” not saved`)
      const { code, current, fields, message } = asApiError(error)
      if (code === 'stale-version') goOnWith(current as MediaItem)
      setProblem(fields.alt ? { alt: fields.alt } : { other: fields.crop ?? message })
    } finally {
      setBusy(false)
    }
  }
  return { save, busy, problem }
}

/** Asks before an image in use is deleted. The safe answer has the focus. */
export const DeleteQuestion = ({
  what,
  useCount,
  busy,
  remove,
  cancel,
}: {
  /** The noun in its sentence: `image`, `file`. */
  what: string
  useCount: number | undefined
  busy: boolean
  remove(): void
  cancel(): void
}) => {
  const cancelButton = useRef<HTMLButtonElement>(null)
  useEffect(() => cancelButton.current?.focus(), [])
  const count = useCount === undefined ? '' : useCount === 1 ? ' in one place' : ` in ${useCount} places`
  return (
    <Alert color="red" variant="light" role="alert" title={`This ${what} is in use${count}`}>
      <Text size="sm">It disappears wherever it is used. You can restore it from the trash.</Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" color="red" loading={busy} onClick={remove}>
          Delete anyway
        </Button>
        <Button size="xs" variant="default" onClick={cancel} ref={cancelButton}>
          Keep it
        </Button>
      </Group>
    </Alert>
  )
}

interface DeleteFootProps {
  item: MediaItem
  close(): void
  /** The dialog's own action. */
  children: ReactNode
}

/** Foot of a media item's dialog. Deleting asks first where the item is used, or while that is not known. */
export const DeleteFoot = ({ item, close, children }: DeleteFootProps) => {
  const { data: uses } = useUses(item.id)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const isGone = useIsGone()
  const remove = async () => {
    setBusy(true)
    const done = {
      done: `${nounOf(item)} deleted`,
      failed: 'Not deleted',
      forget: forgetMedia,
    }
    const isDeleted = await changeWithToast(() => call('DELETE /api/media/:id', { id: item.id }), done)
    setBusy(false)
    if (isDeleted && !isGone.current) close()
  }
  return (
    <>
      {asking && (
        <DeleteQuestion
          what={item.kind}
          useCount={uses?.length}
          busy={busy}
          remove={remove}
          cancel={() => setAsking(false)}
        />
      )}
      <Group justify="space-between">
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Trash size={15} aria-hidden />}
          loading={busy}
          onClick={() => (uses?.length === 0 ? void remove() : setAsking(true))}
        >
          Delete
        </Button>
        {children}
      </Group>
    </>
  )
}
