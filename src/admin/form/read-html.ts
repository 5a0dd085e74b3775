import createDOMPurify from 'dompurify'
import { fromDom } from 'hast-util-from-dom'
import { type Options, toMdast } from 'hast-util-to-mdast'
import type { Blockquote, PhrasingContent, Root, RootContent } from 'mdast'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'
import { newBlockId } from '../../model/blocks/blocks-field.ts'
import { type Block, kindsByName } from '../../model/blocks/kinds.ts'
import { languageOf } from '../../model/blocks/markdown-to-blocks.ts'
import { imageTypes } from '../../model/media/upload-limits.ts'
import { blocksForFiles } from './image-blocks.ts'
import type { Pasted } from './pasted.ts'

const parts =
  'address, article, aside, blockquote, dd, div, dl, dt, h1, h2, h3, h4, h5, h6, li, ol, p, pre, section, table, td, th, ul'
const wholes = 'blockquote, dl, h1, h2, h3, h4, h5, h6, ol, p, pre, table, ul'
const marks = 'b, em, i, strong'
const monospace = /mono|courier|consolas|menlo/
const safeLink = /^(?:https?|mailto|tel):/i

/** Text in a node, of which Markdown keeps nothing but spaces. */
const textIn = (node: Node): string => node.textContent?.trim() ?? ''
const all = (root: Element, selector: string) => [...root.querySelectorAll<HTMLElement>(selector)]
const unwrap = (element: Element) => element.replaceWith(...element.childNodes)
const renamed = (element: Element, name: string): Element => {
  const next = element.ownerDocument.createElement(name)
  next.append(...element.childNodes)
  element.replaceWith(next)
  return next
}
const fill = (element: Element, name: string) => {
  const inner = element.ownerDocument.createElement(name)
  inner.append(...element.childNodes)
  element.append(inner)
}

// Read by hand: no object model has the properties of word processors.
const stylesOf = (element: Element): ReadonlyMap<string, string> =>
  new Map(
    (element.getAttribute('data-style') ?? '')
      .toLowerCase()
      .split(';')
      .map((line) => {
        const [name = '', ...value] = line.split(':')
        return [name.trim(), value.join(':').trim()]
      }),
  )

/** The same without what the page's security policy would report: it holds for every document that a page parses, shown or not. */
const withoutInline = (html: string): string =>
  html
    .replace(/<(\/?)style(?=[\s>])/gi, '<$1xmp')
    .replace(/<[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*>/gi, (tag) =>
      tag.replace(/"[^"]*"|'[^']*'|(?<=[\s"'/])(style|on[a-z]+)(?=\s*=)/gi, (part, name) =>
        name ? `data-${part}` : part,
      ),
    )

/** True for program text alone, as editors of code write it. */
const isCode = (root: Element): boolean => {
  const rest = root.cloneNode(true) as Element
  for (const element of all(rest, 'pre, [data-style]')) {
    const style = stylesOf(element)
    const isLined = style.get('white-space')?.startsWith('pre') && monospace.test(style.get('font-family') ?? '')
    if (element.localName === 'pre' || isLined) element.remove()
  }
  return textIn(rest) === '' && textIn(root) !== '' && root.querySelector('img') === null
}

/** Deleted and hidden text, and comments. */
const isHidden = (element: Element): boolean => {
  const style = stylesOf(element)
  return (
    element.matches('del, [hidden], [aria-hidden="true"], .msoDel, .MsoCommentReference') ||
    `${style.get('display')} ${style.get('mso-hide')} ${style.get('mso-element')}`.match(/none|all|comment/) !== null
  )
}

/** Cuts as many characters off the start of a text. */
const cutStart = (element: Element, length: number) => {
  const texts = element.ownerDocument.createTreeWalker(element, 4)
  for (let left = length, text = texts.nextNode(); text && left > 0; text = texts.nextNode()) {
    const own = text.nodeValue ?? ''
    text.nodeValue = own.slice(left)
    left -= own.length
  }
}

const listMark = /^[\s\u00a0]*([·•◦▪§o–-]|\(?(?:\d{1,3}|[a-z]{1,3})[.)])[\s\u00a0]+/i

/** The mark of a paragraph that Word shows as an item of a list, taken out of it; undefined for any other. */
const takeMark = (paragraph: Element): string | undefined => {
  const found = all(paragraph, '[data-style]').find((one) => stylesOf(one).get('mso-list') === 'ignore')
  found?.remove()
  if (found) return textIn(found)
  if (!paragraph.className.startsWith('MsoList')) return undefined
  const [start = '', mark] = listMark.exec(paragraph.textContent ?? '') ?? []
  cutStart(paragraph, start.length)
  return mark
}

