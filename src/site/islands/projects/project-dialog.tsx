import { useEffect, useLayoutEffect, useRef } from 'react'
import { lockScroll, unlockScroll } from '../../boot/scroll-lock.ts'
import { directionOf } from '../direction.ts'
import { Icon } from '../icon.tsx'
import { ProjectArticle } from './project-article.tsx'
import type { ProjectPage } from './project-page.ts'
import { useSwipe } from './use-swipe.ts'

export interface ProjectView {
  href: string
  status: 'loading' | 'ready' | 'failed'
  page: ProjectPage | undefined
  /** The card's words, until the page is here. */
  name: string
  /** Place among the cards that the filter shows; -1 when it is not among them. */
  index: number
  count: number
}

interface Props {
  view: ProjectView
  leave(): void
  step(by: number): void
  retry(): void
}

const Skeleton = () => (
  <div className="project-skeleton" aria-hidden="true">
    <div className="project-skeleton-image" />
    <div className="project-skeleton-title" />
    <div className="project-skeleton-line" />
    <div className="project-skeleton-line" />
  </div>
)

const Failure = ({ href, retry }: { href: string; retry(): void }) => (
  <div className="project-failure" role="alert">
    <p>This project could not be loaded. Check your connection and try again, or open its own page.</p>
    <p className="project-failure-ways">
      <button type="button" className="button-line" onClick={retry}>
        Try again
      </button>
      <a className="arrow-link" href={href}>
        Open the project’s page
      </a>
    </p>
  </div>
)

/** One project over the page, modal. It stays mounted while one turns from project to project. */
export const ProjectDialog = ({ view, leave, step, retry }: Props) => {
  const { href, status, page, name, index, count } = view
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  useSwipe(dialog, step)

  useLayoutEffect(() => {
    lockScroll()
    dialog.current?.showModal()
    dialog.current?.focus()
    return unlockScroll
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another project starts at its top.
  useEffect(() => {
    dialog.current?.scrollTo({ top: 0, behavior: 'instant' })
  }, [href])

  const label = page?.article.querySelector('h1, h2')?.textContent?.trim() || name
  return (
    <dialog
      ref={dialog}
      className="project-dialog"
      // Sideways is ours: the browser would take a swipe for scrolling.
      style={{ touchAction: 'pan-y pinch-zoom' }}
      aria-label={label}
      aria-busy={status === 'loading'}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      onClose={leave}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === dialog.current
      }}
      onClick={(event) => {
        if (event.target === dialog.current && pressedOutside.current) leave()
      }}
      onKeyDown={(event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
        if (!by || count < 2) return
        event.preventDefault()
        step(by * directionOf(event.currentTarget))
      }}
    >
      <div className="project-panel">
        <div className="project-bar">
          {count > 1 && (
            <>
              <p className="project-place" role="status">
                <span className="visually-hidden">{label}, </span>
                {index + 1} <span aria-hidden="true">/</span>
                <span className="visually-hidden">of</span> {count}
              </p>
              <button type="button" aria-label="Previous project" onClick={() => step(-1)}>
                <Icon name="previous" />
              </button>
              <button type="button" aria-label="Next project" onClick={() => step(1)}>
                <Icon name="next" />
              </button>
            </>
          )}
          <button type="button" className="project-close" aria-label="Close" onClick={leave}>
            <Icon name="close" />
          </button>
        </div>
        {status === 'loading' && <Skeleton />}
        {status === 'failed' && <Failure href={href} retry={retry} />}
        {page && <ProjectArticle article={page.article} />}
      </div>
    </dialog>
  )
}
