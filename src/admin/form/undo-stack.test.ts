import { describe, expect, it } from 'vitest'
import type { Block } from '../../model/blocks/kinds.ts'
import { createBlockActs, createUndoStack } from './block-acts.ts'

const text = (id: string, markdown = id) => ({ id, kind: 'text', markdown }) as Block
const [a, b, c] = [text('a'), text('b'), text('c')]
const idsOf = (blocks: readonly Block[] | undefined) => blocks?.map(({ id }) => id).join('')

describe('Undo of acts on blocks', () => {
  it('brings a removed block back to its place, and keeps what was typed since', () => {
    const stack = createUndoStack()
    stack.push({ before: [a, b, c], after: [a, c] })
    const typed = text('c', 'typed since')
    expect(stack.undo([a, typed])).toEqual([a, b, typed])
    expect(stack.redo([a, b, typed])).toEqual([a, typed])
    expect(stack.undo([a, typed])).toEqual([a, b, typed])
  })

  it('takes an added block away, unless something was typed into it since', () => {
    const stack = createUndoStack()
    stack.push({ before: [a], after: [a, b] })
    expect(idsOf(stack.undo([a, b]))).toBe('a')
    stack.push({ before: [a], after: [a, b] })
    expect(stack.undo([a, text('b', 'typed since')])).toEqual([a, text('b', 'typed since')])
  })

  it('moves a moved block back', () => {
    const stack = createUndoStack()
    stack.push({ before: [a, b, c], after: [c, a, b] })
    expect(idsOf(stack.undo([c, a, b]))).toBe('abc')
  })

  it('goes back through several acts, newest first, and forgets what was undone at the next act', () => {
    const stack = createUndoStack()
    stack.push({ before: [a, b, c], after: [a, b] })
    stack.push({ before: [a, b], after: [a] })
    expect(idsOf(stack.undo([a]))).toBe('ab')
    expect(idsOf(stack.undo([a, b]))).toBe('abc')
    expect(stack.undo([a, b, c])).toBeUndefined()
    stack.push({ before: [a, b, c], after: [b, c] })
    expect(stack.redo([b, c])).toBeUndefined()
  })
})

it('takes no earlier act back for a paste that was undone already', () => {
  let now: readonly Block[] = [{ id: 'a', kind: 'text', markdown: 'a' }]
  const set = (next: readonly Block[]) => {
    now = next
  }
  const acts = createBlockActs({ blocks: () => now, set, focus: () => {}, say: () => {} })
  acts.insert([{ id: 'b', kind: 'text', markdown: 'b' }], 1)
  const blocks: Block[] = [{ id: 'c', kind: 'text', markdown: 'c' }]
  const pasted = { markdown: 'c', inline: false, blocks, files: new Map(), left: [] }
  acts.paste('a', { before: 'a', after: '' }, pasted, () => undefined)
  expect(now.map(({ id }) => id)).toEqual(['a', 'c', 'b'])
  expect([acts.undo(), acts.undoPaste()]).toEqual([true, false])
  expect(now.map(({ id }) => id)).toEqual(['a', 'b'])
})
