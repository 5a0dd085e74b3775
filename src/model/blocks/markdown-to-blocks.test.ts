import { describe, expect, it } from 'vitest'
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

  it('is read in linear time', () => {
    for (const text of [
      '![a]('.repeat(20_000),
      '::: text #a\n'.repeat(2000),
      '```\n'.repeat(2001),
      '!['.repeat(50_000),
    ]) {
      const started = performance.now()
      read(text)
      expect(performance.now() - started).toBeLessThan(1000)
    }
  })
})
