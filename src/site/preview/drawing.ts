import { collectionNames } from '../../model/content/collections/index.ts'
import type { Content } from '../../model/content/published-content.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import type { Draft, PreviewView } from '../../model/preview/preview.ts'
import { isLeftward } from '../page/document.ts'
import { imageRule } from '../page/image.tsx'
import { createMemo } from '../page/memo.ts'
import { mark, markProject } from './mark.ts'
import { morphedAll, putChildren, type Touched } from './morph.ts'
import { partsOf } from './parts.tsx'

interface Drawn {
  html: string
  nodes: Node[]
}

// Marks name entries, which the markup alone does not.
const entriesOf = (content: Content) =>
  collectionNames.map((name) => content[name].map(({ id }) => id).join()).join(';')

/** Draws the page into this document, changing no more of it than differs. */
export const createDrawing = () => {
  const memo = createMemo()
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [sheet]
  const main = document.getElementById('main') as HTMLElement
  // The one stop of the keyboard: the page is read and scrolled, its links and fields are only looked at.
  main.tabIndex = 0
  let images: Record<string, PublishedImage> = {}
  let rules = ''
  let drawn = new Map<string, Drawn>()
  let entries = ''
  let touched: Touched | undefined

  const tell = (one: Touched) => {
    touched = one
  }
  const part = (id: string, html: string, content: Content, project: string | undefined): Drawn => {
    const before = drawn.get(id)
    if (before?.html === html) return before
    const made = document.createElement('template')
    made.innerHTML = html
    mark(made.content, content)
    if (project !== undefined) markProject(made.content, project)
    return { html, nodes: morphedAll(before?.nodes ?? [], [...made.content.childNodes], tell) }
  }

  const dress = ({ settings, media }: Content, { scheme }: PreviewView) => {
    const { documentElement: root } = document
    root.lang = settings.language
    root.dir = isLeftward(settings.language) ? 'rtl' : 'ltr'
    root.dataset.accent = settings.accent
    root.dataset.appearance = scheme ?? settings.appearance
    const wanted = [...new Set(Object.values(media).map(imageRule))].join('')
    if (wanted !== rules) sheet.replaceSync(wanted)
    rules = wanted
  }

  return {
    /** Images that the published content need not know. */
    know(more: readonly PublishedImage[]) {
      for (const image of more) images = { ...images, [image.id]: image }
    },
    /** Answers where text has changed. Throws when a section does; then the page stands as it was. */
    draw(published: Content, draft: Draft, view: PreviewView): Touched | undefined {
      touched = undefined
      const content = { ...published, media: { ...published.media, ...images } }
      const { navbar, main: sections, footer } = partsOf(content, draft, view, memo)
      dress(content, view)
      const now = new Map<string, Drawn>()
      const names = entriesOf(content)
      if (names !== entries) for (const one of drawn.values()) one.html = ''
      entries = names
      const project = draft.collection === 'projects' ? draft.entry.id : undefined
      for (const { id, html } of [{ id: '<', html: navbar }, ...sections, { id: '>', html: footer }])
        now.set(id, part(id, html, content, project))
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
