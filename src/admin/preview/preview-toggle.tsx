import { Button } from '@mantine/core'
import Eye from 'lucide-react/icons/eye'
import { choosePreview, usePreviewChoice, useSideBySide } from './preview-choice.ts'

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
