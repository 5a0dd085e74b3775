import type { PublishedImage } from '../../model/media/published-image.ts'
import type { PublishedVideo } from '../../model/media/published-video.ts'
import type { Draft, PreviewView } from '../../model/preview/preview.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import { themeFor } from '../../model/themes/chosen-theme.ts'
import type { Theme } from '../../model/themes/theme.ts'
import type { tonesOf as TonesOf } from '../../model/themes/tones.ts'
import type { Catalogue } from '../../model/words/catalogue.ts'
import { isLeftward } from '../../model/words/languages.ts'
import { wordsOf } from '../../model/words/words.ts'
import { imageRule } from '../markup/image.tsx'
import { hasTables, markdown, type Tables } from '../markup/markdown.ts'
import type { Marks } from '../markup/marks.ts'
import { createMemo, createRenderer, type Renderer } from '../markup/renderer.ts'
import { type Texts, textsFrom } from '../markup/texts.ts'
import { withOwnWords } from '../markup/words.ts'
import { frameOf } from '../page/frame.tsx'
import { pageSections, type RenderedSection } from '../page/one-page.tsx'
import { OwnPage, ownPageOf } from '../page/own-pages.tsx'
import { articleOf, ProjectArticle } from '../page/project-pages.tsx'
import { themeCss, withLayouts } from '../themes/dress.ts'

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

const endOfChange = (before: string, after: string): number => {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return after.length - end
}

const lastText = (node: Node): Text | null => {
  if (node instanceof Text) return node
  for (const child of [...node.childNodes].reverse()) {
    const found = lastText(child)
    if (found) return found
  }
  return null
}

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
  while (at) {
    const next: ChildNode | null = at.nextSibling
    at.remove()
    at = next
  }
}

/**
 * Old nodes made equal to the new ones where possible, so that unchanged parts keep their scroll position and images.
 * Reports each text that became another.
 */
const morphedAll = (old: readonly Node[], made: readonly Node[], report: Report): Node[] => {
  let start = 0
  while (start < old.length && start < made.length && old[start]?.isEqualNode(made[start] ?? null)) start++
  let end = 0
  while (
    end < Math.min(old.length, made.length) - start &&
    old[old.length - 1 - end]?.isEqualNode(made[made.length - 1 - end] ?? null)
  )
    end++
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
    const offset = endOfChange(old.nodeValue ?? '', made.nodeValue ?? '')
    old.nodeValue = made.nodeValue
    if (old instanceof Text) report({ text: old, offset })
  }
  return old
}

const focusable = 'a, button, input, textarea, select, summary, [tabindex]'

/** Takes the elements of newly made markup out of the tab order. */
const removeFocus = (root: DocumentFragment): void => {
  for (const element of root.querySelectorAll(focusable)) element.setAttribute('tabindex', '-1')
  for (const element of root.querySelectorAll('[autofocus]')) element.removeAttribute('autofocus')
}

/** The markup of a page in the parts that change independently. */
interface Parts {
  navbar: string
  main: RenderedSection[]
  footer: string
}

const projectPart = (content: Content, id: string, renderer: Renderer): RenderedSection[] => {
  const index = content.projects.findIndex((one) => one.id === id)
  if (index < 0) return []
  const props = { ...articleOf(content, renderer.words, index), styles: undefined }
  return [{ id: 'project', html: renderer.html('article', ProjectArticle, props) }]
}

/** The page on which the draft stands; undefined for the one-page site. */
const ownPart = (content: Content, draft: Draft, { page }: PreviewView, renderer: Renderer) => {
  if (draft.collection === 'pages' && draft.entry.placement === 'page') {
    const html = renderer.html('own-page', OwnPage, ownPageOf(draft.entry, content, renderer))
    return { path: `/${draft.entry.slug}`, main: [{ id: 'own-page', html }] }
  }
  // Of settings, what they make of a project shows on the first one.
  const id = draft.collection === 'settings' ? content.projects[0]?.id : 'entry' in draft ? draft.entry.id : undefined
  const isOther = draft.collection !== 'settings' && draft.collection !== 'projects'
  if (page !== 'project' || isOther || id === undefined) return undefined
  return { path: undefined, main: projectPart(content, id, renderer) }
}

/** The one-page site, the page of a project, or one of the owner's pages. */
export const partsOf = (
  content: Content,
  draft: Draft,
  view: PreviewView,
  renderer: Renderer,
  theme?: Theme,
): Parts => {
  const own = ownPart(content, draft, view, renderer)
  const { navbar, footer } = frameOf(content, renderer, new Date().getFullYear(), { theme, current: own?.path })
  const main =
    own?.main ?? pageSections(content, renderer)({ filter: 'all', landing: false, sent: false, refused: null })
  renderer.memo.endRendering()
  return { navbar, main, footer }
}

