import type { Draft, FieldLocation } from '../../model/preview/preview.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import { sectionShowing } from '../sections/registry.ts'
import type { Touched } from './morph.ts'

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
export const createScrollToField = () => {
  let last = ''
  let marked: HTMLElement[] = []
  return {
    /** Scrolls to the field, else its entry, else its section. False when the edited entry is not on the page. */
    follow(draft: Draft, selected: FieldLocation | null, touched: Touched | undefined): boolean {
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
      if (seen) {
        showSlide(seen)
        scrollIntoView(lineOf(seen, touched), last !== '' && last !== here)
      }
      last = here
      return whole.entry === null || item !== null
    },
  }
}
