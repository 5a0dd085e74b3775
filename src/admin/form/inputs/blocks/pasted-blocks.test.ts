import { describe, expect, it } from 'vitest'
import { blocksToMarkdown } from '../../../../model/blocks/blocks-to-markdown.ts'
import type { Block } from '../../../../model/blocks/kinds.ts'
import { pastedBlocks } from './pasted-blocks.ts'

const at = (text: string, start = text.length, end = start) => ({ text, start, end })
const withoutIds = (blocks: readonly Block[] = []) => blocks.map(({ id: _, ...block }) => block)
const code = 'Before\n\n```ts\nconst a = 1\n```\n\nAfter'

describe('Pasted Markdown', () => {
  it('that is one text stays text', () => {
    for (const text of ['word', 'Two\n\nparagraphs', '# Title\n\n- a\n- b\n\n> quote', '', '::: text\nnever closed'])
      expect(pastedBlocks(at('here'), 'a', text)).toBeUndefined()
  })

  it('with several structures becomes blocks, with the text around it before and after', () => {
    const { blocks, plain } = pastedBlocks(at('One two', 3, 4), 'a', code.replaceAll('\n', '\r\n')) ?? {}
    expect(withoutIds(blocks)).toEqual([
      { kind: 'text', markdown: 'One' },
      { kind: 'text', markdown: 'Before' },
      { kind: 'code', language: 'typescript', code: 'const a = 1', caption: '' },
      { kind: 'text', markdown: 'After' },
      { kind: 'text', markdown: 'two' },
    ])
    expect(blocks?.[0]?.id).toBe('a')
    expect(plain).toEqual({ id: 'a', kind: 'text', markdown: `One${code}two` })
  })

  it('takes the place of an empty text', () => {
    const { blocks } = pastedBlocks(at(''), 'a', code) ?? {}
    expect(blocks?.map(({ kind }) => kind)).toEqual(['text', 'code', 'text'])
    expect(new Set(blocks?.map(({ id }) => id)).size).toBe(3)
  })

  it('that was copied from blocks comes back with new ids', () => {
    const link = { id: 'body', kind: 'link', title: 'Site', url: 'https://example.com', text: '' } as Block
    const { blocks } = pastedBlocks(at(''), 'a', blocksToMarkdown([link])) ?? {}
    expect(withoutIds(blocks)).toEqual(withoutIds([link]))
    expect(blocks?.[0]?.id).not.toBe('body')
  })
})