/** The marks by which the preview finds entries and fields on the page. */
export const previewMarks: Marks = {
  entry:
    (collection, id) =>
    (...fields) => ({
      'data-collection': collection,
      'data-entry': id,
      ...(fields.length > 0 ? { 'data-field': fields.join(' ') } : {}),
    }),
  item: (collection, id, field, index) => ({
    'data-collection': collection,
    'data-entry': id,
    'data-field': field,
    'data-index': index,
  }),
  setting: (name, index) => ({
    'data-collection': 'settings',
    'data-field': name,
    ...(index === undefined ? {} : { 'data-index': index }),
  }),
}

// Of a text of 20,000 characters, more than a person sets; so many together would hold up the browser.
const mostMarks = 1500
const marks = /[*_`~[\]()<>!&\\#+|-]/g

const note =
  '<p class="preview-note" lang="en" dir="ltr">This text has so many marks that it is shown here as it was written.</p>'

/**
 * Texts as the preview draws them, in the browser: code without colours, whose grammars weigh more than the rest of it. What draws tables is
 * fetched for the first one; `arrived` is called when it is there.
 */
export const createPreviewTexts = (arrived: () => void): Texts => {
  let tables: Tables | undefined
  let asked = false
  const fetchTables = async () => {
    asked = true
    tables = await import('micromark-extension-gfm-table').catch(() => undefined)
    asked = tables !== undefined
    if (tables) arrived()
  }
  return textsFrom(
    {
      of: ({ kind, text }) => {
        if (kind !== 'prose' || (text.match(marks)?.length ?? 0) > mostMarks) return undefined
        if (!asked && hasTables(text)) void fetchTables()
        return markdown(text, tables)
      },
      revision: () => (tables ? 1 : 0),
    },
    note,
  )
}

interface Drawn {
  html: string
  nodes: Node[]
}

/** Draws the page into this document, changing no more of it than differs. `again` is called when more of it can be drawn. */
export const createDrawing = (again: () => void) => {
  const memo = createMemo()
  const texts = createPreviewTexts(again)
  const sheet = new CSSStyleSheet()
  const own = new CSSStyleSheet()
  document.adoptedStyleSheets = [sheet, own]
  const main = document.getElementById('main') as HTMLElement
  // The only tab stop: the page can be scrolled, its links and fields cannot be used.
  main.tabIndex = 0
  let images: Record<string, PublishedImage> = {}
  let videos: Record<string, PublishedVideo> = {}
  let rules = ''
  let themes: readonly Theme[] = []
  let tonesOf: typeof TonesOf | undefined
  let isFetching = false
  /** The theme's own until what computes others is there. */
  const tonesIn = (theme: Theme, settings: PublicSettings) => {
    if (settings.accent === '' && settings.paper === 'theme') return theme.tones
    if (tonesOf) return tonesOf(theme.palettes, settings)
    if (!isFetching)
      import('../../model/themes/tones.ts').then(
        (module) => {
          tonesOf = module.tonesOf
          again()
        },
        () => {
          isFetching = false
        },
      )
    isFetching = true
    return theme.tones
  }
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

  const dress = ({ settings, media }: Content, { scheme }: PreviewView) => {
    const { documentElement: root } = document
    root.lang = settings.language
    root.dir = isLeftward(settings.language) ? 'rtl' : 'ltr'
    root.dataset.appearance = scheme ?? settings.appearance
    const theme = themeFor({ settings }, themes)
    const newRules =
      (theme ? themeCss(theme, tonesIn(theme, settings), settings) : '') +
      [...new Set(Object.values(media).map(imageRule))].join('')
    if (newRules !== rules) sheet.replaceSync(newRules)
    rules = newRules
  }

  return {
    /** Adds images and videos that are not in the published content. */
    know(moreImages: readonly PublishedImage[], moreVideos: readonly PublishedVideo[]) {
      for (const image of moreImages) images = { ...images, [image.id]: image }
      for (const video of moreVideos) videos = { ...videos, [video.id]: video }
    },
    dress(all: readonly Theme[]) {
      themes = all
    },
    /** Holds the owner's CSS. */
    own,
    /** Returns the position of a text change. Throws when a section does; the page is then unchanged. */
    draw(published: Content, catalogue: Catalogue, draft: Draft, view: PreviewView): Touched | undefined {
      touched = undefined
      const words = wordsOf(catalogue, published.settings)
      const known = {
        ...published,
        media: { ...published.media, ...images },
        videos: { ...published.videos, ...videos },
      }
      const theme = themeFor({ settings: known.settings }, themes)
      const own = withOwnWords(known, words)
      const content = theme ? withLayouts(own, theme) : own
      const renderer = createRenderer(memo, words, { marks: previewMarks, texts })
      const { navbar, main: sections, footer } = partsOf(content, draft, view, renderer, theme)
      dress(content, view)
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
