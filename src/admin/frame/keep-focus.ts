import { openDialogs } from '../ui/keys.ts'

/**
 * Keeps the focus when what had it is removed, moved or disabled for a while: it goes to the next thing in the same place, and never to
 * the document, from where Tab would start at the top. A click on nothing still takes it away.
 */

const focusable =
  ':is(a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]):not(:disabled, [tabindex="-1"])'
/** Layers over the screen; the focus returns from them to where it was before. */
const layers = `${openDialogs}, [role=menu], [role=status], [role=alert]`
const fields = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, select'
const mostRemembered = 20

/** Elements that had the focus, the newest last. */
let before: Element[] = []
let pathname = ''

const remember = (element: Element | null) => {
  if (!element || element === document.body) return
  before = [...before.filter((other) => other !== element && other.isConnected), element].slice(-mostRemembered)
  pathname = location.pathname
}

const give = (element: Element | null | undefined): boolean => {
  if (!(element instanceof HTMLElement)) return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** Gives the focus to something inside: what a row is opened by, else a field, else the first button or link. */
const giveInside = (element: Element): boolean =>
  ['[data-list-focus]', fields, focusable].some((selector) =>
    [element, ...element.querySelectorAll(selector)].some(
      (one) => one.matches(`:is(${selector}):not(:disabled, [tabindex="-1"])`) && one.checkVisibility() && give(one),
    ),
  )

const isScreen = (removed: Element) => removed.querySelector('h1') !== null

/** From where something was removed: what follows it there, else what precedes it, else the same one level up. */
const giveNear = ({ target, previousSibling }: MutationRecord): void => {
  let parent = target as Element
  const around = parent.closest<HTMLElement>(openDialogs) ?? document.getElementById('main')
  let previous = previousSibling instanceof Element ? previousSibling : null
  while (around?.contains(parent) && parent !== around) {
    const children = [...parent.children]
    const at = previous ? children.indexOf(previous) + 1 : 0
    if ([...children.slice(at), ...children.slice(0, at).reverse()].some(giveInside)) return
    previous = parent
    parent = parent.parentElement as Element
  }
  around?.focus({ preventScroll: true })
}

const isLost = () => document.activeElement === null || document.activeElement === document.body

const restoreFocus = (records: readonly MutationRecord[]): void => {
  const last = before.at(-1)
  // A new screen takes the focus itself.
  if (!last || !isLost() || pathname !== location.pathname) return
  if (last.isConnected) {
    // It was moved, or can be used again.
    if (
      records.some(({ target, removedNodes }) => target === last || [...removedNodes].some((one) => one.contains(last)))
    )
      give(last)
    return
  }
  const record = records.find(({ removedNodes }) => [...removedNodes].some((one) => one.contains(last)))
  const removed = [...(record?.removedNodes ?? [])].find((one) => one.contains(last)) as Element | undefined
  const layer = last.closest(layers)
  if (layer || !record) {
    if (before.toReversed().some((one) => one.isConnected && !layer?.contains(one) && give(one))) return
  }
  if (!record || !removed || isScreen(removed)) document.getElementById('main')?.focus({ preventScroll: true })
  else giveNear(record)
}

/** Escape in a field leads out of it: to the heading of its block, else to the whole field; the text stays. */
const leaveField = (event: KeyboardEvent): void => {
  const { key, target, defaultPrevented, isComposing } = event
  if (key !== 'Escape' || defaultPrevented || isComposing || !(target instanceof HTMLElement)) return
  if (!target.matches(fields) || document.querySelector(openDialogs)) return
  // The browser empties a search first.
  if (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '') return
  if (give(target.closest('[data-block]')?.querySelector('[data-reveal]'))) return
  const around = target.closest<HTMLElement>('[data-field], #main')
  if (around) around.tabIndex = -1
  give(around)
}

remember(document.activeElement)
document.addEventListener('focusin', ({ target }) => remember(target as Element))
document.addEventListener('pointerdown', ({ target }) => {
  if (!(target as Element).closest(`${focusable}, label`)) before = []
})
document.addEventListener('keydown', leaveField)
new MutationObserver(restoreFocus).observe(document.body, {
  subtree: true,
  childList: true,
  attributeFilter: ['disabled'],
})
