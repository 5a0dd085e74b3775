import type { Draft, FieldLocation } from '../../model/preview/preview.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import { sectionShowing } from '../sections/registry.ts'
import type { Touched } from './morph.ts'

const inEntry = ({ collection, entry }: FieldLocation) =>
  entry === null
    ? `[data-collection="${collection}"]:not([data-entry])`
    : `[data-collection="${collection}"][data-entry="${CSS.escape(entry)}"]`

const fieldsAt = (place: FieldLocation): HTMLElement[] => {
  const nth = place.index === undefined ? '' : `[data-index="${place.index}"]`
  const named = `${inEntry(place)}[data-field~="${CSS.escape(place.field)}"]`
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

// By hand: `scrollIntoView` would scroll the form's page along.
const scrollIntoView = ({ top, bottom, height }: DOMRect, smooth: boolean) => {
  const bar = barHeight()
  if (top >= bar && bottom <= innerHeight) return
  // What is too high to be seen whole is shown from its beginning, unless it fills the view already.
  if (top < bar && bottom > innerHeight) return
  const room = Math.max(0, innerHeight - bar - height)
  const behavior = smooth && !still.matches ? 'smooth' : 'instant'
  scrollBy({ top: top - bar - Math.min(room / 2, innerHeight / 3), behavior })
}

/** Of a field that is higher than the view, the line in which is being typed. */
const lineOf = (field: Element, touched: Touched | undefined): DOMRect => {
  const whole = field.getBoundingClientRect()
  if (!touched || whole.height <= innerHeight - barHeight() || !field.contains(touched.text)) return whole
  const range = document.createRange()
  range.setStart(touched.text, Math.max(0, touched.offset - 1))
  range.setEnd(touched.text, touched.offset)
  const line = range.getBoundingClientRect()
  return line.height > 0 ? line : whole
}

/** Marks what is edited on the page and keeps it in view. */
export const createScrollToField = () => {
  let last = ''
  let marked: HTMLElement[] = []
  return {
    /** Whether the page shows what is edited: the field, else its entry, else its section. */
    follow(draft: Draft, place: FieldLocation | null, touched: Touched | undefined): boolean {
      const whole: FieldLocation =
        draft.collection === 'settings'
          ? { collection: 'settings', entry: null, field: place?.field ?? '' }
          : { collection: draft.collection, entry: draft.entry.id, field: '' }
      const fields = place ? fieldsAt(place) : []
      const item = whole.entry === null ? null : document.querySelector<HTMLElement>(inEntry(whole))
      for (const element of marked) delete element.dataset.looked
      marked = fields
      for (const element of marked) element.dataset.looked = ''
      if (place) for (const more of item?.querySelectorAll('details') ?? []) more.open = true
      const seen = fields.find((element) => element.getClientRects().length > 0) ?? item ?? sectionAt(place ?? whole)
      // The first time at once, then gliding from field to field, and no glide lags behind the keys.
      const here = `${document.querySelector('[data-project-article]') !== null} ${JSON.stringify(place)}`
      if (seen) {
        showSlide(seen)
        scrollIntoView(lineOf(seen, touched), last !== '' && last !== here)
      }
      last = here
      return whole.entry === null || item !== null
    },
  }
}
