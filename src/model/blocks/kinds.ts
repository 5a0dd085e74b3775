import { type DataOf, type Fields, fields } from '../fields/fields.ts'
import { leavesOf } from '../fields/leaves-of.ts'
import { z } from '../zod.ts'

/** Languages of code blocks, as highlighters name them, with their labels. */
export const codeLanguages = {
  text: 'Plain text',
  bash: 'Shell',
  c: 'C',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  go: 'Go',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  json: 'JSON',
  kotlin: 'Kotlin',
  markdown: 'Markdown',
  php: 'PHP',
  python: 'Python',
  ruby: 'Ruby',
  rust: 'Rust',
  sql: 'SQL',
  swift: 'Swift',
  typescript: 'TypeScript',
  yaml: 'YAML',
} as const

export type CodeLanguage = keyof typeof codeLanguages

export const codeLanguageNames = Object.keys(codeLanguages) as [CodeLanguage, ...CodeLanguage[]]

interface BlockInput<K extends string, F extends Fields> {
  kind: K
  label: string
  /** Its purpose, in one line of a menu. */
  purpose: string
  fields: F
  /** As Markdown for readers who see no images; '' when there is nothing to read. */
  markdown(data: DataOf<F>): string
  /** The rule between its fields: the field, and the sentence of what is wrong with it. */
  problem?(data: DataOf<F>): [field: keyof F & string, sentence: string] | undefined
}

/** A block as it is stored: its id, unique among the blocks of its field, its kind and its fields. */
type BlockOf<D> = D extends BlockKind<infer K, infer F> ? { id: string; kind: K } & DataOf<F> : never

interface BlockKind<K extends string = string, F extends Fields = Fields> extends Readonly<BlockInput<K, F>> {
  readonly schema: z.ZodType<{ id: string; kind: K } & DataOf<F>>
  readonly draft: z.ZodType<{ id: string; kind: K } & DataOf<F>>
  /** A block with empty fields. */
  blank(id: string): { id: string; kind: K } & DataOf<F>
}

const id = z
  .string('A block needs an id.')
  .regex(/^[0-9A-Za-z][0-9A-Za-z-]{0,31}$/, 'The id of a block has 1 to 32 letters, digits and hyphens.')

/** Empty fields; a list that needs an item has the first one from the start. */
const emptyOf = (fields: Fields): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { min, item, empty }]) => [
      name,
      min === 1 && item ? [emptyOf(item.fields)] : empty,
    ]),
  )

/** True when nothing is filled in; what is chosen from a list does not count. */
const isEmpty = (fields: Fields, data: object): boolean =>
  leavesOf(fields, data as Record<string, unknown>).every(
    ({ field, value }) => field.kind === 'select' || (value ?? field.empty) === field.empty,
  )

/** Derives from the definition of one kind of block what every kind has. */
const defineBlock = <const K extends string, const F extends Fields>(input: BlockInput<K, F>) => {
  const { kind, fields, problem } = input
  const shape = (rule: 'schema' | 'draft') => {
    const parts = Object.entries(fields).map(([name, field]) => [
      name,
      rule === 'draft' || !field.required ? field[rule].default(field.empty) : field[rule],
    ])
    return z.strictObject({ id, kind: z.literal(kind), ...Object.fromEntries(parts) })
  }
  const [strict, draft] = [shape('schema'), shape('draft')]
  return {
    ...input,
    // One that nobody has filled in is no problem: the page leaves it out.
    schema: draft.superRefine((data, context) => {
      if (isEmpty(fields, data)) return
      for (const { path, message } of strict.safeParse(data).error?.issues ?? [])
        context.addIssue({ code: 'custom', path, message })
      const found = problem?.(data as unknown as DataOf<F>)
      if (found) context.addIssue({ code: 'custom', path: [found[0]], message: found[1] })
    }),
    draft,
    blank: (blockId: string) => ({ id: blockId, kind, ...emptyOf(fields) }),
  } as unknown as BlockKind<K, F>
}

const caption = (help?: string) =>
  fields.text({ label: 'Caption', required: false, max: 300, ...(help === undefined ? {} : { help }) })

