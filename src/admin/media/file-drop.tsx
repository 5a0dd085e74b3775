import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { openDialogs } from '../ui/keys.ts'

/** Takes files that are dropped anywhere on the screen, and says so while they are over it. */
export const FileDrop = ({ take, children }: { take(files: File[]): void; children: string }) => {
  const [over, setOver] = useState(false)
  // Ignored while a dialog is open: it would be unclear what the file is for.
  const busy = () => document.querySelector(openDialogs) !== null
  // Text that is dragged goes into fields.
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
  useWindowEvent('drop', (event) => {
    setOver(false)
    if (!hasFiles(event)) return
    event.preventDefault()
    // Other files are rejected with a message instead of being ignored.
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length > 0 && !busy()) take(files)
  })
  useWindowEvent('dragover', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(!busy())
  })
  useWindowEvent('dragleave', (event) => event.relatedTarget === null && setOver(false))
  return (
    over && (
      <div className="drop-veil" aria-hidden>
        {children}
      </div>
    )
  )
}
