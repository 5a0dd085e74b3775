import { describe, expect, it } from 'vitest'
import { leavesOf, linksOf } from '../fields/leaves-of.ts'
import { parse } from '../fields/parse.ts'
import { blocksField, filledBlocks, longestBlocks, mostBlocks, newBlockId } from './blocks-field.ts'
import { readableMarkdown } from './blocks-to-markdown.ts'
import { blockKinds, kindsByName } from './kinds.ts'
import { summaryOf } from './summary-of.ts'

const blocks = blocksField({ label: 'Content' })
const text = (id: string, markdown = 'Text') => ({ id, kind: 'text', markdown })
const problems = (value: unknown): Record<string, string> => {
  try {
    parse(blocks.schema, value)
    return {}
  } catch (error) {
    return (error as { fields: Record<string, string> }).fields
  }
}

describe('A list of blocks', () => {
  it('takes a blank block of every kind as a draft', () => {
    const blank = blockKinds.map((kind, n) => kind.blank(`b${n}`))
    expect(parse(blocks.draft, blank)).toEqual(blank)
  })

  it('fills in what may be left out, in the order of the fields', () => {
    const [image] = parse(blocks.schema, [{ id: 'a', kind: 'image', image: 'one' }])
    expect(JSON.stringify(image)).toBe(
      '{"id":"a","kind":"image","image":"one","caption":"","fit":"whole","width":"wide"}',
    )
  })

  it('fills in what may be left out of an item: the optional fields, and all of them in a draft', () => {
    const images = [{ image: 'one' }, { image: 'two', caption: 'Two' }]
    const sparse = [
      { id: 'a', kind: 'gallery', images },
      { id: 'b', kind: 'figures', items: [{ label: 'Calls', value: '4' }] },
      { id: 'c', kind: 'quote', text: 'Good.' },
    ]
    const rows = { layout: 'rows', width: 'wide' }
    const whole = [
      { ...sparse[0], ...rows, images: images.map((image) => ({ caption: '', fit: 'whole', ...image })) },
      { ...sparse[1], items: [{ label: 'Calls', before: '', value: '4', unit: '', source: '' }] },
      { ...sparse[2], testimonial: null, name: '', role: '' },
    ]
    expect(parse(blocks.schema, sparse)).toEqual(whole)
    expect(parse(blocks.draft, sparse)).toEqual(whole)
    const [gallery, figures] = [
      { id: 'a', kind: 'gallery', images: [{}] },
      { id: 'b', kind: 'figures', items: [{}] },
    ]
    expect(parse(blocks.draft, [gallery, figures])).toEqual([
      { ...gallery, ...rows, images: [{ image: null, caption: '', fit: 'whole' }] },
      { ...figures, items: [{ label: '', before: '', value: '', unit: '', source: '' }] },
    ])
    expect(problems([gallery, figures])).toEqual({})
  })

  it('names what is wrong by its path', () => {
    expect(
      problems([
        { id: 'a', kind: 'image', caption: 'Before dawn' },
        { id: 'b', kind: 'gallery', images: [{ image: 'one', caption: '' }] },
        { id: 'c', kind: 'figures', items: [{ label: 'Calls', before: '', value: '', unit: '', source: '' }] },
        { id: 'd', kind: 'quote', name: 'Ingrid' },
        { id: 'e', kind: 'link', title: 'Run', url: 'javascript:alert(1)' },
        { id: 'f', kind: 'compare', before: 'one', after: null },
        { id: 'g', kind: 'code', language: 'klingon', code: 'x' },
      ]),
    ).toEqual({
      '0.image': 'Image is required.',
      '1.images': 'Images: at least 2.',
      '2.items.0.value': 'Value is required.',
      '3.text': 'Choose a testimonial, or write the words.',
      '4.url': expect.stringMatching(/^Link must start with/),
      '5.after': 'After is required.',
      '6.language': expect.stringMatching(/^Language must be one of/),
    })
  })

  it('leaves out what nobody filled in, and headings over nothing else, for visitors alone', () => {
    const image = { id: 'i', kind: 'image', image: null, caption: '', fit: 'whole', width: 'wide' }
    const quote = { id: 'q', kind: 'quote', testimonial: null, text: '', name: '', role: '' }
    const figures = { id: 'f', kind: 'figures', items: [{ label: '', before: '', value: '', unit: '', source: '' }] }
    const ids = (...all: object[]) => {
      const given = all.map((one, n) => ({ ...one, id: `${n}` }))
      expect(parse(blocks.schema, given)).toEqual(given)
      return filledBlocks(given).map(({ id }) => Number(id))
    }
    const heading = (markdown: string) => text('t', markdown)
    expect(ids(heading('## Task'), image, heading('## Work'), image, heading('## Result'), figures, quote)).toEqual([])
    expect(ids(heading('## Task'), { ...image, image: 'a' }, heading('## Work'), image)).toEqual([0, 1])
    expect(ids(heading('## Task'), image, text('t', 'Words'))).toEqual([0, 2])
    expect(ids(heading('## Task'), image, heading('### Detail\n\nWords'))).toEqual([0, 2])
    expect(ids(heading('### Task'), image, heading('## Work\n\nWords'))).toEqual([2])
    // A heading that stands alone on purpose.
    expect(ids(image, heading('## Task'), heading('## The end'))).toEqual([1, 2])
    expect(filledBlocks([{ id: 'n', kind: 'newer' }])).toHaveLength(1)
  })

  it('refuses unknown kinds and fields, ids that are missing, wrong or there twice, and too much', () => {
    expect(problems([{ id: 'a', kind: 'columns' }])).toEqual({ '0.kind': 'There is no such kind of block.' })
    expect(problems([{ ...text('a'), colour: 'red' }])).toEqual({ '0.colour': 'There is no such field.' })
    const gallery = {
      id: 'a',
      kind: 'gallery',
      images: [
        { image: 'one', caption: '', alt: 'x' },
        { image: 'two', caption: '' },
      ],
    }
    expect(problems([gallery])).toEqual({ '0.images.0.alt': 'There is no such field.' })
    expect(problems([{ kind: 'text', markdown: '' }])).toEqual({ '0.id': 'A block needs an id.' })
    expect(Object.keys(problems([text('../a')]))).toEqual(['0.id'])
    expect(problems([text('a'), text('a')])).toEqual({ '1.id': 'Another block has this id.' })
    expect(problems(Array.from({ length: mostBlocks + 1 }, (_, n) => text(`a${n}`)))).toEqual({
      body: `Content: at most ${mostBlocks} blocks.`,
    })
    const long = Array.from({ length: 8 }, (_, n) => text(`a${n}`, 'x'.repeat(longestBlocks / 7)))
    expect(problems(long)).toEqual({ body: 'Content may have at most 120,000 characters altogether.' })
    expect(problems('blocks')).toEqual({ body: 'Content must be a list of blocks.' })
  })

  it('names its links, images and testimonials', () => {
    const data = {
      blocks: [
        { id: 'a', kind: 'link', title: 'A', url: '/all', text: '' },
        { id: 'b', kind: 'gallery', images: [{ image: 'one', caption: '' }] },
        { id: 'c', kind: 'quote', testimonial: 'praise', text: '', name: '', role: '' },
        { id: 'd', kind: 'constructor' },
      ],
    }
    expect(linksOf({ blocks }, data)).toEqual([['blocks.0.url', '/all']])
    const named = leavesOf({ blocks }, data).flatMap(({ path, field: { kind }, value }) =>
      kind === 'image' || kind === 'entry' ? [[path, value]] : [],
    )
    expect(named).toEqual([
      ['blocks.1.images.0.image', 'one'],
      ['blocks.2.testimonial', 'praise'],
    ])
  })
})

