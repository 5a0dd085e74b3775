import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../tests/support/random.ts'
import { randomBlocks } from '../../../tests/support/random-blocks.ts'
import type { Block } from '../../model/blocks/kinds.ts'
import { mergedBlocks } from './merged-blocks.ts'

const text = (id: string, markdown = id) => ({ id, kind: 'text', markdown }) as Block
const link = (id: string, fields: object = {}) =>
  ({ id, kind: 'link', title: id, url: '/', text: '', ...fields }) as unknown as Block
const ids = (blocks: readonly Block[]) => blocks.map(({ id }) => id).join('')
const three = [text('a'), text('b'), text('c')]

describe('Blocks that two windows changed', () => {
  it('merge without a question where they are different blocks', () => {
    const mine = [text('a', 'mine'), text('b'), text('c')]
    const theirs = [text('a'), text('b'), text('c', 'theirs')]
    expect(mergedBlocks(three, mine, theirs)).toEqual({
      blocks: [text('a', 'mine'), text('b'), text('c', 'theirs')],
      clash: false,
    })
  })

  it('merge by the fields of one block, and tell when both changed the same', () => {
    const base = [link('a')]
    const theirs = [link('a', { url: '/all' })]
    expect(mergedBlocks(base, [link('a', { title: 'Mine' })], theirs)).toEqual({
      blocks: [link('a', { title: 'Mine', url: '/all' })],
      clash: false,
    })
    const mine = [link('a', { title: 'Mine', url: '/design' })]
    const merged = link('a', { title: 'Mine', url: '/design' })
    expect(mergedBlocks(base, mine, theirs)).toEqual({ blocks: [merged], clash: true })
    expect(mergedBlocks(base, mine, theirs, 'theirs').blocks).toEqual([{ ...merged, url: '/all' }])
  })

  it('keep what was added on both sides, where it was added', () => {
    const mine = [text('a'), text('x'), text('b'), text('c')]
    const theirs = [text('a'), text('b'), text('c'), text('y')]
    expect(ids(mergedBlocks(three, mine, theirs).blocks)).toBe('axbcy')
  })

  it('stay removed, unless the other window wrote in them', () => {
    expect(ids(mergedBlocks(three, [text('a'), text('c')], three).blocks)).toBe('ac')
    expect(ids(mergedBlocks(three, three, [text('a'), text('c')]).blocks)).toBe('ac')
    const written = [text('a'), text('b', 'written'), text('c')]
    expect(mergedBlocks(three, [text('a'), text('c')], written)).toEqual({ blocks: written, clash: false })
  })

  it('take the order of the window that moved them, and mine where both did', () => {
    const [a, b, c] = three as [Block, Block, Block]
    expect(ids(mergedBlocks(three, [c, a, b], three).blocks)).toBe('cab')
    expect(ids(mergedBlocks(three, three, [c, a, b]).blocks)).toBe('cab')
    expect(ids(mergedBlocks(three, [b, a, c], [c, a, b]).blocks)).toBe('bac')
    expect(ids(mergedBlocks(three, [b, a, c], [text('y'), c, a, b]).blocks)).toBe('ybac')
  })

  it('are what one window left where the other changed nothing, lose no block that either added, and name none twice', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const random = seededRandom(seed)
      const base = randomBlocks(random)
      const changed = () => {
        const kept = random.shuffled(base.filter(() => random.chance(0.8)))
        const added = randomBlocks(random, 3).map((block) => ({ ...block, id: `${block.id}-${random.below(99)}` }))
        return [...kept, ...added]
      }
      const [mine, theirs] = [changed(), changed()]
      expect(mergedBlocks(base, mine, base)).toEqual({ blocks: mine, clash: false })
      expect(mergedBlocks(base, base, theirs)).toEqual({ blocks: theirs, clash: false })
      expect(mergedBlocks(base, mine, mine)).toEqual({ blocks: mine, clash: false })
      const { blocks } = mergedBlocks(base, mine, theirs)
      const merged = blocks.map(({ id }) => id)
      expect(new Set(merged).size).toBe(merged.length)
      const known = new Set(base.map(({ id }) => id))
      const added = [...mine, ...theirs].map(({ id }) => id).filter((id) => !known.has(id))
      expect(merged).toEqual(expect.arrayContaining(added))
      // Removed on one side and untouched on the other is gone.
      const here = new Set(mine.map(({ id }) => id))
      const there = new Set(theirs.map(({ id }) => id))
      expect(merged.filter((id) => known.has(id)).every((id) => here.has(id) && there.has(id))).toBe(true)
    }
  })
})
