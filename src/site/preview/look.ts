import type { Draft, FieldPlace } from '../../model/preview.ts'
import { sectionOf } from './places.ts'

const inEntry = ({ collection, entry }: FieldPlace) =>
  entry === null
    ? `[data-collection="${collection}"]:not([data-entry])`
    : `[data-collection="${collection}"][data-entry="${CSS.escape(entry)}"]`

const fieldsAt = (place: FieldPlace): HTMLElement[] => {
  const nth = place.index === undefined ? '' : `[data-index="${place.index}"]`
  const named = `${inEntry(place)}[data-field~="${CSS.escape(place.field)}"]`
  const exact = [...document.querySelectorAll<HTMLElement>(named + nth)]
  return exact.length > 0 ? exact : [...document.querySelectorAll<HTMLElement>(named)]
}

const sectionAt = ({ collection, field }: FieldPlace): HTMLElement | null => {
  const id = sectionOf[(collection === 'settings' ? field : collection) as keyof typeof sectionOf]
  return id === undefined ? null : document.getElementById(id)
}

const still = matchMedia('(prefers-reduced-motion: reduce)')

// By hand: `scrollIntoView` would scroll the form's page along.
const bring = (element: Element, smooth: boolean) => {
  const behavior = smooth && !still.matches ? 'smooth' : 'instant'
  const row = element.closest('[data-viewport]')
  const slide = element.closest('[data-slide]')
  if (row && slide) {
    const left = slide.getBoundingClientRect().left - row.getBoundingClientRect().left
    if (Math.abs(left) > 1 && (left < 0 || left + slide.clientWidth > row.clientWidth + 1))
      row.scrollBy({ left, behavior: 'instant' })
  }
  const { top, bottom, height } = element.getBoundingClientRect()
  const upper = document.querySelector('[data-nav]')?.clientHeight ?? 0
  if (top >= upper && bottom <= innerHeight) return
  // What is too high to be seen whole is shown from its beginning, unless it fills the view already.
  if (top < upper && bottom > innerHeight) return
  const room = Math.max(0, innerHeight - upper - height)
  scrollBy({ top: top - upper - Math.min(room / 2, innerHeight / 3), behavior })
}

/** Marks what is edited on the page and keeps it in view. */
export const createLook = () => {
  let last = ''
  let marked: HTMLElement[] = []
  return {
    /** Whether the page shows what is edited: the field, else its entry, else its section. */
    follow(draft: Draft, place: FieldPlace | null): boolean {
      const whole: FieldPlace =
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
      if (seen) bring(seen, last !== '' && last !== here)
      last = here
      return whole.entry === null || item !== null
    },
  }
}
