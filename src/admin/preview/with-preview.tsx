import { Box } from '@mantine/core'
import { type FocusEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { FieldLocation } from '../../model/preview/preview.ts'
import { formPath } from '../ui/screens.ts'
import { untilFound } from '../ui/use-loaded.ts'
import { choosePreview, previewId, usePreviewChoice, useSideBySide } from './preview-parts.tsx'
import { entryIdOf, isOf, type Subject } from './subject.ts'

const fieldIn = (root: HTMLElement, name: string) =>
  name === ''
    ? root.querySelector<HTMLElement>('[data-field]')
    : root.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)

/** The list of a field; a list inside one of its rows is not meant. */
const listIn = (field: HTMLElement) => field.querySelector('.sortable')

const inputOf = (field: HTMLElement, index: number | undefined): HTMLElement | null => {
  const row = index === undefined ? undefined : (listIn(field)?.children[index] as HTMLElement | undefined)
  const container = row ?? field
  const closed = row?.querySelector<HTMLElement>('[data-reveal][aria-expanded="false"]')
  if (closed) {
    closed.click()
    return null
  }
  if (container.matches('input, textarea, select')) return container
  return (
    container.querySelector<HTMLElement>('textarea, select, input:not([type="hidden"])') ??
    container.querySelector<HTMLElement>('button')
  )
}

/** Focuses a field of a form as soon as it is rendered; the first one without a name. A tab may have to open first, or a sheet to close. */
const focusField = (root: HTMLElement, name: string, index?: number): void =>
  untilFound(root, () => {
    const field = fieldIn(root, name)
    const input = field && inputOf(field, index)
    input?.focus({ preventScroll: true })
    if (!input || document.activeElement !== input) return false
    input.scrollIntoView({ block: 'center' })
    const background = ['var(--mantine-primary-color-light)', 'transparent']
    field.animate({ background, boxShadow: background.map((color) => `0 0 0 8px ${color}`) }, 1500)
    return true
  })

const fieldAround = (element: Element): { field: string; index?: number } | undefined => {
  const field = element.closest<HTMLElement>('[data-field]')
  const name = field?.dataset.field
  if (!name) return undefined
  const index = [...(listIn(field)?.children ?? [])].findIndex((row) => row.contains(element))
  return index < 0 ? { field: name } : { field: name, index }
}

const PreviewPane = lazy(() => import('./preview-pane.tsx'))

interface Props {
  subject: Subject
  reveal?(field: string): void
  children: ReactNode
}

export const WithPreview = ({ subject, reveal, children }: Props) => {
  const { open, sheet } = usePreviewChoice()
  const sideBySide = useSideBySide()
  const navigate = useNavigate()
  const { state: arrival } = useLocation()
  const form = useRef<HTMLDivElement>(null)
  const lastFocus = useRef<HTMLElement>(null)
  const [selected, setSelected] = useState<FieldLocation | null>(null)

  const goTo = ({ field, index }: { field: string; index?: number }) => {
    reveal?.(field)
    if (form.current) focusField(form.current, field, index)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each arrival, also from this screen itself.
  useEffect(() => {
    if (typeof arrival?.field === 'string') goTo(arrival)
  }, [arrival])
  useEffect(() => () => choosePreview({ sheet: false }), [])

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const around = fieldAround(target)
    if (!around) return
    lastFocus.current = target
    setSelected({ collection: subject.collection, entry: entryIdOf(subject), ...around })
  }
  const pick = (picked: FieldLocation) => {
    if (!sideBySide) choosePreview({ sheet: false })
    if (isOf(subject, picked)) goTo(picked)
    else
      navigate(formPath(picked.collection, picked.entry ?? null), {
        state: { field: picked.field, index: picked.index },
      })
  }
  const shown = sideBySide ? open : sheet
  return (
    <div className="editor" data-preview={(shown && sideBySide) || undefined}>
      <Box ref={form} miw={0} onFocus={onFocus}>
        {children}
      </Box>
      {shown && (
        <Suspense fallback={sideBySide ? <div id={previewId} className="preview-pane" /> : null}>
          <PreviewPane
            subject={subject}
            selected={selected}
            sideBySide={sideBySide}
            pick={pick}
            close={() => choosePreview(sideBySide ? { open: false } : { sheet: false })}
            back={() => {
              const last = lastFocus.current?.isConnected ? lastFocus.current : null
              if (last) last.focus()
              else if (form.current) focusField(form.current, '')
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
