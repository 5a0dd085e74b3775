import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Block } from '../../../../model/blocks/kinds.ts'
import { useShortcuts } from '../../../ui/keys.ts'
import { hideToast } from '../../../ui/toast/toast.ts'
import { type BlocksPort, createBlockActs, toastId } from './block-acts.ts'

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
export const useBlockActs = (
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
