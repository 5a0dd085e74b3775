import { atom } from 'nanostores'
import { useSyncExternalStore } from 'react'

export const previewWidths = { phone: 390, tablet: 768, desktop: 1280 } as const
export type PreviewDevice = keyof typeof previewWidths

export interface PreviewChoice {
  /** Beside the form. */
  open: boolean
  /** Over the form, on narrow screens; never kept. */
  sheet: boolean
  device: PreviewDevice
}

const name = 'vitrine-preview'

/** In px: from here on there is room beside the form. */
const beside = 1024

/** In px: with this much room it stands open until it is closed. */
const roomy = 1440

const kept = (): PreviewChoice => {
  const choice: PreviewChoice = {
    open: window.innerWidth >= roomy,
    sheet: false,
    device: window.innerWidth < beside ? 'phone' : 'desktop',
  }
  try {
    const { open, device } = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<PreviewChoice>
    if (typeof open === 'boolean') choice.open = open
    if (device && Object.hasOwn(previewWidths, device)) choice.device = device
  } catch {
    // Storage is closed to us, or holds another's: then it is as if never chosen.
  }
  return choice
}

const choice = atom(kept())

/** Whether the preview is open and how wide, from form to form, kept on this device. */
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
