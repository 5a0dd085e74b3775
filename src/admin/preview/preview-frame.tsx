import { Alert, Button, Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import type { Content } from '../../model/content/published-content.ts'
import { type DraftWithMedia, type FieldLocation, type PreviewView, previewPath } from '../../model/preview/preview.ts'
import { previewWidths, usePreviewChoice } from './preview-choice.ts'
import { usePreviewLink } from './use-preview-link.ts'

interface Props {
  content: Content | undefined
  draft: DraftWithMedia | undefined
  view: PreviewView
  selected: FieldLocation | null
  /** False over the form: the page is then as wide as the screen, not scaled. */
  sideBySide: boolean
  pick(selected: FieldLocation): void
  left(): void
}

/** The page in a frame as wide as the chosen device, scaled to fit; every change is sent to it. */
export const PreviewFrame = ({ content, draft, view, selected, sideBySide, pick, left }: Props) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const { round, drawn, shown, failed, missing, send, again } = usePreviewLink(frame, { picked: pick, left })
  const { device } = usePreviewChoice()
  const { ref: stage, width: stageWidth, height } = useElementSize()

  const text = JSON.stringify(draft)
  // A new `round` is a listener that has no content yet.
  useEffect(() => {
    if (round > 0 && content) send({ kind: 'content', content })
  }, [round, content, send])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is another when its text is.
  useEffect(() => {
    if (round > 0 && draft) send({ kind: 'draft', ...draft })
  }, [round, text, send])
  useEffect(() => {
    if (round > 0) send({ kind: 'view', view })
  }, [round, view, send])
  useEffect(() => {
    if (round > 0) send({ kind: 'select', selected })
  }, [round, selected, send])

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
          {missing ? (
            <Alert color="red" variant="light" title="The preview did not open">
              <Button size="xs" onClick={again}>
                Try again
              </Button>
            </Alert>
          ) : (
            <div
              className="preview-device-frame"
              data-device={sideBySide ? device : 'own'}
              style={{ inlineSize: Math.round(width * scale) }}
            >
              <iframe
                ref={frame}
                src={previewPath}
                title="The page with your changes"
                data-drawn={drawn || undefined}
                style={{ inlineSize: width, blockSize: height / scale, transform: `scale(${scale})` }}
              />
              {!drawn && <Skeleton className="preview-wait" radius={0} aria-hidden />}
            </div>
          )}
        </div>
      </div>
    </>
  )
}
