import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import type { CvVariantDraft } from '../../../model/cv/variant.ts'
import { choosePreview, previewId, usePreviewChoice, useSideBySide } from '../../preview/preview-parts.tsx'

const CvPreview = lazy(() => import('./cv-preview.tsx'))

interface Props {
  draft: CvVariantDraft
  fileName: string
  children: ReactNode
}

/** A form with the PDF next to it; on a narrow screen over it. */
export const WithCvPreview = ({ draft, fileName, children }: Props) => {
  const { open, sheet } = usePreviewChoice()
  const sideBySide = useSideBySide()
  useEffect(() => () => choosePreview({ sheet: false }), [])
  const shown = sideBySide ? open : sheet
  return (
    <div className="editor" data-preview={(shown && sideBySide) || undefined}>
      <div className="editor-form">{children}</div>
      {shown && (
        <Suspense fallback={sideBySide ? <div id={previewId} className="preview-pane" /> : null}>
          <CvPreview
            draft={draft}
            fileName={fileName}
            sideBySide={sideBySide}
            close={() => choosePreview(sideBySide ? { open: false } : { sheet: false })}
          />
        </Suspense>
      )}
    </div>
  )
}