/** Shown as it is, or cut to the ratio of its frame. */
const framing = () =>
  fields.select({ label: 'Shown', options: ['whole', 'fill'], labels: ['Whole', 'Filling its frame'], required: false })

/** Of the page, of its text, or from edge to edge of the window. */
const width = () =>
  fields.select({
    label: 'Width',
    options: ['wide', 'text', 'full'],
    labels: ['The page', 'The text, captions in the margin', 'The window, edge to edge'],
    required: false,
  })

const joined = (parts: readonly string[], between: string) => parts.filter((part) => part !== '').join(between)

/** A fence that no run of back quotes in the text ends. */
const fence = (text: string) => '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)))

const text = defineBlock({
  kind: 'text',
  label: 'Text',
  purpose: 'Paragraphs, headings and lists in Markdown',
  fields: { markdown: fields.markdown({ label: 'Text', required: false }) },
  markdown: ({ markdown }) => markdown,
})

const image = defineBlock({
  kind: 'image',
  label: 'Image',
  purpose: 'One image, as wide as the page, the text or the window',
  fields: { image: fields.image({ label: 'Image' }), caption: caption(), fit: framing(), width: width() },
  markdown: (data) => data.caption,
})

const gallery = defineBlock({
  kind: 'gallery',
  label: 'Gallery',
  purpose: 'A pair, a triptych, or up to twelve images in rows',
  fields: {
    images: fields.items({
      label: 'Images',
      one: 'Image',
      min: 2,
      max: 12,
      fields: { image: fields.image({ label: 'Image' }), caption: caption(), fit: framing() },
    }),
    layout: fields.select({
      label: 'Arrangement',
      options: ['rows', 'side'],
      labels: ['Rows', 'Two or three side by side'],
      required: false,
    }),
    width: width(),
  },
  markdown: ({ images }) =>
    images
      .filter((one) => one.caption !== '')
      .map((one) => `- ${one.caption}`)
      .join('\n'),
  problem: ({ layout, images }) =>
    layout === 'side' && images.length > 3
      ? ['layout', 'Side by side takes two or three images. Choose rows, or begin another gallery.']
      : undefined,
})

const compare = defineBlock({
  kind: 'compare',
  label: 'Before and after',
  purpose: 'Two images on top of each other, with a slider',
  fields: {
    before: fields.image({ label: 'Before' }),
    after: fields.image({ label: 'After' }),
    beforeLabel: fields.text({ label: 'Label of the first', required: false, max: 40 }),
    afterLabel: fields.text({ label: 'Label of the second', required: false, max: 40 }),
    caption: caption(),
    width: width(),
  },
  markdown: (data) => data.caption,
})

const video = defineBlock({
  kind: 'video',
  label: 'Video',
  purpose: 'An MP4 or WebM file of your own',
  fields: {
    file: fields.video({ label: 'Video' }),
    poster: fields.image({
      label: 'Poster',
      required: false,
      help: 'The image that stands for the video until it plays.',
    }),
    caption: caption(),
    width: width(),
  },
  markdown: (data) => data.caption,
})

const code = defineBlock({
  kind: 'code',
  label: 'Code',
  purpose: 'Program text with its colours',
  fields: {
    language: fields.select({
      label: 'Language',
      options: codeLanguageNames,
      labels: Object.values(codeLanguages),
      required: false,
    }),
    code: fields.code({ label: 'Code', max: 10_000 }),
    caption: caption(),
  },
  markdown: (data) =>
    joined([`${fence(data.code)}${data.language}\n${data.code}\n${fence(data.code)}`, data.caption], '\n\n'),
})

