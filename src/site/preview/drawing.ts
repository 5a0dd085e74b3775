import type { Content } from '../../model/content/published-content.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import type { PublishedVideo } from '../../model/media/published-video.ts'
import type { Draft, PreviewView } from '../../model/preview/preview.ts'
import type { Catalogue } from '../../model/words/catalogue.ts'
import { isLeftward } from '../../model/words/languages.ts'
import { wordsOf } from '../../model/words/words.ts'
import { imageRule } from '../page/image.tsx'
import { createMemo } from '../page/memo.ts'
import { createRenderer } from '../page/renderer.ts'
import { withOwnWords } from '../page/with-own-words.ts'
import { morphedAll, putChildren, type Touched } from './morph.ts'
import { partsOf } from './parts.ts'
import { previewMarks } from './preview-marks.ts'
import { removeFocus } from './remove-focus.ts'

interface Drawn {
  html: string
  nodes: Node[]
}

/** Draws the page into this document, changing no more of it than differs. */
export const createDrawing = () => {
  const memo = createMemo()
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [sheet]
  const main = document.getElementById('main') as HTMLElement
  // The only tab stop: the page can be scrolled, its links and fields cannot be used.
  main.tabIndex = 0
  let images: Record<string, PublishedImage> = {}
  let videos: Record<string, PublishedVideo> = {}
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

  const dress = ({ settings, media }: Content, { scheme }: PreviewView) => {
    const { documentElement: root } = document
    root.lang = settings.language
    root.dir = isLeftward(settings.language) ? 'rtl' : 'ltr'
    root.dataset.accent = settings.accent
    root.dataset.appearance = scheme ?? settings.appearance
    const newRules = [...new Set(Object.values(media).map(imageRule))].join('')
    if (newRules !== rules) sheet.replaceSync(newRules)
    rules = newRules
  }

  return {
    /** Adds images and videos that are not in the published content. */
    know(moreImages: readonly PublishedImage[], moreVideos: readonly PublishedVideo[]) {
      for (const image of moreImages) images = { ...images, [image.id]: image }
      for (const video of moreVideos) videos = { ...videos, [video.id]: video }
    },
    /** Returns the position of a text change. Throws when a section does; the page is then unchanged. */
    draw(published: Content, catalogue: Catalogue, draft: Draft, view: PreviewView): Touched | undefined {
      touched = undefined
      const words = wordsOf(catalogue, published.settings)
      const known = {
        ...published,
        media: { ...published.media, ...images },
        videos: { ...published.videos, ...videos },
      }
      const content = withOwnWords(known, words)
      const renderer = createRenderer(memo, words, { marks: previewMarks })
      const { navbar, main: sections, footer } = partsOf(content, draft, view, renderer)
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
