import { mostBlocks, newBlockId } from '../../model/blocks/blocks-field.ts'
import { type Block, type BlockKindName, kindsByName } from '../../model/blocks/kinds.ts'
import { isVideo, withArrived } from '../media/upload-state.ts'
import { uploads } from '../media/uploads.ts'
import { moved } from '../ui/sorting.tsx'
import { toast, toastError, toastJoined } from '../ui/toast.tsx'
import { blocksForFiles, mostInGallery, withFiles } from './image-blocks.ts'
import { mergedBlocks } from './merged-blocks.ts'
import type { PasteTarget } from './pasted.ts'

type Blocks = readonly Block[]

/** The blocks before and after an act of the owner. */
interface Act {
  readonly before: Blocks
  readonly after: Blocks
}

/** The blocks without an act, and with all that was typed since. What the act added stays when it was changed since; a file that arrived is no change. */
const without = ({ before, after }: Act, now: Blocks): Block[] =>
  mergedBlocks(withArrived(after), withArrived(now), withArrived(before)).blocks

const most = 100

/** Acts of an open editor that can be undone and redone: those on whole blocks, since fields undo their own typing. */
export const createUndoStack = () => {
  let done: Act[] = []
  let undone: Act[] = []
  const step = (from: Act[], to: Act[], now: Blocks): Block[] | undefined => {
    const act = from.pop()
    if (!act) return undefined
    const next = without(act, now)
    to.push({ before: now, after: next })
    return next
  }
  return {
    push: (act: Act): void => {
      done = [...done, act].slice(-most)
      undone = []
    },
    /** The blocks without the last act; undefined when there is none. */
    undo: (now: Blocks): Block[] | undefined => step(done, undone, now),
    redo: (now: Blocks): Block[] | undefined => step(undone, done, now),
    /** Forgets an act that was undone by other means. */
    drop: (act: Act): void => {
      done = done.filter((one) => one !== act)
    },
  }
}

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

const textBlock = (markdown: string, id = newBlockId()): Block => ({ id, kind: 'text', markdown })

const isBlankText = (block: Block | undefined) => block?.kind === 'text' && block.markdown.trim() === ''

/** Begins to upload files; the block has what stands for them until they are there. */
const placed = (block: Block, files: readonly File[] = []): Block =>
  files.length > 0 ? withFiles(block, files.map(uploads.place)) : block

/** Actions on whole blocks, and on the fields in one. Each act on whole blocks can be undone. */
export const createBlockActs = ({ blocks, set, focus, say }: BlocksPort) => {
  const stack = createUndoStack()
  // A paste with nothing typed since, and the text it went into.
  let pasted: string | undefined
  const indexOf = (id: string | undefined) => blocks().findIndex((block) => block.id === id)

  const perform = (after: readonly Block[]): Act => {
    const act = { before: blocks(), after }
    pasted = undefined
    stack.push(act)
    set(after)
    return act
  }
  const show = (next: readonly Block[]) => {
    const before = new Set(blocks().map(({ id }) => id))
    pasted = undefined
    set(next)
    focus((next.find(({ id }) => !before.has(id)) ?? next[0])?.id, 'heading')
  }
  const step = (next: readonly Block[] | undefined, message: string): boolean => {
    if (!next) return false
    show(next)
    say(message)
    return true
  }
  const takeBack = (act: Act) => {
    stack.drop(act)
    show(without(act, blocks()))
  }
  const offerUndo = (message: string, act: Act) => toast(message, { id: toastId, undo: () => takeBack(act) })
  const fits = (more: number): boolean => {
    const fit = blocks().length + more <= mostBlocks
    if (!fit) toastError(new Error(`At most ${mostBlocks} blocks.`), 'Nothing was added')
    return fit
  }
  const update = (id: string, next: (block: Block) => Block) =>
    set(blocks().map((block) => (block.id === id ? next(block) : block)))

  return {
    change: (id: string, part: string, value: unknown) => {
      pasted = undefined
      update(id, (block) => ({ ...block, [part]: value }) as Block)
    },
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
      toastJoined({
        kind: 'block',
        item: perform(now.toSpliced(at, 1)),
        message: ({ length }) => (length === 1 ? `${labelOf(block)} removed` : `${length} blocks removed`),
        undo: (all) => all.forEach(takeBack),
        id: toastId,
      })
      focus((now[at + 1] ?? now[at - 1])?.id, 'heading')
    },
    /** Puts what is pasted in the place of a text, between the text before and after it. Returns why it does not fit. */
    paste: (
      id: string,
      ...[{ before, after }, { blocks: found, files }, excessOf]: Parameters<NonNullable<PasteTarget['takeBlocks']>>
    ) => {
      const [now, at] = [blocks(), indexOf(id)]
      const [start, end] = [before.trimEnd(), after.trimStart()]
      const next = now.toSpliced(
        at,
        1,
        ...(start === '' ? [] : [textBlock(start, id)]),
        ...found,
        ...(end === '' ? [] : [textBlock(end, start === '' ? id : newBlockId())]),
      )
      const excess = excessOf(next)
      if (at < 0 || excess) return excess
      const act = perform(next.map((block) => placed(block, files.get(block.id))))
      pasted = id
      if (found.length > 1) offerUndo(`Pasted as ${found.length} blocks`, act)
      const last = found.at(-1)
      focus(last?.id, last?.kind === 'text' ? 'input' : 'heading')
    },
    /** Uploads images into the gallery with this id; other files, and where no gallery is, into new blocks behind the block with this id, or at the end. */
    addFiles: (files: readonly File[], near?: string) => {
      const [now, at] = [blocks(), indexOf(near)]
      const block = now[at]
      const isOfImages = !files.some(isVideo)
      if (isOfImages && block?.kind === 'gallery' && block.images.length + files.length <= mostInGallery)
        return update(block.id, () => placed(block, files))
      const found = blocksForFiles(files)
      const replaced = isBlankText(block) ? 1 : 0
      if (found.length === 0 || !fits(found.length - replaced)) return
      const start = at < 0 ? now.length : at + 1 - replaced
      perform(now.toSpliced(start, replaced, ...found.map((one) => placed(one.block, one.files))))
      focus(found[0]?.block.id, 'heading')
    },
    /** Takes a paste back while nothing was changed since, from within a field as well. */
    undoPaste: (): boolean => {
      const [id, next] = [pasted, pasted && stack.undo(blocks())]
      pasted = undefined
      if (!next) return false
      set(next)
      focus(id, 'input')
      say('Paste undone.')
      return true
    },
    undo: (): boolean => step(stack.undo(blocks()), 'Undone.'),
    redo: (): boolean => step(stack.redo(blocks()), 'Redone.'),
  }
}

export type BlockActs = ReturnType<typeof createBlockActs>
