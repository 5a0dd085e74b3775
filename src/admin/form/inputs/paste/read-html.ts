import { fromDom } from 'hast-util-from-dom'
import { type Options, toMdast } from 'hast-util-to-mdast'
import type { Blockquote, PhrasingContent, Root, RootContent } from 'mdast'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'
import { newBlockId } from '../../../../model/blocks/blocks-field.ts'
import { type Block, kindsByName } from '../../../../model/blocks/kinds.ts'
import { languageOf } from '../../../../model/blocks/markdown-to-blocks.ts'
import { blocksForFiles } from '../blocks/image-blocks.ts'
import { cleanHtml } from './clean-html.ts'
import type { Pasted } from './pasted.ts'

const childrenOf = (node: Root | RootContent): RootContent[] =>
  'children' in node ? (node.children as RootContent[]) : []

/** Paragraphs between two line ends each, lists without blank lines, and nothing that is empty. */
const tidy = (node: RootContent): RootContent[] => {
  if (node.type === 'paragraph') {
    const lines: PhrasingContent[][] = [[]]
    for (const [n, one] of node.children.entries())
      if (one.type === 'break' && node.children[n + 1]?.type === 'break') lines.push([])
      else if (one.type !== 'break' || lines.at(-1)?.length) lines.at(-1)?.push(one)
    return lines
      .filter((line) => line.some((one) => one.type !== 'text' || one.value.trim() !== ''))
      .map((children) => ({ type: 'paragraph', children }))
  }
  if (!/^(?:heading|blockquote|list|listItem)$/.test(node.type)) return [node]
  const children = node.type === 'heading' ? node.children : childrenOf(node).flatMap(tidy)
  const spread = node.type === 'listItem' && children.filter(({ type }) => type !== 'list').length > 1
  return children.length === 0
    ? []
    : [{ ...node, children, ...(node.type.startsWith('list') && { spread }) } as RootContent]
}

const markdownOf = (children: RootContent[]): string =>
  toMarkdown(
    { type: 'root', children },
    {
      ...({ bullet: '-', emphasis: '_', listItemIndent: 'one', rule: '-' } as const),
      extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
    },
  ).trim()

/** The number of the image that a paragraph is; undefined for any other. */
const imageIn = (node: RootContent): number | undefined =>
  node.type === 'paragraph' && node.children[0]?.type === 'image' ? Number(node.children[0].url.slice(7)) : undefined

const valid = (block: Block): Block | undefined =>
  kindsByName.get(block.kind)?.schema.safeParse(block).success ? block : undefined

/** A quote of words alone as a block: what stands after a dash below them is a name. Undefined for any other. */
const quoteOf = ({ children }: Blockquote): Block | undefined => {
  const lines = children.map((one) =>
    one.type === 'paragraph'
      ? one.children.map((inner) => (inner.type === 'text' ? inner.value : inner.type === 'break' ? '\n' : undefined))
      : [undefined],
  )
  if (lines.flat().includes(undefined)) return undefined
  const texts = lines.map((line) => line.join(''))
  const [, said] = (texts.length > 1 && /^[—–―-] ?(.+)$/.exec(texts.at(-1) ?? '')) || []
  const [name = '', role = ''] = said?.split(/, (.*)/s) ?? []
  const text = (said === undefined ? texts : texts.slice(0, -1)).join('\n\n')
  return valid({ id: newBlockId(), kind: 'quote', testimonial: null, text, name, role })
}

/** The blocks of a text, and the files that belong into them. */
const blocksOf = (nodes: readonly RootContent[], given: readonly File[], atHeadings: boolean) => {
  const [blocks, files] = [[] as Block[], new Map<string, readonly File[]>()]
  let [lines, pictures]: [RootContent[], File[]] = [[], []]
  const flush = (block?: Block) => {
    if (lines.length > 0) blocks.push({ id: newBlockId(), kind: 'text', markdown: markdownOf(lines) })
    for (const one of blocksForFiles(pictures)) {
      blocks.push(one.block)
      files.set(one.block.id, one.files)
    }
    if (block) blocks.push(block)
    lines = []
    pictures = []
  }
  for (const node of nodes) {
    const image = imageIn(node)
    if (image !== undefined) {
      pictures.push(...given.slice(image, image + 1))
      continue
    }
    const block =
      node.type === 'code'
        ? valid({
            id: newBlockId(),
            kind: 'code',
            language: languageOf(node.lang ?? ''),
            code: node.value,
            caption: '',
          })
        : node.type === 'blockquote' && quoteOf(node)
    const isPart = atHeadings && node.type === 'heading' && lines.some(({ type }) => type !== 'heading')
    if (block || isPart || pictures.length > 0) flush(block || undefined)
    if (!block) lines.push(node)
  }
  flush()
  return { blocks, files }
}

/** More parts than that, and a text is not cut at its headings. */
const mostParts = 30

/** Marks that Markdown here has not: their text stays. */
const unmarked: NonNullable<Options['handlers']>[string] = (state, node) => state.all(node)
const handlers = { s: unmarked, strike: unmarked, u: unmarked, mark: unmarked }

/**
 * Reads the HTML of a clipboard, as browsers, word processors and editors write it, with the bytes of images in `data:` URLs or in `rtf`. Undefined for
 * program text alone, and where nothing is.
 */
export const readHtml = (html: string, rtf: string, view: typeof globalThis & Window = window): Pasted | undefined => {
  const clean = cleanHtml(html, rtf, view)
  if (!clean) return undefined
  const { root, files: given, left } = clean
  const tree = toMdast(fromDom(root) as Parameters<typeof toMdast>[0], { document: true, handlers }) as Root
  const nodes = tree.children.flatMap(tidy)
  const whole = nodes.filter((node) => imageIn(node) === undefined)
  if (nodes.length === 0 && left.length === 0) return undefined
  const cut = blocksOf(nodes, given, true)
  const { blocks, files } = cut.blocks.length > mostParts ? blocksOf(nodes, given, false) : cut
  const markdown = markdownOf(whole)
  const inline = whole.length === 1 && whole[0]?.type === 'paragraph' && !markdown.includes('\n')
  return { markdown, inline, blocks, files, left }
}
