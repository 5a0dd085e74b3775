import { describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../../../tests/support/random.ts'
import { randomBlocks } from '../../../tests/support/random-blocks.ts'
import { blocksField } from './blocks-field.ts'
import { blocksToMarkdown } from './blocks-to-markdown.ts'
import type { Block } from './kinds.ts'
import { markdownToBlocks } from './markdown-to-blocks.ts'

const { draft } = blocksField({ label: 'Blocks' })

let made = 0
const newId = () => `new-${++made}`
const read = (text: string) =>
  markdownToBlocks(text, { newId, idOf: (file) => (/^images\/(.+)\.png$/.exec(file) ?? [])[1] }).map(
    ({ id: _, ...block }) => block,
  )

describe('Blocks as Markdown', () => {
  it('come back as they were, whatever they say', () => {
    for (let seed = 1; seed <= 800; seed++) {
      const blocks = draft.parse(randomBlocks(seededRandom(seed)))
      const markdown = blocksToMarkdown(blocks, (id) => `files/${id}.x`)
      const back = markdownToBlocks(markdown, { newId, idOf: (file) => file.slice('files/'.length, -2) })
      expect(back, `seed ${seed}:\n${markdown}`).toEqual(blocks)
    }
  })

  it('are readable', () => {
    const blocks = [
      { id: 'a1', kind: 'text', markdown: 'Sixty calls a week.' },
      {
        id: 'b2',
        kind: 'gallery',
        images: [
          { image: 'pier', caption: 'The pier' },
          { image: 'boat', caption: '' },
        ],
      },
    ] as Block[]
    expect(blocksToMarkdown(blocks, (id) => `images/${id}.png`)).toBe(
      [
        '::: text #a1',
        '',
        'Sixty calls a week.',
        ':::',
        '',
        '::: gallery #b2',
        '- image: images/pier.png',
        '  caption: The pier',
        '- image: images/boat.png',
        ':::',
      ].join('\n'),
    )
  })
})

describe('Plain Markdown as blocks', () => {
  it('is one text block, whatever its paragraphs, lists, quotes and headings', () => {
    const markdown = '# Title\n\nOne *paragraph*.\n\n> A quote\n\n- a\n- b'
    expect(read(markdown)).toEqual([{ kind: 'text', markdown }])
    expect(read('\n \n')).toEqual([])
  })

  it('has images as an image or a gallery, and leaves images of unknown files in the text', () => {
    expect(
      read(
        'Before\n\n![One](images/1.png)\n\n![Two](images/2.png "Second")\n![Three](<images/3.png>)\n\n![No](else/4.png)',
      ),
    ).toEqual([
      { kind: 'text', markdown: 'Before' },
      { kind: 'image', image: '1', caption: 'One' },
      {
        kind: 'gallery',
        images: [
          { image: '2', caption: 'Second' },
          { image: '3', caption: 'Three' },
        ],
      },
      { kind: 'text', markdown: '![No](else/4.png)' },
    ])
  })

  it('has program text between fences as code, with its spaces', () => {
    expect(read('See:\n\n```ts\n  const a = 1\n\n```\nDone')).toEqual([
      { kind: 'text', markdown: 'See:' },
      { kind: 'code', language: 'typescript', code: '  const a = 1\n', caption: '' },
      { kind: 'text', markdown: 'Done' },
    ])
    expect(read('```\nnever closed')).toEqual([{ kind: 'text', markdown: '```\nnever closed' }])
  })

  it('keeps as text what only looks like a block', () => {
    for (const text of [
      '::: text #a\nno end',
      '::: unknown #a\n:::',
      '::: image #a\ncolour: red\n:::',
      '::: link #a\nurl: [1]\nx\n:::',
      `::: image #a\ncaption: ${'x'.repeat(301)}\n:::`,
    ])
      expect(read(text)).toEqual([{ kind: 'text', markdown: text }])
  })

  it('gives each block an id of its own where the text names one twice', () => {
    const twice = '::: text #a\n\nOne\n:::\n\n::: text #a\n\nTwo\n:::'
    expect(new Set(markdownToBlocks(twice).map(({ id }) => id)).size).toBe(2)
  })

  // In quadratic time each would take minutes.
  it.each([
    ...['```\n', '```a\n', '::: text #a\n', '::: text #a\n\n', '![a](images/a.png)\n\n', '![a](images/a.png)'],
    ...['![a](', '![', '~~~~\n~~~\n', '::: image #a\n'],
  ])('is read at once when it is nothing but %j', (token) => {
    for (const end of ['', '```', ':::']) expect(read(token.repeat(40_000) + end).length).toBeGreaterThan(0)
  })
  it('looks once for the end of each code, however many rows of other lengths follow', () => {
    const rows = Array.from({ length: 200 }, (_, n) => '`'.repeat(203 - n))
    const text = `${'```js\n'.repeat(2000)}${rows.join('\n')}`
    const calls = [vi.spyOn(String.prototype, 'startsWith'), vi.spyOn(Map.prototype, 'get')]
    read(text)
    const count = calls.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    vi.restoreAllMocks()
    expect(count).toBeLessThan(5 * 2200)
    expect(read('~~~\na\n~~~~ \n````\nb\n```\n~~~~\n`````\n```\nc\n````\n')).toMatchObject([
      ...[{ code: 'a' }, { code: 'b\n```\n~~~~' }, { code: 'c' }],
    ])
  })
})
