import { englishViewer } from '../../model/words/english/viewer.ts'
import { filled } from '../../model/words/template.ts'
import { adoptStyle, directionOf, iconButton, newElement, scriptWords } from './elements.ts'
import { transition } from './motion.ts'
import { lockScroll, unlockScroll } from './scroll-lock.ts'
import css from './viewer.css?inline'

const viewed = 'a[data-view]'

let close: (() => void) | undefined

/** The image of a link as large as the window, with its caption. */
const slideOf = (link: HTMLAnchorElement): HTMLElement => {
  const image = (link.firstElementChild as HTMLElement).cloneNode(true) as HTMLElement
  image.className = 'viewer-image'
  for (const one of image.querySelectorAll<HTMLImageElement | HTMLSourceElement>('img, source')) one.sizes = '100vw'
  const caption = link.closest('figure')?.querySelector('figcaption')?.textContent?.trim()
  const slide = newElement('li', 'viewer-slide', image)
  if (caption) {
    const text = newElement('p', 'viewer-caption', caption)
    text.dir = 'auto'
    slide.append(text)
  }
  return slide
}

const name = (element: Element | null | undefined, value: string) => {
  if (element) (element as HTMLElement).style.viewTransitionName = value
}

/** Changes the page while one image becomes the other. */
const morph = async (
  from: () => Element | null | undefined,
  change: () => void,
  to: () => Element | null | undefined,
) => {
  const before = from()
  let after: Element | null | undefined
  const moving = transition(() => {
    name(before, '')
    change()
    after = to()
    name(after, 'viewed-image')
  })
  name(before, 'viewed-image')
  await moving
  name(before, '')
  name(after, '')
}

const show = (first: HTMLAnchorElement) => {
  const words = scriptWords('viewer', englishViewer)
  const around = first.closest<HTMLElement>('dialog, main') ?? document.body
  // The dialog of a project keeps the page where it is already.
  const locks = around.localName !== 'dialog'
  const links = [...around.querySelectorAll<HTMLAnchorElement>(viewed)]
  const dialog = newElement('dialog', 'viewer')
  dialog.tabIndex = -1
  const strip = newElement('ul', 'viewer-strip', ...links.map(slideOf))
  const place = newElement('p', 'project-place')
  place.role = 'status'
  let at = links.indexOf(first)

  const slideAt = (index: number) => strip.children[index] as HTMLElement | undefined
  const toSlide = (index: number, behavior: ScrollBehavior) => {
    const left = slideAt(index)?.offsetLeft
    if (left !== undefined) strip.scrollTo({ left, behavior })
  }
  const step = (by: number) => toSlide(Math.min(links.length - 1, Math.max(0, at + by)), 'auto')
  const previous = iconButton(words.previous, 'previous', '', () => step(-1))
  const next = iconButton(words.next, 'next', '', () => step(1))
  const bar = newElement('div', 'project-bar', place, previous, next)
  let isLeaving = false
  const leave = () => {
    if (!isLeaving) history.back()
    isLeaving = true
  }
  bar.append(iconButton(words.close, 'close', 'project-close', leave))
  dialog.append(bar, strip)

  const tell = () => {
    place.textContent = filled(words.place, { n: at + 1, all: links.length })
    dialog.ariaLabel = slideAt(at)?.querySelector('img')?.alt || words.image
    // Disabled, the button that was pressed would lose the focus.
    previous.ariaDisabled = `${at === 0}`
    next.ariaDisabled = `${at === links.length - 1}`
    for (const [index, slide] of [...strip.children].entries()) (slide as HTMLElement).inert = index !== at
  }
  for (const one of [place, previous, next]) one.hidden = links.length < 2
  strip.addEventListener(
    'scroll',
    () => {
      const index = Math.round(Math.abs(strip.scrollLeft) / Math.max(1, strip.clientWidth))
      if (index === at) return
      at = index
      tell()
    },
    { passive: true },
  )
  // Turned or resized, the window shows the same image.
  new ResizeObserver(() => toSlide(at, 'instant')).observe(strip)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    leave()
  })
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof Element && !target.closest('img, button, p')) leave()
  })
  // The project's dialog below has the same swipes and keys.
  dialog.addEventListener('touchstart', (event) => event.stopPropagation(), { passive: true })
  dialog.addEventListener('keydown', (event) => {
    event.stopPropagation()
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    step(by * directionOf(dialog))
  })

  const imageOf = (link: HTMLElement | undefined) => link?.querySelector('img')
  const open = () => {
    around.append(dialog)
    if (locks) lockScroll()
    dialog.showModal()
    dialog.focus()
    toSlide(at, 'instant')
    tell()
  }
  close = () => {
    close = undefined
    const link = links[at]
    const end = () => {
      if (locks) unlockScroll()
      dialog.remove()
      link?.focus()
    }
    morph(
      () => imageOf(slideAt(at)),
      end,
      () => imageOf(link),
    )
  }
  morph(
    () => imageOf(first),
    open,
    () => imageOf(slideAt(at)),
  )
}

/** Shows an image as large as the window, and the others of its page beside it. *Back* closes it. */
export const open = (link: HTMLAnchorElement): void => {
  // A second click, while this came.
  if (close) return
  // After a reload, the entry of an image that was open is still the current one.
  if (!history.state?.viewer) history.pushState({ ...history.state, viewer: true }, '')
  show(link)
}

adoptStyle(css)
addEventListener('popstate', () => {
  if (!history.state?.viewer) close?.()
})
