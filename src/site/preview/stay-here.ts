import type { FieldLocation } from '../../model/preview/preview.ts'

const placeOf = (target: EventTarget | null): FieldLocation | undefined => {
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

/** Keeps the previewed page where it is: a click says what was clicked, and neither link nor form does anything. */
export const stayHere = (tell: { picked(place: FieldLocation): void; left(): void }): void => {
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  for (const kind of ['auxclick', 'dblclick', 'submit', 'dragstart']) addEventListener(kind, stop, true)
  addEventListener(
    'click',
    (event) => {
      stop(event)
      const place = placeOf(event.target)
      if (place) tell.picked(place)
    },
    true,
  )
  // Fields of the page would take the focus already when pressed.
  addEventListener(
    'mousedown',
    (event) => {
      if (event.target instanceof Element && event.target.closest('a, button, input, textarea, summary'))
        event.preventDefault()
    },
    true,
  )
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') tell.left()
  })
  addEventListener(
    'scroll',
    () => document.querySelector('[data-nav]')?.toggleAttribute('data-scrolled', scrollY > 8),
    { passive: true },
  )
}
