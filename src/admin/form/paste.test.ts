import { describe, expect, it } from 'vitest'
import { blocksToMarkdown } from '../../model/blocks/blocks-to-markdown.ts'
import type { Block } from '../../model/blocks/kinds.ts'
import { plainMarkdown, readClipboard } from './paste.ts'

const clipboard = { html: '', rtf: '', text: '', files: [] } as const
const withoutIds = (blocks: readonly Block[] = []) => blocks.map(({ id: _, ...block }) => block)
const code = 'Before\n\n```ts\nconst a = 1\n```\n\nAfter'

describe('Pasted plain text', () => {
  it.each([
    ['Acme Ltd\nHarbour Street 1\n\nBergen', 'Acme Ltd\\\nHarbour Street 1\n\nBergen'],
    ['Then:\n• One\n• Two\nAfter', 'Then:\n\n- One\n- Two\n\nAfter'],
    ['· One\n· Two', '- One\n- Two'],
    ['– One\n– Two\n\n* Three', '- One\n- Two\n\n- Three'],
    ['1. One\n2) Two', '1. One\n2) Two'],
    ['    • One\n        ◦ Two\n        ◦ Three\n    • Four', '- One\n    - Two\n    - Three\n- Four'],
    ['•\tOne\no\tTwo', '- One\n- Two'],
    ['• One goes\n  on here\n• Two', '- One goes on here\n- Two'],
    ['a = b\n\n    if a:\n        b', 'a = b\n\n    if a:\n        b'],
    ['2019 was good.\n-5 degrees\n*almost', '2019 was good.\\\n-5 degrees\\\n*almost'],
    ['word', 'word'],
  ])('keeps its lines, and those with bullets or numbers are a list: %j', (text, markdown) => {
    expect(plainMarkdown(text)).toBe(markdown)
  })

  it.each(['# Title\nsoft\nlines', '> said\nby', '**a**\n• b', '| a |\n|---|', code, 'a\\\nb', '[a](b)\nc'])(
    'that is Markdown stays as it is: %j',
    (text) => {
      expect(plainMarkdown(text)).toBe(text)
    },
  )

  it('takes a time in proportion to its length', () => {
    for (const line of ['• ', '1. a\n', ' ', '    a\n', '`', '](', '\\', '- a\n ']) {
      const text = line.repeat(100_000 / line.length)
      expect(plainMarkdown(text).length).toBeGreaterThanOrEqual(0)
    }
  })
})

describe('What a clipboard has', () => {
  it('is one text for text that is one, or asked for as plain text', async () => {
    for (const text of ['Two\n\nparagraphs', '# Title\n\n- a\n- b\n\n> quote', '::: text\nnever closed'])
      expect(withoutIds((await readClipboard({ ...clipboard, text })).blocks)).toEqual([
        { kind: 'text', markdown: text },
      ])
    const plain = await readClipboard({ ...clipboard, html: '<h1>A</h1>', text: `• a\n${code}` }, { asText: true })
    expect(plain).toMatchObject({ markdown: `• a\n${code}`, inline: true, blocks: [] })
  })

  it('is blocks for Markdown with more than a text, and for what was copied from blocks, with new ids', async () => {
    const { blocks } = await readClipboard({ ...clipboard, text: code })
    expect(withoutIds(blocks)).toEqual([
      { kind: 'text', markdown: 'Before' },
      { kind: 'code', language: 'typescript', code: 'const a = 1', caption: '' },
      { kind: 'text', markdown: 'After' },
    ])
    const link = { id: 'body', kind: 'link', title: 'Site', url: 'https://example.com', text: '' } as Block
    const copied = await readClipboard({ ...clipboard, text: blocksToMarkdown([link]) })
    expect(withoutIds(copied.blocks)).toEqual(withoutIds([link]))
    expect(copied.blocks[0]?.id).not.toBe('body')
  })

  it('that was copied from a field here stays letter for letter', async () => {
    const text = 'soft\nlines\n• x'
    expect((await readClipboard({ ...clipboard, text }, { own: text })).markdown).toBe(text)
  })

  it('is an image block for a picture, and plain text where HTML cannot be read', async () => {
    const files = [new File(['x'], 'shot.png', { type: 'image/png' })]
    const pasted = await readClipboard({ ...clipboard, files })
    expect(withoutIds(pasted.blocks)).toEqual([
      { kind: 'image', image: null, caption: '', fit: 'whole', width: 'wide' },
    ])
    expect(pasted.files.get(pasted.blocks[0]?.id ?? '')).toEqual(files)
    // There is no document here.
    expect((await readClipboard({ ...clipboard, html: '<p>x', text: '• x\n• y' })).markdown).toBe('- x\n- y')
  })
})
