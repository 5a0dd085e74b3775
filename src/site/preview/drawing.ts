import { localeOf } from '../../model/content/period.ts'
import type { Draft, PreviewView } from '../../model/preview/preview.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { yearAt } from '../../model/text-rules.ts'
import { themeFor } from '../../model/themes/chosen-theme.ts'
import type { Theme } from '../../model/themes/theme.ts'
import type { Catalogue } from '../../model/words/catalogue.ts'
import { isLeftward } from '../../model/words/languages.ts'
import { wordsOf } from '../../model/words/words.ts'
import { imageRule } from '../markup/image.tsx'
import { markdown } from '../markup/markdown.ts'
import type { MarkAttributes, Marks } from '../markup/marks.ts'
import { createMemo, createRenderer, type Renderer } from '../markup/renderer.ts'
import { textsFrom } from '../markup/texts.ts'
import { withOwnWords } from '../markup/words.ts'
import { frameOf } from '../page/frame.tsx'
import { pageSections } from '../page/one-page.tsx'
import { OwnPage, ownPageOf } from '../page/own-pages.tsx'
import { articleOf, ProjectArticle } from '../page/project-pages.tsx'
import { dressed } from '../themes/dress.ts'

const takeAttributes = (from: Element, to: Element) => {
  for (const { name } of [...to.attributes]) if (!from.hasAttribute(name)) to.removeAttribute(name)
  for (const { name, value } of from.attributes) if (to.getAttribute(name) !== value) to.setAttribute(name, value)
}

/** Position of a text change: after the new characters. */
export interface Touched {
  text: Text
  offset: number
}

type Report = (touched: Touched) => void

/** How many stand in both at the start, and how many of the others at the end. */
const shared = <T>(old: ArrayLike<T>, made: ArrayLike<T>, isSame: (a: T | undefined, b: T | undefined) => boolean) => {
  const most = Math.min(old.length, made.length)
  let start = 0
  while (start < most && isSame(old[start], made[start])) start++
  let end = 0
  while (end < most - start && isSame(old[old.length - 1 - end], made[made.length - 1 - end])) end++
  return { start, end }
}

const lastText = (node: Node): Text | null =>
  node instanceof Text ? node : (document.createTreeWalker(node, NodeFilter.SHOW_TEXT).lastChild() as Text | null)

const sameKind = (a: Node, b: Node) =>
  a.nodeType === b.nodeType &&
  a.nodeName === b.nodeName &&
  // One entry is never turned into another: it would show the other's image for a moment.
  (a as HTMLElement).dataset?.entry === (b as HTMLElement).dataset?.entry

/** Makes exactly these nodes the children, in this order; nodes already in position are not touched. */
const putChildren = (parent: Node, nodes: readonly Node[]): void => {
  let at = parent.firstChild
  for (const node of nodes) {
    if (node === at) at = at.nextSibling
    else parent.insertBefore(node, at)
  }
  for (const node of [...parent.childNodes].slice(nodes.length)) node.remove()
}

/**
 * Old nodes made equal to the new ones where possible, so that unchanged parts keep their scroll position and images.
 * Reports each text that became another.
 */
const morphedAll = (old: readonly Node[], made: readonly Node[], report: Report): Node[] => {
  const { start, end } = shared(old, made, (a, b) => a?.isEqualNode(b ?? null) === true)
  const changed = made.slice(start, made.length - end).map((node, i) => {
    const before = start + i < old.length - end ? old[start + i] : undefined
    if (before && sameKind(before, node)) return morphed(before, node, report)
    const text = lastText(node)
    if (text) report({ text, offset: text.length })
    return node
  })
  return [...old.slice(0, start), ...changed, ...old.slice(old.length - end, old.length)]
}

const morphed = (old: Node, made: Node, report: Report): Node => {
  if (old instanceof Element && made instanceof Element) {
    takeAttributes(made, old)
    putChildren(old, morphedAll([...old.childNodes], [...made.childNodes], report))
  } else if (old.nodeValue !== made.nodeValue) {
    const after = made.nodeValue ?? ''
    const { end } = shared(old.nodeValue ?? '', after, (a, b) => a === b)
    old.nodeValue = after
    if (old instanceof Text) report({ text: old, offset: after.length - end })
  }
  return old
}

const focusable = 'a, button, input, textarea, select, summary, [tabindex]'

/** Takes the elements of newly made markup out of the tab order. */
const removeFocus = (root: DocumentFragment): void => {
  for (const element of root.querySelectorAll(focusable)) element.setAttribute('tabindex', '-1')
  for (const element of root.querySelectorAll('[autofocus]')) element.removeAttribute('autofocus')
}

