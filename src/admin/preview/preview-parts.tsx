import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import Eye from 'lucide-react/icons/eye'
import { atom } from 'nanostores'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'

export const previewWidths = { phone: 390, tablet: 768, desktop: 1280 } as const
export type PreviewDevice = keyof typeof previewWidths

interface PreviewChoice {
  open: boolean
  /** Over the form, on narrow screens; never kept. */
  sheet: boolean
  device: PreviewDevice
}

const name = 'vitrine-preview'

/** Width from which the preview is open until it is closed once. */
const openPx = 1200

const kept = (): PreviewChoice => {
  const choice: PreviewChoice = {
    open: window.innerWidth >= openPx,
    sheet: false,
    device: 'desktop',
  }
  try {
    const { open, device } = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<PreviewChoice>
    if (typeof open === 'boolean') choice.open = open
    if (device && Object.hasOwn(previewWidths, device)) choice.device = device
  } catch {
    // Storage is not available or holds something else: the defaults apply.
  }
  return choice
}

const choice = atom(kept())

/** Changes if the preview is open and how wide; kept on this device for all forms. */
export const choosePreview = (part: Partial<PreviewChoice>): void => {
  choice.set({ ...choice.get(), ...part })
  try {
    const { open, device } = choice.get()
    localStorage.setItem(name, JSON.stringify({ open, device }))
  } catch {
    // It then holds for as long as the app is open.
  }
}

export const usePreviewChoice = (): PreviewChoice => useSyncExternalStore(choice.listen, choice.get)

/** True when form and preview fit next to each other. As in `preview.css`. */
export const useSideBySide = (): boolean =>
  useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false })

export const previewId = 'preview'

export const PreviewToggle = () => {
  const { open, sheet } = usePreviewChoice()
  const sideBySide = useSideBySide()
  const shown = sideBySide ? open : sheet
  return (
    <Button
      variant="default"
      className="preview-toggle"
      leftSection={<Eye size={16} aria-hidden />}
      aria-expanded={shown}
      aria-controls={shown ? previewId : undefined}
      onClick={() => choosePreview(sideBySide ? { open: !open } : { sheet: !sheet })}
    >
      Preview
    </Button>
  )
}

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
