import { type ReactNode, useEffect, useRef, useState } from 'react'
import { copyText } from './copy-text.ts'
import { toastError } from './toast.tsx'

const saidMs = 2000

/** Copies, and says so when the browser refuses. */
export const copyOrSay = async (text: string): Promise<boolean> => {
  const isCopied = await copyText(text)
  if (!isCopied) toastError(new Error('This browser does not allow it here.'), 'Not copied')
  return isCopied
}

interface CopyButtonProps {
  value: string
  /** Draws the button; `copied` is true for two seconds after it. */
  children(state: { copied: boolean; copy(): void }): ReactNode
}

/** Copies at any address. Mantine's does nothing where the browser has no `clipboard`. */
export const CopyButton = ({ value, children }: CopyButtonProps) => {
  const [copied, setCopied] = useState(false)
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const copy = async () => {
    if (!(await copyOrSay(value))) return
    setCopied(true)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(setCopied, saidMs, false)
  }
  return children({ copied, copy: () => void copy() })
}
