import { Alert, Box, Button, Group, Input as Labelled, Text } from '@mantine/core'
import ChevronsDownUp from 'lucide-react/icons/chevrons-down-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import ListTree from 'lucide-react/icons/list-tree'
import Pilcrow from 'lucide-react/icons/pilcrow'
import {
  type ClipboardEvent,
  type DragEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Block, storedBlocks } from '../../model/blocks/kinds.ts'
import { useSettings } from '../api/settings-api.ts'
import { FileButton } from '../media/file-button.tsx'
import { filesIn, isVideo } from '../media/upload-state.ts'
import { useShortcuts } from '../ui/keys.ts'
import { orderAnnouncements, useSorting } from '../ui/sorting.tsx'
import { hideToast, toastError } from '../ui/toast.tsx'
import { useStableCallback } from '../ui/use-stable-callback.ts'
import { type BlockActs, type BlocksPort, blankBlock, createBlockActs, labelOf, toastId } from './block-acts.ts'
import { AddBlock, BlockRow } from './block-row.tsx'
import { focusFirstProblem } from './focus-first.ts'
import { type InputProps, problemsInside } from './input.ts'

const NoBlocks = ({ acts }: { acts: BlockActs }) => {
  const { data, refetch } = useSettings()
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    try {
      // Its headings are in the language of the site, which may not be known yet.
      const known = data ?? (await refetch()).data
      const { outline } = await import('./outline.ts')
      acts.insert(outline(known?.settings.language ?? 'en'), 0)
    } catch (error) {
      toastError(error, 'The outline could not be fetched')
    }
    setBusy(false)
  }
  return (
    <Box ta="center" className="empty" data-no-blocks>
      <Text fw={600}>Tell the story</Text>
      <Text size="sm" c="dimmed" mb="sm">
        In blocks of text, images, figures, quotes and code. Drop or paste images here to begin with them.
      </Text>
      <Group gap="xs" justify="center">
        <Button
          size="xs"
          leftSection={<Pilcrow size={15} aria-hidden />}
          onClick={() => acts.insert([blankBlock('text')], 0)}
        >
          Start writing
        </Button>
        <FileButton isQuiet onFiles={(files) => acts.addFiles(files)} input={{ multiple: true }}>
          Upload images
        </FileButton>
        <Button
          size="xs"
          variant="default"
          leftSection={<ListTree size={15} aria-hidden />}
          loading={busy}
          onClick={begin}
        >
          Outline of a case study
        </Button>
      </Group>
    </Box>
  )
}

interface Props {
  blocks: readonly Block[]
  problemsOf(at: number): Readonly<Record<string, string>>
  /** Focuses the first problem in an element. */
  reveal(element: HTMLElement): void
}

/** Problems by block, above all blocks: a long text hides what stands below. */
const ProblemList = ({ blocks, problemsOf, reveal }: Props) => {
  const show = (button: HTMLElement, id: string) => {
    const row = button.closest('.blocks')?.querySelector<HTMLElement>(`[data-block="${CSS.escape(id)}"]`)
    if (row) reveal(row)
  }
  return (
    <Alert color="red" variant="light" p="sm" mb="sm" title="To be mended before publishing">
      <ul className="bullets block-problems">
        {blocks.flatMap((block, at) =>
          Object.entries(problemsOf(at)).map(([path, message]) => (
            <li key={`${block.id} ${path}`}>
              <button type="button" onClick={({ currentTarget }) => show(currentTarget, block.id)}>
                Block {at + 1}, {labelOf(block)}
              </button>
              : {message}
            </li>
          )),
        )}
      </ul>
    </Alert>
  )
}

interface Wanted {
  id: string | undefined
  part: 'input' | 'heading'
}

