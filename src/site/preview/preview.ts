import type { Draft, FieldLocation, FromPreview, ToPreview } from '../../model/preview/preview.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import type { Catalogue } from '../../model/words/catalogue.ts'
import { english } from '../../model/words/en.ts'
import { type Language, languageOf } from '../../model/words/languages.ts'
import { withDraft } from '../page/one-page.tsx'
import { sectionShowing } from '../sections/registry.ts'
import { createDrawing, type Touched } from './drawing.ts'
import '../styles/site.css'
import '../styles/blocks.css'
import '../styles/preview.css'

/** Parts that a visitor must find, each with the elements of it that count. */
const neededParts = [
  ['the navigation', '.nav a, .nav button'],
  ['the contact form', '.contact-form :is(input, textarea, button)'],
  ['the links of the footer', '.footer-links a'],
] as const

const isSeen = (element: Element): boolean => {
  const { width, height, right, bottom, left } = element.getBoundingClientRect()
  const isInside = right > 0 && bottom + scrollY > 0 && left < document.documentElement.scrollWidth
  return isInside && width * height >= 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
}

/** Parts of which something is seen at this width only without the owner's CSS. */
const hiddenParts = (own: CSSStyleSheet): string[] => {
  const { adoptedStyleSheets: sheets } = document
  const top = scrollY
  // What fades out is still there for a moment.
  const still = new CSSStyleSheet()
  still.replaceSync('* { transition: none !important }')
  document.adoptedStyleSheets = [...sheets, still]
  const seen = (isWorn: boolean) => {
    own.disabled = !isWorn
    return neededParts.map(([, selector]) => [...document.querySelectorAll(selector)].map(isSeen))
  }
  const [before, after] = [seen(false), seen(true)]
  document.adoptedStyleSheets = [...sheets]
  if (scrollY !== top) scrollTo({ top, behavior: 'instant' })
  const isHidden = (part: number) => before[part]?.some((was, at) => was && !after[part]?.[at])
  return neededParts.flatMap(([name], part) => (isHidden(part) ? [name] : []))
}

const post = (message: FromPreview) => parent.postMessage(message, location.origin)

const fieldAround = (target: EventTarget | null): FieldLocation | undefined => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-collection]') : null
  if (!element) return undefined
  const { collection, entry = null, field = '', index } = element.dataset
  return {
    collection: collection as FieldLocation['collection'],
    entry,
    field: field.split(' ')[0] ?? '',
    ...(index === undefined ? {} : { index: Number(index) }),
  }
}

/** Disables links and forms of the previewed page; a click reports the clicked field. */
const stayHere = (): void => {
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  for (const kind of ['auxclick', 'dblclick', 'submit', 'dragstart']) addEventListener(kind, stop, true)
  addEventListener(
    'click',
    (event) => {
      stop(event)
      const selected = fieldAround(event.target)
      if (selected) post({ kind: 'picked', selected })
    },
    true,
  )
  // Fields would take the focus at mousedown, before the click.
  addEventListener(
    'mousedown',
    (event) => {
      if (event.target instanceof Element && event.target.closest('a, button, input, textarea, summary'))
        event.preventDefault()
    },
    true,
  )
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') post({ kind: 'left' })
  })
  addEventListener(
    'scroll',
    () => document.querySelector('[data-nav]')?.toggleAttribute('data-scrolled', scrollY > 8),
    { passive: true },
  )
}

const modules = import.meta.glob<{ catalogue: Catalogue }>(['../../model/words/??.ts', '!../../model/words/en.ts'])
const catalogues = new Map<Language, Promise<Catalogue>>()

/** The catalogue for a language code, fetched when it is first shown. */
const catalogueFor = (code: string): Promise<Catalogue> => {
  const language = languageOf(code)
  const load = async () => (await modules[`../../model/words/${language}.ts`]?.())?.catalogue ?? english
  // Without it the page is still worth seeing.
  const catalogue = catalogues.get(language) ?? load().catch(() => english)
  catalogues.set(language, catalogue)
  return catalogue
}

const inEntry = ({ collection, entry }: FieldLocation) =>
  entry === null
    ? `[data-collection="${collection}"]:not([data-entry])`
    : `[data-collection="${collection}"][data-entry="${CSS.escape(entry)}"]`

const fieldsAt = (selected: FieldLocation): HTMLElement[] => {
  const nth = selected.index === undefined ? '' : `[data-index="${selected.index}"]`
  const named = `${inEntry(selected)}[data-field~="${CSS.escape(selected.field)}"]`
  const exact = [...document.querySelectorAll<HTMLElement>(named + nth)]
  return exact.length > 0 ? exact : [...document.querySelectorAll<HTMLElement>(named)]
}

const sectionAt = ({ collection, field }: FieldLocation): HTMLElement | null => {
  const shown = collection === 'settings' ? { setting: field as keyof PublicSettings } : { collection }
  const section = sectionShowing(shown)
  return section ? document.getElementById(section.id) : null
}

const still = matchMedia('(prefers-reduced-motion: reduce)')

const showSlide = (element: Element) => {
  const row = element.closest('[data-viewport]')
  const slide = element.closest('[data-slide]')
  if (!row || !slide) return
  const left = slide.getBoundingClientRect().left - row.getBoundingClientRect().left
  if (left < -1 || left + slide.clientWidth > row.clientWidth + 1) row.scrollBy({ left, behavior: 'instant' })
}

