import type { ScriptWords } from '../../../model/words/catalogue.ts'
import { englishProjects } from '../../../model/words/english/projects.ts'
import { filled } from '../../../model/words/template.ts'
import { lockScroll, unlockScroll } from '../../boot/scroll-lock.ts'
import { directionOf } from '../direction.ts'
import { iconButton, newButton, newElement } from '../elements.ts'
import { scriptWords } from '../script-words.ts'
import { onSwipe } from './on-swipe.ts'
import type { ProjectPage } from './project-page.ts'

export interface ProjectView {
  href: string
  status: 'loading' | 'ready' | 'failed'
  page: ProjectPage | undefined
  /** The card's text, shown until the page is loaded. */
  name: string
  /** Position among the cards that the filter shows; -1 for a card that it hides. */
  index: number
  count: number
}

interface Actions {
  leave(): void
  step(by: number): void
  retry(): void
}

type Words = ScriptWords['projects']

const frame = `<div class="project-panel">
  <div class="project-bar">
    <p class="project-place" role="status"><span class="visually-hidden" data-label></span><span
      aria-hidden="true" data-place></span></p>
  </div>
</div>`

const skeleton = `<div class="project-skeleton" aria-hidden="true">
  <div class="project-skeleton-image"></div>
  <div class="project-skeleton-title"></div>
  <div class="project-skeleton-line"></div>
  <div class="project-skeleton-line"></div>
</div>`

const failure = (words: Words, href: string, retry: () => void): HTMLElement => {
  const button = newButton('button-line', retry)
  button.textContent = words.again
  const link = Object.assign(document.createElement('a'), { className: 'arrow-link', href, textContent: words.open })
  const ways = newElement('p', 'project-failure-ways', button, ' ', link)
  const notice = newElement('div', 'project-failure', newElement('p', '', words.failed), ways)
  notice.role = 'alert'
  return notice
}

/** Does what the boot script does on the project's own page. */
const hydrateComparisons = async (content: HTMLElement) => {
  const found = content.querySelectorAll<HTMLElement>('[data-island="compare"]')
  if (found.length === 0) return
  const { mount } = await import('../compare/compare.ts')
  found.forEach(mount)
}

const showStatus = (content: HTMLElement, { status, href, page }: ProjectView, words: Words, retry: () => void) => {
  if (page) {
    for (const image of page.article.querySelectorAll('img')) image.loading = 'eager'
    content.replaceChildren(page.article)
    hydrateComparisons(content)
  } else if (status === 'failed') {
    content.replaceChildren(failure(words, href, retry))
  } else content.innerHTML = skeleton
}

/** Opens a modal dialog over the page. It stays open from project to project. */
export const openProjectDialog = ({ leave, step, retry }: Actions) => {
  const words = scriptWords('projects', englishProjects)
  const dialog = document.createElement('dialog')
  dialog.className = 'project-dialog'
  dialog.tabIndex = -1
  // Horizontal touches are swipes: the browser would scroll.
  dialog.style.touchAction = 'pan-y pinch-zoom'
  dialog.innerHTML = frame
  const content = newElement('div', 'project-dialog-article')
  dialog.firstElementChild?.append(content)
  const place = dialog.querySelector('[role=status]') as HTMLElement
  const previous = iconButton(words.previous, 'previous', '', () => step(-1))
  const next = iconButton(words.next, 'next', '', () => step(1))
  place.after(previous, next, iconButton(words.close, 'close', 'project-close', leave))

  let isPressedOutside = false
  let shown = ''
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    leave()
  })
  dialog.addEventListener('close', leave)
  dialog.addEventListener('pointerdown', ({ target }) => {
    isPressedOutside = target === dialog
  })
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog && isPressedOutside) leave()
  })
  dialog.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!by || previous.hidden) return
    event.preventDefault()
    step(by * directionOf(dialog))
  })
  onSwipe(dialog, step)

  document.body.append(dialog)
  lockScroll()
  dialog.showModal()
  dialog.focus()
  return {
    show: (view: ProjectView) => {
      const { href, status, page, name, index, count } = view
      const label = page?.article.querySelector('h1, h2')?.textContent?.trim() || name
      dialog.ariaLabel = label
      dialog.ariaBusy = String(status === 'loading')
      for (const element of [place, previous, next]) element.hidden = count < 2
      const n = index + 1
      const texts = { label: `${label}, ${filled(words.place, { n, all: count })}`, place: `${n} / ${count}` }
      for (const [part, text] of Object.entries(texts)) {
        const element = place.querySelector(`[data-${part}]`)
        if (element) element.textContent = text
      }
      showStatus(content, view, words, retry)
      if (href !== shown) dialog.scrollTo({ top: 0, behavior: 'instant' })
      shown = href
    },
    close: () => {
      unlockScroll()
      dialog.remove()
    },
  }
}