/** Lists from Word's paragraphs, which have marks and levels of their own. */
const makeLists = (root: Element) => {
  let open: { level: number; list: Element }[] = []
  for (const paragraph of all(root, 'p')) {
    const mark = takeMark(paragraph)
    if (mark === undefined) continue
    const level = Number(/level(\d)/.exec(stylesOf(paragraph).get('mso-list') ?? '')?.[1] ?? 1)
    const name = /\w[.)]/.test(mark) ? 'ol' : 'ul'
    if (paragraph.previousElementSibling !== open[0]?.list) open = []
    open = open.filter(({ level: own, list }) => own < level || (own === level && list.localName === name))
    const last = open.at(-1)
    if (last?.level !== level) {
      const list = paragraph.ownerDocument.createElement(name)
      list.setAttribute('start', /\d+/.exec(mark)?.[0] ?? '1')
      if (last) last.list.lastElementChild?.append(list)
      else paragraph.before(list)
      open.push({ level, list })
    }
    open.at(-1)?.list.append(renamed(paragraph, 'li'))
  }
  // Google Docs writes a list inside a list next to its item.
  for (const list of all(root, ':is(ul, ol) > :is(ul, ol)'))
    if (list.previousElementSibling?.localName === 'li') list.previousElementSibling.append(list)
}

/** Marks that are only styles, none where a style takes one back, and each as Markdown can write it: without spaces at its ends. */
const makeMarks = (root: Element) => {
  for (const element of all(root, `a, span, font, ${marks}`)) {
    const style = stylesOf(element)
    const [weight = '', slant = '', font = ''] = ['font-weight', 'font-style', 'font-family'].map((name) =>
      style.get(name),
    )
    if (element.localName === 'a') {
      if (!safeLink.test(element.getAttribute('href') ?? '')) unwrap(element)
    } else if (!/^(?:span|font)$/.test(element.localName)) {
      if (/^(?:normal|lighter|[1-4]00)/.test(weight) || slant === 'normal' || element.querySelector(parts))
        unwrap(element)
    } else if (textIn(element) !== '') {
      const isPart = textIn(element.closest(parts) ?? root) !== textIn(element)
      if (monospace.test(font) && isPart && !element.closest('pre, code')) fill(element, 'code')
      if (/^bold|^[6-9]\d\d/.test(weight)) fill(element, 'strong')
      if (slant === 'italic') fill(element, 'em')
    }
  }
  for (const element of all(root, ':is(h1, h2, h3, h4, h5, h6, th) :is(b, strong)')) unwrap(element)
  for (const element of all(root, 'span, font').reverse()) unwrap(element)
  for (const element of all(root, marks))
    for (let next = element.nextSibling; next?.nodeName === element.nodeName; next = element.nextSibling) {
      element.append(...next.childNodes)
      next.remove()
    }
  root.normalize()
  for (const element of all(root, `a, ${marks}`).reverse()) {
    const { firstChild: first, lastChild: last } = element
    if (first?.nodeName === 'BR') element.before(first)
    if (last?.nodeName === 'BR') element.after(last)
    for (const [text, side] of [
      [first, 'before'],
      [last, 'after'],
    ] as const) {
      const value = text?.nodeType === 3 ? (text.nodeValue ?? '') : ''
      const cut = side === 'before' ? value.trimStart() : value.trimEnd()
      if (!text || cut === value) continue
      text.nodeValue = cut
      element[side](' ')
    }
    if (textIn(element) === '') unwrap(element)
  }
}

/** Tables of data have a head, and lines in their cells; those for layout become what stands in them. */
const makeTables = (root: Element) => {
  for (const table of all(root, 'table')) {
    const cells = all(table, 'td, th').filter((cell) => cell.closest('table') === table)
    const caption = table.querySelector('caption')
    if (caption) table.before(renamed(caption, 'p'))
    if (cells.length < 2 || table.querySelector('table'))
      table.replaceWith(...cells.map((cell) => renamed(cell, 'div')))
    for (const cell of cells)
      for (const part of all(cell, parts).filter((one) => one.closest('td, th') === cell)) {
        const side = part.getAttribute('align') ?? stylesOf(part).get('text-align')
        if (side && !cell.hasAttribute('align')) cell.setAttribute('align', side)
        part.after(' ')
        unwrap(part)
      }
    if (!table.querySelector('th'))
      for (const cell of all(table, 'tr:first-child > td'))
        renamed(cell, 'th').setAttribute('align', cell.getAttribute('align') ?? '')
  }
}

