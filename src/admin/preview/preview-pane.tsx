import { ActionIcon, Alert, Box, Button, Group, Skeleton } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Smartphone from 'lucide-react/icons/smartphone'
import Sun from 'lucide-react/icons/sun'
import Tablet from 'lucide-react/icons/tablet'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import {
  type FieldLocation,
  type PreviewedPage,
  type PreviewView,
  previewPath,
  projectPageFields,
  type ToPreview,
} from '../../model/preview/preview.ts'
import type { Settings } from '../../model/settings/settings.ts'
import { useThemes } from '../api/settings-api.ts'
import { LoadFailure } from '../ui/loading.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import {
  choosePreview,
  type PreviewDevice,
  PreviewSheet,
  previewId,
  previewWidths,
  usePreviewChoice,
} from './preview-parts.tsx'
import { setHiddenParts, useCheckedCss, useContent, useDraft, usePreviewLink } from './shown.ts'
import type { Subject } from './subject.ts'

interface PreviewBarProps {
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

export const Widths = () => {
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

const PreviewBar = ({ view, change, appearance = 'auto', hasProjectPage, sideBySide, close }: PreviewBarProps) => {
  const deviceIsDark = useMediaQuery('(prefers-color-scheme: dark)', false, { getInitialValueInEffect: false })
  const isDark = (view.scheme ?? (appearance === 'auto' ? (deviceIsDark ? 'dark' : 'light') : appearance)) === 'dark'
  return (
    <Group gap={8} className="preview-bar">
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
      <Box flex={1} />
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
    </Group>
  )
}

interface PreviewFrameProps {
  title: string
  told: Omit<ToPreview, 'themes' | 'css'>
  /** False over the form: the page is then as wide as the screen, not scaled. */
  sideBySide: boolean
  pick(selected: FieldLocation): void
  left(): void
}

/** The page in a frame as wide as the chosen device, scaled to fit; every change is sent to it. */
export const PreviewFrame = ({ title, told, sideBySide, pick, left }: PreviewFrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const { draft, content } = told
  const settings = draft?.collection === 'settings' ? draft.settings : content?.settings
  const { data: themes, isError: withoutThemes } = useThemes()
  const checked = useCheckedCss((settings?.customCssOn && settings.customCss) || '')
  const all = {
    ...told,
    themes,
    // With the themes, so that nothing is drawn without them.
    content: themes || withoutThemes ? content : undefined,
    // Of CSS that is refused, the last that was not stays.
    css: checked?.problems.length === 0 ? checked.css : undefined,
  }
  const heard = { picked: pick, left, hidden: setHiddenParts }
  const { drawn, shown, failed, missing, again } = usePreviewLink(frame, all, heard)
  useEffect(() => () => setHiddenParts([]), [])
  const { device } = usePreviewChoice()
  const { ref: stage, width: stageWidth, height } = useElementSize()

  const width = sideBySide ? previewWidths[device] : stageWidth
  const scale = stageWidth > 0 ? Math.min(1, stageWidth / width) : 1
  return (
    <>
      <div role="status" className="preview-note">
        {failed
          ? 'This cannot be shown as it is. The preview shows the last version that could.'
          : !shown && 'This is not on the page: its section is hidden under Settings.'}
      </div>
      <div className="preview-stage">
        <div ref={stage} className="preview-room">
          <div
            className="preview-device-frame"
            data-device={sideBySide ? device : 'own'}
            style={{ inlineSize: Math.round(width * scale) }}
          >
            <iframe
              ref={frame}
              src={previewPath}
              title={title}
              data-drawn={drawn || undefined}
              style={{ inlineSize: width, blockSize: height / scale, transform: `scale(${scale})` }}
            />
            {/* Over the frame, which may still answer. */}
            {missing ? (
              <Alert className="preview-wait" color="red" variant="light" title="The preview did not open">
                <Button size="xs" onClick={again}>
                  Try again
                </Button>
              </Alert>
            ) : (
              !drawn && <Skeleton className="preview-wait" radius={0} aria-hidden />
            )}
          </div>
        </div>
      </div>
    </>
  )
}

interface Props {
  subject: Subject
  selected: FieldLocation | null
  sideBySide: boolean
  pick(selected: FieldLocation): void
  close(): void
  back(): void
}

const PreviewPane = ({ subject, selected, sideBySide, pick, close, back }: Props) => {
  const { data: content, error, refetch } = useContent()
  const shown = useDraft(subject, content)
  const [view, setView] = useState<PreviewView>({ page: 'home', scheme: null })
  const appearance = subject.collection === 'settings' ? subject.values.appearance : content?.settings.appearance

  // Show the page that has the field.
  const field = selected?.field ?? ''
  const isProject = subject.collection === 'projects'
  useEffect(() => {
    const show = (page: PreviewedPage) => setView((before) => (before.page === page ? before : { ...before, page }))
    if (!isProject) show(field === 'projectPage' ? 'project' : 'home')
    else if (projectPageFields.includes(field)) show('project')
    else if (field === 'size') show('home')
  }, [field, isProject])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an appearance that is just being chosen is to be seen.
  useEffect(() => setView((before) => ({ ...before, scheme: null })), [appearance])

  const inside = (
    <>
      <PreviewBar
        view={view}
        change={setView}
        appearance={appearance}
        hasProjectPage={isProject}
        sideBySide={sideBySide}
        close={close}
      />
      {error && !content ? (
        <div className="preview-stage">
          <LoadFailure error={error} retry={refetch} />
        </div>
      ) : (
        <PreviewFrame
          title="The page with your changes"
          told={{ content, ...shown, view, selected }}
          sideBySide={sideBySide}
          pick={pick}
          left={sideBySide ? back : close}
        />
      )}
    </>
  )
  if (!sideBySide) return <PreviewSheet close={close}>{inside}</PreviewSheet>
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) back()
  }
  return (
    <section id={previewId} className="preview-pane" aria-label="Preview" onKeyDown={onKeyDown}>
      {inside}
    </section>
  )
}

export default PreviewPane