const figures = defineBlock({
  kind: 'figures',
  label: 'Figures',
  purpose: 'Numbers that changed, such as 60 → 4 calls a week',
  fields: {
    items: fields.items({
      label: 'Figures',
      one: 'Figure',
      min: 1,
      max: 6,
      help: 'Rows of a table can be pasted into a label.',
      fields: {
        label: fields.text({ label: 'Label', max: 80 }),
        before: fields.text({ label: 'Before', required: false, max: 20 }),
        value: fields.text({ label: 'Value', max: 20 }),
        unit: fields.text({ label: 'Unit', required: false, max: 30 }),
        source: fields.text({ label: 'Source', required: false, max: 160 }),
      },
    }),
  },
  markdown: ({ items }) =>
    items
      .map(({ label, before, value, unit, source }) => {
        const number = joined([joined([before, value], ' → '), unit], ' ')
        return `- ${joined([label, number], ': ')}${source === '' ? '' : ` (${source})`}`
      })
      .join('\n'),
})

const quote = defineBlock({
  kind: 'quote',
  label: 'Quote',
  purpose: 'A testimonial, or words of somebody else',
  fields: {
    testimonial: fields.entry({ label: 'Testimonial', collection: 'testimonials', required: false }),
    text: fields.textarea({ label: 'Words', max: 2000, required: false }),
    name: fields.text({ label: 'Name', max: 80, required: false }),
    role: fields.text({ label: 'Role', max: 80, required: false }),
  },
  markdown: (data) =>
    joined(
      [
        data.text === '' ? '' : data.text.replace(/^/gm, '> '),
        data.name === '' ? '' : `— ${joined([data.name, data.role], ', ')}`,
      ],
      '\n\n',
    ),
  problem: (data) =>
    data.testimonial === null && data.text === '' ? ['text', 'Choose a testimonial, or write the words.'] : undefined,
})

const link = defineBlock({
  kind: 'link',
  label: 'Link',
  purpose: 'A card that leads elsewhere',
  fields: {
    title: fields.text({ label: 'Title', max: 120 }),
    url: fields.url({ label: 'Link' }),
    text: fields.textarea({ label: 'Text', max: 300, required: false }),
  },
  markdown: ({ title, url, text }) => joined([`[${title.replace(/[[\]\\]/g, '\\$&')}](<${url}>)`, text], '\n\n'),
})

/** Every kind of block, in the order of the menu. A new one is a definition here and a view in `site/blocks`. */
export const blockKinds = [text, image, gallery, compare, video, code, figures, quote, link] as const

export type Block = BlockOf<(typeof blockKinds)[number]>
export type BlockKindName = Block['kind']

/** The blocks of one kind. */
export type BlockNamed<K extends BlockKindName> = Extract<Block, { kind: K }>

/** The kinds as data, by name: names may come from outside. */
export const kindsByName: ReadonlyMap<string, BlockKind> = new Map(
  blockKinds.map((kind) => [kind.kind, kind as unknown as BlockKind]),
)

/** True for a block of a known kind that nobody has filled in. */
export const isEmptyBlock = (block: Block): boolean => {
  const kind = kindsByName.get(block.kind)
  return kind !== undefined && isEmpty(kind.fields, block)
}

const isBlock = (value: unknown): value is Block =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'id') === 'string' &&
  typeof Reflect.get(value, 'kind') === 'string'

/** A block of a kind that this version does not know: a newer one has stored it. */
export const isNewerBlock = (value: unknown): boolean => isBlock(value) && !kindsByName.has(value.kind)

/** All blocks among stored values, those of a newer version included. */
export const storedBlocks = (value: unknown): Block[] => (Array.isArray(value) ? value.filter(isBlock) : [])

interface SetAside {
  /** The blocks with an empty text in the place of each that was set aside. */
  value: unknown
  /** Puts them back after `value` was checked. */
  putBack(checked: unknown): unknown
}

/** Sets blocks of a newer version aside, since no rule of this one fits them. */
export const setNewerAside = (value: unknown, isKept: (block: unknown) => boolean = isNewerBlock): SetAside => {
  if (!Array.isArray(value) || !value.some(isKept)) return { value, putBack: (checked) => checked }
  return {
    value: value.map((one) => (isKept(one) ? { id: one.id, kind: 'text', markdown: '' } : one)),
    putBack: (checked) => (checked as unknown[]).map((one, at) => (isKept(value[at]) ? value[at] : one)),
  }
}
