import { type KeyboardEvent, useEffect, useState } from 'react'
import { type FieldLocation, type PreviewView, projectPageFields } from '../../model/preview/preview.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PreviewBar } from './preview-bar.tsx'
import { PreviewFrame } from './preview-frame.tsx'
import { PreviewSheet } from './preview-sheet.tsx'
import { previewId } from './preview-toggle.tsx'
import type { Subject } from './subject.ts'
import { useContent, useDraft } from './use-draft.ts'

interface Props {
  subject: Subject
  selected: FieldLocation | null
  sideBySide: boolean
  pick(selected: FieldLocation): void
  close(): void
  back(): void
}

const PreviewPane = ({ subject, selected, sideBySide, pick, close, back }: Props) => {
  const { data: content, error, refetch } = useContent()
  const draft = useDraft(subject, content)
  const [view, setView] = useState<PreviewView>({ page: 'home', scheme: null })
  const appearance = subject.collection === 'settings' ? subject.values.appearance : content?.settings.appearance

  // Show the page that has the field.
  const field = selected?.field ?? ''
  const isProject = subject.collection === 'projects'
  useEffect(() => {
    if (!isProject) return
    if (projectPageFields.includes(field)) setView((before) => ({ ...before, page: 'project' }))
    if (field === 'size') setView((before) => ({ ...before, page: 'home' }))
  }, [field, isProject])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an appearance that is just being chosen is to be seen.
  useEffect(() => setView((before) => ({ ...before, scheme: null })), [appearance])

  const inside = (
    <>
      <PreviewBar
        view={view}
        change={setView}
        appearance={appearance}
        hasProjectPage={isProject}
        sideBySide={sideBySide}
        close={close}
      />
      {error && !content ? (
        <div className="preview-stage">
          <LoadFailure error={error} retry={refetch} />
        </div>
      ) : (
        <PreviewFrame
          content={content}
          draft={draft}
          view={view}
          selected={selected}
          sideBySide={sideBySide}
          pick={pick}
          left={sideBySide ? back : close}
        />
      )}
    </>
  )
  if (!sideBySide) return <PreviewSheet close={close}>{inside}</PreviewSheet>
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) back()
  }
  return (
    <section id={previewId} className="preview-pane" aria-label="Preview" onKeyDown={onKeyDown}>
      {inside}
    </section>
  )
}

export default PreviewPane
