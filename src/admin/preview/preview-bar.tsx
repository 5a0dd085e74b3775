import { ActionIcon, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Smartphone from 'lucide-react/icons/smartphone'
import Sun from 'lucide-react/icons/sun'
import Tablet from 'lucide-react/icons/tablet'
import X from 'lucide-react/icons/x'
import type { PreviewedPage, PreviewView } from '../../model/preview/preview.ts'
import type { Settings } from '../../model/settings/settings.ts'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { choosePreview, type PreviewDevice, previewWidths, usePreviewChoice } from './preview-choice.ts'

interface Props {
  view: PreviewView
  change(view: PreviewView): void
  appearance: Settings['appearance'] | undefined
  hasProjectPage: boolean
  sideBySide: boolean
  close(): void
}

const icons = { phone: Smartphone, tablet: Tablet, desktop: Monitor }
const labels = { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' }
const devices = Object.keys(previewWidths) as PreviewDevice[]

const pages = [
  { value: 'home', label: 'Page' },
  { value: 'project', label: 'Project' },
] satisfies { value: PreviewedPage; label: string }[]

const Widths = () => {
  const { device } = usePreviewChoice()
  return (
    <SegmentedControl
      size="xs"
      aria-label="Preview width"
      value={device}
      onChange={(value) => choosePreview({ device: value as PreviewDevice })}
      data={devices.map((value) => {
        const Icon = icons[value]
        return {
          value,
          label: (
            <span className="preview-device" title={`${labels[value]}, ${previewWidths[value]} px`}>
              <Icon size={16} aria-hidden />
              <span className="visually-hidden">{`${labels[value]}, ${previewWidths[value]} px`}</span>
            </span>
          ),
        }
      })}
    />
  )
}

export const PreviewBar = ({ view, change, appearance = 'auto', hasProjectPage, sideBySide, close }: Props) => {
  const deviceIsDark = useMediaQuery('(prefers-color-scheme: dark)', false, { getInitialValueInEffect: false })
  const isDark = (view.scheme ?? (appearance === 'auto' ? (deviceIsDark ? 'dark' : 'light') : appearance)) === 'dark'
  return (
    <div className="preview-bar">
      {sideBySide ? (
        <Widths />
      ) : (
        <Button variant="default" size="sm" leftSection={<ArrowLeft size={16} aria-hidden />} onClick={close}>
          Back to the form
        </Button>
      )}
      {hasProjectPage && (
        <SegmentedControl
          size="xs"
          aria-label="What is shown"
          value={view.page}
          onChange={(page) => change({ ...view, page: page as PreviewedPage })}
          data={pages}
        />
      )}
      <span className="preview-gap" />
      <ActionIcon
        aria-label={isDark ? 'Light preview' : 'Dark preview'}
        onClick={() => change({ ...view, scheme: isDark ? 'light' : 'dark' })}
      >
        {isDark ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
      </ActionIcon>
      {sideBySide && (
        <ActionIcon aria-label="Close the preview" onClick={close}>
          <X size={18} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
