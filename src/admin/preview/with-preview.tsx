import { type FocusEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { collections } from '../../model/content/collections/index.ts'
import type { FieldLocation } from '../../model/preview/preview.ts'
import { fieldAround, focusField } from './focus-field.ts'
import { choosePreview, usePreviewChoice, useSideBySide } from './preview-choice.ts'
import { previewId } from './preview-toggle.tsx'
import { entryIdOf, isOf, type Subject } from './subject.ts'

const PreviewPane = lazy(() => import('./preview-pane.tsx'))

interface Props {
  subject: Subject
  reveal?(field: string): void
  children: ReactNode
}

const formOf = ({ collection, entry }: FieldLocation) =>
  collection === 'settings'
    ? '/admin/settings'
    : `/admin/${collections[collection].admin.path}/edit/${encodeURIComponent(entry ?? '')}`

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
    else navigate(formOf(picked), { state: { field: picked.field, index: picked.index } })
  }
  const shown = sideBySide ? open : sheet
  return (
    <div className="editor" data-preview={(shown && sideBySide) || undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only learns where in it the focus is. */}
      <div ref={form} className="editor-form" onFocus={onFocus}>
        {children}
      </div>
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
