import FileText from 'lucide-react/icons/file-text'

/** Stands for a file that has no image. */
export const FileIcon = ({ size = 28 }: { size?: number }) => (
  <span className="file-icon" aria-hidden>
    <FileText size={size} strokeWidth={1.25} />
    <span>PDF</span>
  </span>
)
