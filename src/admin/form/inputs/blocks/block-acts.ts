import { mostBlocks, newBlockId } from '../../../../model/blocks/blocks-field.ts'
import { type Block, type BlockKindName, kindsByName } from '../../../../model/blocks/kinds.ts'
import type { MediaItem } from '../../../../model/media/media-item.ts'
import { isVideo } from '../../../media/fit-for-upload.ts'
import { uploads } from '../../../media/uploads.ts'
import { moved } from '../../../ui/sorting/moved.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { blocksForFiles, mostInGallery, withFile } from './image-blocks.ts'
import { pastedBlocks, type Spot } from './pasted-blocks.ts'
import { type Act, createUndoStack, without } from './undo-stack.ts'

export interface BlocksPort {
  blocks(): readonly Block[]
  set(blocks: readonly Block[]): void
  /** Focuses a block: its first input, or its heading. Without an id what adds the first block. */
  focus(id: string | undefined, part: 'input' | 'heading'): void
  /** Tells screen readers. */
  say(message: string): void
}

export const toastId = 'blocks'

export const labelOf = ({ kind }: Block): string => kindsByName.get(kind)?.label ?? `Newer block (${kind})`

export const blankBlock = (kind: BlockKindName): Block => kindsByName.get(kind)?.blank(newBlockId()) as unknown as Block

const isBlankText = (block: Block | undefined) => block?.kind === 'text' && block.markdown.trim() === ''

/** Actions on whole blocks, and on the fields in one. Each act on whole blocks can be undone. */
export const createBlockActs = ({ blocks, set, focus, say }: BlocksPort) => {
  const stack = createUndoStack()
  const indexOf = (id: string | undefined) => blocks().findIndex((block) => block.id === id)

  const perform = (after: readonly Block[], before = blocks()): Act => {
    const act = { before, after }
    stack.push(act)
    set(after)
    return act
  }
  const show = (next: readonly Block[]) => {
    const before = new Set(blocks().map(({ id }) => id))
    set(next)
    focus((next.find(({ id }) => !before.has(id)) ?? next[0])?.id, 'heading')
  }
  const offerUndo = (message: string, act: Act) =>
    toast(message, {
      id: toastId,
      undo: () => {
        stack.drop(act)
        show(without(act, blocks()))
      },
    })
  const fits = (more: number): boolean => {
    const fit = blocks().length + more <= mostBlocks
    if (!fit) toast(`At most ${mostBlocks} blocks.`, { id: toastId })
    return fit
  }
  const update = (id: string, next: (block: Block) => Block) =>
    set(blocks().map((block) => (block.id === id ? next(block) : block)))

  const receive = (block: Block, files: readonly File[]) => {
    const arrived: (string | undefined)[] = []
    const uploaded = (item: MediaItem, at: number) => {
      arrived[at] = item.id
      update(block.id, (now) => withFile(now, arrived, at))
    }
    uploads.add(files, { group: block.id, uploaded })
  }

  return {
    change: (id: string, part: string, value: unknown) => update(id, (block) => ({ ...block, [part]: value }) as Block),
    /** Puts blocks at an index. */
    insert: (more: readonly Block[], at: number) => {
      if (!fits(more.length)) return
      perform(blocks().toSpliced(at, 0, ...more))
      focus(more[0]?.id, 'input')
    },
    /** Puts a blank block of a kind in the place of one. */
    replace: (id: string, kind: BlockKindName) => {
      const block = blankBlock(kind)
      perform(blocks().map((one) => (one.id === id ? block : one)))
      focus(block.id, 'input')
    },
    move: (id: string, to: number) => {
      const [now, from] = [blocks(), indexOf(id)]
      const block = now[from]
      if (!block || to < 0 || to >= now.length || to === from) return
      perform(moved(now, from, to))
      say(`${labelOf(block)} is now block ${to + 1} of ${now.length}.`)
    },
    duplicate: (id: string) => {
      const at = indexOf(id)
      const block = blocks()[at]
      if (!block || !fits(1)) return
      const copy = { ...block, id: newBlockId() }
      perform(blocks().toSpliced(at + 1, 0, copy))
      say(`${labelOf(block)} duplicated.`)
      focus(copy.id, 'heading')
    },
    remove: (id: string) => {
      const [now, at] = [blocks(), indexOf(id)]
      const block = now[at]
      if (!block) return
      offerUndo(`${labelOf(block)} removed`, perform(now.toSpliced(at, 1)))
      focus((now[at + 1] ?? now[at - 1])?.id, 'heading')
    },
    /** Pastes Markdown into a text block. False for what is one text, or too much, which is then pasted as any text is. */
    paste: (id: string, spot: Spot, text: string): boolean => {
      const [now, at] = [blocks(), indexOf(id)]
      const pasted = pastedBlocks(spot, id, text)
      if (!pasted || !fits(pasted.blocks.length - 1)) return false
      // Without it, the text is there as it was pasted.
      const act = perform(now.toSpliced(at, 1, ...pasted.blocks), now.with(at, pasted.plain))
      offerUndo(`Pasted as ${pasted.blocks.length} blocks`, act)
      focus(pasted.blocks.at(-1)?.id, 'input')
      return true
    },
    /** Uploads images into the gallery with this id; other files, and where no gallery is, into new blocks behind the block with this id, or at the end. */
    addFiles: (files: readonly File[], near?: string) => {
      const [now, at] = [blocks(), indexOf(near)]
      const block = now[at]
      const isOfImages = !files.some(isVideo)
      if (isOfImages && block?.kind === 'gallery' && block.images.length + files.length <= mostInGallery)
        return receive(block, files)
      const found = blocksForFiles(files)
      const replaced = isBlankText(block) ? 1 : 0
      if (found.length === 0 || !fits(found.length - replaced)) return
      const start = at < 0 ? now.length : at + 1 - replaced
      perform(now.toSpliced(start, replaced, ...found.map((one) => one.block)))
      for (const one of found) receive(one.block, one.files)
      focus(found[0]?.block.id, 'heading')
    },
    undo: (): boolean => {
      const next = stack.undo(blocks())
      if (next) show(next)
      if (next) say('Undone.')
      return next !== undefined
    },
    redo: (): boolean => {
      const next = stack.redo(blocks())
      if (next) show(next)
      if (next) say('Redone.')
      return next !== undefined
    },
  }
}

export type BlockActs = ReturnType<typeof createBlockActs>
