import { ActionIcon, Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Download from 'lucide-react/icons/download'
import X from 'lucide-react/icons/x'
import type { CvVariantDraft } from '../../../model/cv/variant.ts'
import { asApiError } from '../../api/api-error.ts'
import { PreviewSheet, previewId } from '../../preview/preview-parts.tsx'
import { CvFacts } from './cv-facts.tsx'
import { CvPages } from './cv-pages.tsx'
import { type CvPreviewState, useCvPreview } from './use-cv-preview.ts'

interface Props {
  draft: CvVariantDraft
  fileName: string
  sideBySide: boolean
  close(): void
}

const PageCount = ({ shown, isMaking }: Pick<CvPreviewState, 'shown' | 'isMaking'>) => (
  <Text size="sm" component="span" className="cv-count" role="status" data-making={isMaking || undefined}>
    {!shown ? 'Making the PDF…' : shown.facts.pages === 1 ? 'One page' : `${shown.facts.pages} pages`}
    {shown && isMaking && <span className="cv-making">, drawing it again…</span>}
  </Text>
)

const Failure = ({ error, again, isShown }: { error: unknown; again(): void; isShown: boolean }) => (
  <Alert
    color="red"
    variant="light"
    className="cv-failure"
    role="alert"
    title={isShown ? 'The preview shows the last version that could be made' : 'The preview could not be made'}
  >
    <Group gap="sm" justify="space-between">
      <Text size="sm">{asApiError(error).message}</Text>
      <Button size="xs" variant="default" onClick={again}>
        Try again
      </Button>
    </Group>
  </Alert>
)

const CvPreview = ({ draft, fileName, sideBySide, close }: Props) => {
  const { shown, error, isMaking, again } = useCvPreview(draft)
  const inside = (
    <>
      <div className="preview-bar">
        {!sideBySide && (
          <Button variant="default" size="sm" leftSection={<ArrowLeft size={16} aria-hidden />} onClick={close}>
            Back to the form
          </Button>
        )}
        <PageCount shown={shown} isMaking={isMaking} />
        <span className="preview-gap" />
        {shown && (
          <Button
            component="a"
            size="xs"
            variant="default"
            href={`data:application/pdf;base64,${shown.pdf}`}
            download={`${fileName}.pdf`}
            leftSection={<Download size={15} aria-hidden />}
          >
            PDF
          </Button>
        )}
        {sideBySide && (
          <ActionIcon aria-label="Close the preview" onClick={close}>
            <X size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {error !== undefined && <Failure error={error} again={again} isShown={shown !== undefined} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
      <section className="cv-stage" tabIndex={0} aria-label="Pages" aria-busy={isMaking}>
        {shown ? (
          <CvPages {...shown.pages} />
        ) : (
          error === undefined && <Skeleton className="cv-page cv-page-wait" radius={0} aria-hidden />
        )}
      </section>
      {shown && <CvFacts facts={shown.facts} />}
    </>
  )
  if (!sideBySide) return <PreviewSheet close={close}>{inside}</PreviewSheet>
  return (
    <section id={previewId} className="preview-pane" aria-label="Preview">
      {inside}
    </section>
  )
}

export default CvPreview