const barHeight = () => document.querySelector('[data-nav]')?.clientHeight ?? 0

// Not `scrollIntoView`, which would scroll the page around the frame, too.
const scrollIntoView = ({ top, bottom, height }: DOMRect, smooth: boolean) => {
  const bar = barHeight()
  if (top >= bar && bottom <= innerHeight) return
  // An element higher than the view is shown from its start, unless it fills the view already.
  if (top < bar && bottom > innerHeight) return
  const spare = Math.max(0, innerHeight - bar - height)
  const behavior = smooth && !still.matches ? 'smooth' : 'instant'
  scrollBy({ top: top - bar - Math.min(spare / 2, innerHeight / 3), behavior })
}

/** The line being edited in a field that is higher than the view; else the whole field. */
const lineOf = (field: Element, touched: Touched | undefined): DOMRect => {
  const whole = field.getBoundingClientRect()
  if (!touched || whole.height <= innerHeight - barHeight() || !field.contains(touched.text)) return whole
  const range = document.createRange()
  range.setStart(touched.text, Math.max(0, touched.offset - 1))
  range.setEnd(touched.text, touched.offset)
  const line = range.getBoundingClientRect()
  return line.height > 0 ? line : whole
}

/** Marks the edited field on the page and keeps it in view. */
const createScrollToField = () => {
  let last = ''
  let marked: HTMLElement[] = []
  /** Scrolls to the field, else its entry, else its section. False when the edited entry is not on the page. */
  return (draft: Draft, selected: FieldLocation | null, touched: Touched | undefined, isResized: boolean): boolean => {
    const whole: FieldLocation =
      draft.collection === 'settings'
        ? { collection: 'settings', entry: null, field: selected?.field ?? '' }
        : { collection: draft.collection, entry: draft.entry.id, field: '' }
    const fields = selected ? fieldsAt(selected) : []
    const item = whole.entry === null ? null : document.querySelector<HTMLElement>(inEntry(whole))
    for (const element of marked) delete element.dataset.selected
    marked = fields
    for (const element of marked) element.dataset.selected = ''
    if (selected) for (const more of item?.querySelectorAll('details') ?? []) more.open = true
    const seen = fields.find((element) => element.getClientRects().length > 0) ?? item ?? sectionAt(selected ?? whole)
    // The first time at once, then gliding from field to field, and no glide lags behind the keys.
    const here = `${document.querySelector('[data-project-article]') !== null} ${JSON.stringify(selected)}`
    // Drawn again without a change of it, as after a save, the page stays where it is.
    if (seen && (touched || isResized || last !== here)) {
      showSlide(seen)
      scrollIntoView(lineOf(seen, touched), last !== '' && last !== here)
    }
    if (seen) last = here
    return whole.entry === null || item !== null
  }
}

/**
 * The page with the draft, rendered by the code of the real page. The form that embeds it sends all data: its
 * Content-Security-Policy allows no connection.
 */
const listen = () => {
  const scrollToField = createScrollToField()
  const drawing = createDrawing()
  let told: ToPreview = {}
  // Also what the draft named before: it may be shown until what follows it is there.
  const known: Required<Pick<Content, 'media' | 'videos'>> = { media: {}, videos: {} }
  let reported: boolean | undefined
  let measured = ''
  let isResized = false

  const draw = async () => {
    const { content, draft, view = { page: 'home', scheme: null }, selected = null, css = '', themes } = told
    if (!content || !draft) return
    const now = told
    try {
      const edited = withDraft(content, draft)
      const catalogue = await catalogueFor(edited.settings.language)
      // What has come since is drawn next.
      if (now !== told) return
      const media = { ...edited.media, ...known.media }
      const shown = { ...edited, media, videos: { ...edited.videos, ...known.videos } }
      const touched = drawing.draw(shown, catalogue, draft, view, themes)
      const isShown = scrollToField(draft, selected, touched, isResized)
      isResized = false
      if (isShown !== reported) post({ kind: 'drawn', shown: isShown })
      reported = isShown
      const worn = css && `${innerWidth} ${css}`
      if (worn !== measured) post({ kind: 'hidden', parts: css ? hiddenParts(drawing.own) : [] })
      measured = worn
    } catch {
      // The next keystroke may repair it.
      reported = undefined
      post({ kind: 'failed' })
    }
  }

  // After the messages that are here already, and before the next frame.
  let waiting = false
  const soon = () => {
    if (waiting) return
    waiting = true
    setTimeout(() => {
      waiting = false
      void draw()
    })
  }

  addEventListener('message', ({ source, origin, data }: MessageEvent<ToPreview>) => {
    if (source !== parent || origin !== location.origin) return
    told = { ...told, ...data }
    for (const item of data.media ?? []) {
      if (item.kind === 'image') known.media[item.id] = item
      else known.videos[item.id] = item
    }
    if (data.css !== undefined) drawing.own.replaceSync(data.css && `@layer own{${data.css}}`)
    soon()
  })
  addEventListener('resize', () => {
    isResized = true
    soon()
  })
  stayHere()
  post({ kind: 'ready' })
}

if (parent !== window) listen()
