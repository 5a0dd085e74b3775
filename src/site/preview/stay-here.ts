import type { FieldLocation } from '../../model/preview/preview.ts'

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
export const stayHere = (report: { picked(selected: FieldLocation): void; left(): void }): void => {
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
      if (selected) report.picked(selected)
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
    if (event.key === 'Escape') report.left()
  })
  addEventListener(
    'scroll',
    () => document.querySelector('[data-nav]')?.toggleAttribute('data-scrolled', scrollY > 8),
    { passive: true },
  )
}
