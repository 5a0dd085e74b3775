import FileText from 'lucide-react/icons/file-text'
import Film from 'lucide-react/icons/film'
import type { ReactNode } from 'react'

interface Props {
  kind?: 'file' | 'video'
  size?: number
  children?: ReactNode
}

/** Stands for a file that has no image, and for a video that cannot be seen. */
export const FileIcon = ({ kind = 'file', size = 28, children = kind === 'file' ? 'PDF' : 'Video' }: Props) => {
  const Icon = kind === 'file' ? FileText : Film
  return (
    <span className="file-icon" aria-hidden>
      <Icon size={size} strokeWidth={1.25} />
      <span>{children}</span>
    </span>
  )
}
