import { type ReactNode, useEffect, useRef } from 'react'
import { previewId } from './preview-toggle.tsx'

/** A preview over the form, on screens that are too narrow for both. */
export const PreviewSheet = ({ close, children }: { close(): void; children: ReactNode }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      id={previewId}
      className="preview-sheet"
      aria-label="Preview"
      onClose={() => dialog.current?.open || close()}
    >
      {children}
    </dialog>
  )
}