/** The page that the draft or the view asks for; undefined for the one-page site. */
const ownPart = (content: Content, draft: Draft, { page }: PreviewView, renderer: Renderer) => {
  if (draft.collection === 'pages' && draft.entry.placement === 'page') {
    const html = renderer.html('own-page', OwnPage, ownPageOf(draft.entry, content, renderer))
    return { path: `/${draft.entry.slug}`, id: 'own-page', html }
  }
  // Of settings, what they make of a project shows on the first one.
  const isOfSettings = draft.collection === 'settings'
  const index = content.projects.findIndex(({ id }) => isOfSettings || id === draft.entry.id)
  if (page !== 'project' || index < 0) return undefined
  const article = { ...articleOf(content, renderer.words, index), styles: undefined }
  return { path: undefined, id: 'project', html: renderer.html('article', ProjectArticle, article) }
}

/** The markup, in the parts that change independently, of the one-page site, of a project's page, or of one of the owner's pages. */
export const partsOf = (content: Content, draft: Draft, view: PreviewView, renderer: Renderer, theme?: Theme) => {
  const own = ownPart(content, draft, view, renderer)
  const { navbar, footer } = frameOf(content, renderer, yearAt(Date.now(), content.settings), {
    theme,
    current: own?.path,
  })
  const onePage = { filter: 'all', landing: false, sent: false, refused: null } as const
  const main = own ? [own] : pageSections(content, renderer)(onePage)
  renderer.memo.endRendering()
  return { navbar, main, footer }
}

const mark = (collection: string, entry?: string, field?: string, index?: number): MarkAttributes => ({
  'data-collection': collection,
  'data-entry': entry,
  'data-field': field,
  'data-index': index,
})

/** The marks by which the preview finds entries and fields on the page. */
export const previewMarks: Marks = {
  entry:
    (collection, id) =>
    (...fields) =>
      mark(collection, id, fields.join(' ') || undefined),
  item: mark,
  setting: (name, index) => mark('settings', undefined, name, index),
}

// Of a text of 20,000 characters, more than a person sets; so many together would hold up the browser.
const mostMarks = 1500
const marks = /[*_`~[\]()<>!&\\#+|-]/g

const note =
  '<p class="preview-note" lang="en" dir="ltr">This text has so many marks that it is shown here as it was written.</p>'

/** Texts as the preview draws them, in the browser: code without colours, whose grammars weigh more than the rest of it. */
export const previewTexts = textsFrom(
  {
    of: ({ kind, text }) =>
      kind === 'prose' && (text.match(marks)?.length ?? 0) <= mostMarks ? markdown(text) : undefined,
    revision: () => 0,
  },
  note,
)

interface Drawn {
  html: string
  nodes: Node[]
}

/** Draws the page into this document, changing no more of it than differs. */
export const createDrawing = () => {
  const memo = createMemo()
  const sheet = new CSSStyleSheet()
  const own = new CSSStyleSheet()
  document.adoptedStyleSheets = [sheet, own]
  const main = document.getElementById('main') as HTMLElement
  // The only tab stop: the page can be scrolled, its links and fields cannot be used.
  main.tabIndex = 0
  let rules = ''
  let drawn = new Map<string, Drawn>()
  let touched: Touched | undefined

  const report = (one: Touched) => {
    touched = one
  }
  const part = (id: string, html: string): Drawn => {
    const before = drawn.get(id)
    if (before?.html === html) return before
    const made = document.createElement('template')
    made.innerHTML = html
    removeFocus(made.content)
    return { html, nodes: morphedAll(before?.nodes ?? [], [...made.content.childNodes], report) }
  }

  const dress = ({ settings, media }: Content, css: string, { scheme }: PreviewView) => {
    const { documentElement: root } = document
    root.lang = localeOf(settings.language)
    root.dir = isLeftward(settings.language) ? 'rtl' : 'ltr'
    root.dataset.appearance = scheme ?? settings.appearance
    const newRules = css + [...new Set(Object.values(media).map(imageRule))].join('')
    if (newRules !== rules) sheet.replaceSync(newRules)
    rules = newRules
  }

  return {
    /** Holds the owner's CSS. */
    own,
    /** Returns the position of a text change. Throws when a section does; the page is then unchanged. */
    draw(
      shown: Content,
      catalogue: Catalogue,
      draft: Draft,
      view: PreviewView,
      themes?: readonly Theme[],
    ): Touched | undefined {
      touched = undefined
      const words = wordsOf(catalogue, shown.settings)
      const plain = withOwnWords(shown, words)
      const theme = themeFor(plain, themes)
      const { content, css } = theme ? dressed(plain, theme) : { content: plain, css: '' }
      const renderer = createRenderer(memo, words, { marks: previewMarks, texts: previewTexts })
      const { navbar, main: sections, footer } = partsOf(content, draft, view, renderer, theme)
      dress(content, css, view)
      const now = new Map<string, Drawn>()
      for (const { id, html } of [{ id: '<', html: navbar }, ...sections, { id: '>', html: footer }])
        now.set(id, part(id, html))
      const nodes = (id: string) => now.get(id)?.nodes ?? []
      putChildren(
        main,
        sections.flatMap(({ id }) => nodes(id)),
      )
      putChildren(document.body, [...nodes('<'), main, ...nodes('>')])
      drawn = now
      return touched
    },
  }
}