const makeStructure = (root: Element) => {
  for (const element of all(root, '*').filter(isHidden)) element.remove()
  makeLists(root)
  for (const summary of all(root, 'summary')) fill(renamed(summary, 'p'), 'strong')
  for (const toggle of all(root, 'details, ul.toggle, ul.toggle > li')) unwrap(toggle)
  for (const title of all(root, '.MsoTitle, [role="heading"]')) renamed(title, `h${title.ariaLevel ?? 1}`)
  for (const quote of all(root, '.MsoQuote, .MsoIntenseQuote')) fill(renamed(quote, 'blockquote'), 'p')
  makeTables(root)
  makeMarks(root)
  for (const end of all(root, 'br.Apple-interchange-newline')) end.remove()
  const texts = root.ownerDocument.createTreeWalker(root, 4)
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (!text.parentElement?.closest('pre'))
      text.nodeValue = text.nodeValue?.replace(/[ \u00a0]{2,}|^\u00a0$/g, ' ') ?? ''
}

/** The images in rich text: word processors have their bytes here, and name files of their own in HTML. */
const imagesInRtf = (rtf: string): Blob[] =>
  rtf
    .split(/\\(?=(?:png|jpeg)blip)/)
    .slice(1)
    .map((part) => {
      const data = part.slice(part.search(/\s/)).replace(/\{\\\*\\blipuid[^{}]*\}/, '')
      const digits = data.slice(0, data.indexOf('}')).replace(/[^\da-f]/gi, '')
      const bytes = Uint8Array.from({ length: digits.length >> 1 }, (_, n) =>
        Number.parseInt(digits.slice(2 * n, 2 * n + 2), 16),
      )
      return new Blob([bytes], { type: part.startsWith('png') ? 'image/png' : 'image/jpeg' })
    })

const blobOf = (url: string): Blob | undefined => {
  const [, type = '', coding = '', data = ''] = /^data:([\w/+.-]+)((?:;[^,;]*)*),(.*)$/s.exec(url) ?? []
  if (!imageTypes.includes(type)) return undefined
  try {
    const isBase64 = coding.endsWith(';base64')
    return new Blob([isBase64 ? Uint8Array.from(atob(data), (one) => one.charCodeAt(0)) : decodeURIComponent(data)], {
      type,
    })
  } catch {
    return undefined
  }
}

/** Takes the images: their bytes, under `pasted:` and their number, and the names of those that the clipboard does not have. */
const takeImages = (root: Element, rtf: string) => {
  const [files, left]: [File[], string[]] = [[], []]
  const images = all(root, 'img')
  const local = images.filter((image) => image.getAttribute('src')?.startsWith('file:'))
  const inRtf = local.length > 0 ? imagesInRtf(rtf) : []
  for (const image of images) {
    const [url = '', alt = ''] = ['src', 'alt'].map((name) => image.getAttribute(name) ?? '')
    const blob = inRtf.length === local.length && local.includes(image) ? inRtf[local.indexOf(image)] : blobOf(url)
    if (/^\p{Extended_Pictographic}/u.test(alt)) image.replaceWith(alt)
    else if (blob && blob.size > 0) {
      const name =
        alt
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .trim()
          .slice(0, 60) || `Pasted ${files.length + 1}`
      image.setAttribute('src', `pasted:${files.length}`)
      files.push(new File([blob], `${name}.${blob.type.split(/[/+]/)[1]}`, { type: blob.type }))
    } else {
      // One pixel counts who reads an email.
      if (image.getAttribute('width') !== '1')
        left.push(alt || (safeLink.test(url) && url.split(/[?#]/, 1)[0]?.split('/').at(-1)) || 'image')
      image.remove()
    }
  }
  // In order, behind the part of the text in which they stand.
  for (const image of all(root, 'img').reverse()) {
    let top: Element = image
    for (let one = image.parentElement; one && one !== root; one = one.parentElement) if (one.matches(wholes)) top = one
    const paragraph = image.ownerDocument.createElement('p')
    top.after(paragraph)
    paragraph.append(image)
  }
  return { files, left }
}

/**
 * The elements of a clipboard's HTML whose structure Markdown can have, and the images among them. Nothing is run or fetched: DOMPurify leaves elements
 * without anything that runs, in a document that is never shown. Undefined for program text alone.
 */
const cleanHtml = (html: string, rtf: string, view: typeof globalThis & Window) => {
  const root = createDOMPurify(view).sanitize(withoutInline(html), {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['audio', 'button', 'dialog', 'input', 'map', 'select', 'style', 'textarea', 'video'],
    ADD_FORBID_CONTENTS: ['button', 'select', 'textarea', 'object'],
    // Files are named here, and images in emails: what is left of them is a name.
    ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel|file|cid):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
    RETURN_DOM: true,
  }) as Element
  if (isCode(root)) return undefined
  const images = takeImages(root, rtf)
  makeStructure(root)
  return { root, ...images }
}

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