describe('A block', () => {
  it('is summed up by its first words, or by its images', () => {
    const summary = (kind: string, fields: object) =>
      summaryOf({ ...kindsByName.get(kind)?.blank('a'), ...fields } as Parameters<typeof summaryOf>[0])
    expect(summary('text', { markdown: '\n# Title\nText' })).toBe('# Title')
    expect(summary('text', { markdown: `${'Tides turn. '.repeat(6)}Everything turns.` })).toBe(
      'Tides turn. '.repeat(6).trim(),
    )
    expect(summary('text', { markdown: 'x'.repeat(200) })).toBe(`${'x'.repeat(79)}…`)
    expect(
      summary('gallery', {
        images: [
          { image: 'a', caption: '' },
          { image: 'b', caption: '' },
        ],
      }),
    ).toBe('2 images')
    expect(summary('image', { image: 'a' })).toBe('1 image')
    expect(summary('figures', { items: [{ label: 'Calls', before: '60', value: '4' }] })).toBe('Calls')
    expect(summary('video', {})).toBe('')
  })

  it('reads as Markdown without its pictures', () => {
    const figure = { label: 'Calls', before: '60', value: '4', unit: 'a week', source: 'the office' }
    expect(
      readableMarkdown([
        text('a', 'Once.'),
        { id: 'b', kind: 'image', image: 'x', caption: '' },
        { id: 'c', kind: 'figures', items: [figure] },
        { id: 'd', kind: 'quote', testimonial: null, text: 'Good.\nVery.', name: 'Ingrid', role: 'Crew' },
        { id: 'e', kind: 'code', language: 'css', code: 'a {}\n```', caption: '' },
        { id: 'f', kind: 'link', title: 'The [site]', url: 'https://example.com', text: '' },
        { id: 'g', kind: 'unknown' },
      ]),
    ).toBe(
      'Once.\n\n- Calls: 60 → 4 a week (the office)\n\n> Good.\n> Very.\n\n— Ingrid, Crew\n\n````css\na {}\n```\n````\n\n[The \\[site\\]](<https://example.com>)',
    )
  })

  it('gets an id that no other has', () => {
    const ids = Array.from({ length: 1000 }, newBlockId)
    expect([new Set(ids).size, ids.every((id) => /^[0-9a-z]{10}$/.test(id))]).toEqual([1000, true])
  })
})
