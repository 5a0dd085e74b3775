import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { filesIn, isVideo } from '../../../media/upload-state.ts'

const blockAt = (target: EventTarget): string | undefined =>
  (target as Element).closest<HTMLElement>('[data-block]')?.dataset.block

/** Attributes of an element into which images and videos are dropped and pasted. One file for an input of Media is left to it. */
export const useFiles = (add: (files: readonly File[], near: string | undefined) => void) => {
  const [over, setOver] = useState(false)
  const take = (event: DragEvent | ClipboardEvent, data: DataTransfer) => {
    const files = filesIn(data).filter((file) => file.type.startsWith('image/') || isVideo(file))
    const isForInput = files.length === 1 && (event.target as Element).closest('.image-input') !== null
    if (files.length === 0 || isForInput) return
    event.preventDefault()
    event.stopPropagation()
    add(files, blockAt(event.target))
  }
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
    },
    onDropCapture: (event: DragEvent) => {
      setOver(false)
      take(event, event.dataTransfer)
    },
    onDrop: (event: DragEvent) => {
      // The browser would leave the form and show the file.
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onPasteCapture: (event: ClipboardEvent) => {
      // A text takes them at its caret. Spreadsheets and word processors add an image of the text to it.
      const isForText = (event.target as Element).matches('.text-block textarea')
      if (!isForText && event.clipboardData.getData('text/plain').trim() === '') take(event, event.clipboardData)
    },
  }
}