const partOf = (root: HTMLElement, { id, part }: Wanted): HTMLElement | null => {
  if (id === undefined) return root.querySelector('[data-no-blocks] button')
  const row = root.querySelector(`[data-block="${CSS.escape(id)}"]`)
  const heading = row?.querySelector<HTMLElement>('[data-reveal]') ?? null
  const input = (selector: string) => part === 'input' && row?.querySelector<HTMLElement>(`.block-body ${selector}`)
  // Its buttons may stand before the text.
  return input(':is(textarea, select, input)') || input('button') || heading
}

/** The acts on the blocks of an open form, their keys, and what they tell screen readers. */
const useBlockActs = (
  root: RefObject<HTMLElement | null>,
  blocks: readonly Block[],
  onChange: (blocks: readonly Block[]) => void,
) => {
  const [message, say] = useState('')
  const [wanted, setWanted] = useState<Wanted>()
  const newest = useRef({ blocks, onChange })
  useLayoutEffect(() => {
    newest.current = { blocks, onChange }
  })
  const [acts] = useState(() => {
    const port: BlocksPort = {
      blocks: () => newest.current.blocks,
      set: (next) => {
        // Two acts may come before the form is drawn again.
        newest.current.blocks = next
        newest.current.onChange(next)
      },
      focus: (id, part) => setWanted({ id, part }),
      say,
    }
    return createBlockActs(port)
  })
  useEffect(() => {
    const part = wanted && root.current && partOf(root.current, wanted)
    part?.focus()
  }, [wanted, root])
  // What it offers to undo belongs to this form.
  useEffect(() => () => hideToast(toastId), [])

  const moveFocused = (by: 1 | -1) => {
    const row = document.activeElement?.closest<HTMLElement>('[data-block]')
    const id = row && root.current?.contains(row) ? row.dataset.block : undefined
    if (id === undefined) return false
    acts.move(id, newest.current.blocks.findIndex((block) => block.id === id) + by)
    return true
  }
  useShortcuts('blocks', {
    moveUp: () => moveFocused(-1),
    moveDown: () => moveFocused(1),
    undoPaste: () => root.current?.contains(document.activeElement) === true && acts.undoPaste(),
    undo: acts.undo,
    redo: acts.redo,
  })
  return { acts, message }
}

/** Number of blocks up to which all are open at first; more are an overview. */
const openAtFirst = 12

/** Which blocks show their heading only, for as long as the form is open. */
const useCollapsed = (blocks: readonly Block[]) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(
    () => new Set(blocks.length > openAtFirst ? blocks.map(({ id }) => id) : []),
  )
  const toggle = useStableCallback((id: string) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  })
  const all = blocks.every(({ id }) => ids.has(id))
  return {
    has: (id: string): boolean => ids.has(id),
    all,
    toggle,
    toggleAll: () => setIds(new Set(all ? [] : blocks.map(({ id }) => id))),
  }
}

const blockAt = (target: EventTarget): string | undefined =>
  (target as Element).closest<HTMLElement>('[data-block]')?.dataset.block

/** Attributes of an element into which images and videos are dropped and pasted. One file for an input of Media is left to it. */
const useFiles = (add: (files: readonly File[], near: string | undefined) => void) => {
  const [over, setOver] = useState(false)
  const take = (event: DragEvent | ClipboardEvent, data: DataTransfer) => {
    const files = filesIn(data).filter((file) => file.type.startsWith('image/') || isVideo(file))
    const isForInput = files.length === 1 && (event.target as Element).closest('.image-input') !== null
    if (files.length === 0 || isForInput) return
    event.preventDefault()
    event.stopPropagation()
    add(files, blockAt(event.target))
  }
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
    },
    onDropCapture: (event: DragEvent) => {
      setOver(false)
      take(event, event.dataTransfer)
    },
    onDrop: (event: DragEvent) => {
      // The browser would leave the form and show the file.
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onPasteCapture: (event: ClipboardEvent) => {
      // A text takes them at its caret. Spreadsheets and word processors add an image of the text to it.
      const isForText = (event.target as Element).matches('.text-block textarea')
      if (!isForText && event.clipboardData.getData('text/plain').trim() === '') take(event, event.clipboardData)
    },
  }
}

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
