import { ActionIcon, Alert, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Download from 'lucide-react/icons/download'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import type { CvVariantDraft } from '../../model/cv/variant.ts'
import { type AnswerTo, asApiError, call } from '../api/client.ts'
import { PreviewSheet, previewId } from '../preview/preview-parts.tsx'

type CvVariantFacts = AnswerTo<'POST /api/cv-variants/preview'>['facts']

type Named = readonly { id: string; title: string; collection: string }[]

const titles = (entries: Named) => entries.map(({ title, collection }) => title || collection).join(', ')

/** Facts that the drawing does not show, a sentence each. */
const factsOf = ({ dropped, missing, named, absent }: CvVariantFacts): [name: string, sentence: string][] => {
  const facts: [string, string, boolean][] = [
    ['dropped', `Left out, so that the PDF has one page: ${titles(dropped)}.`, dropped.length > 0],
    ['named', `Your name, a part of it or the name of a profile stands in: ${titles(named)}.`, named.length > 0],
    ['missing', `Characters that the PDF cannot show: ${missing.join(' ')}`, missing.length > 0],
    [
      'absent',
      absent.length === 1
        ? 'One chosen entry is not published now. It comes back when it is.'
        : `${absent.length} chosen entries are not published now. They come back when they are.`,
      absent.length > 0,
    ],
  ]
  return facts.flatMap(([name, sentence, isTrue]) => (isTrue ? [[name, sentence]] : []))
}

const CvFacts = ({ facts }: { facts: CvVariantFacts }) => {
  const all = factsOf(facts)
  return (
    <div role="status" className="cv-facts">
      {all.map(([name, sentence]) => (
        <Text key={name} size="sm" data-fact={name}>
          {sentence}
        </Text>
      ))}
    </div>
  )
}

/** The pages of a CV on a desk. */
const CvPages = ({ url, count, ratio }: DrawnPages) => (
  <Stack maw="52rem" mx="auto">
    {Array.from({ length: count }, (_, at) => (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
        key={at}
        className="cv-page"
        role="img"
        aria-label={`Page ${at + 1} of ${count}`}
        style={{
          aspectRatio: 1 / ratio,
          backgroundImage: `url("${url}")`,
          backgroundSize: `100% ${count * 100}%`,
          backgroundPosition: `0 ${count > 1 ? (at / (count - 1)) * 100 : 0}%`,
        }}
      />
    ))}
  </Stack>
)

/** Pages of a PDF as one drawing, each below the other. */
interface DrawnPages {
  /** Of the drawing; to be revoked. */
  url: string
  count: number
  /** Height of a page, as a share of its width. */
  ratio: number
}

/** Reads the size of a drawing and waits until it can be shown, so that nothing flickers. */
const drawnPages = async (svg: string, count: number): Promise<DrawnPages> => {
  const [, width = '1', height = '1'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg.slice(0, 500)) ?? []
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  const image = new Image()
  image.src = url
  await image.decode()
  return { url, count, ratio: Number(height) / Number(width) / count }
}

const debounceMs = 300

interface ShownCv {
  pages: DrawnPages
  /** Base64. */
  pdf: string
  facts: CvVariantFacts
}

/** The CV of a draft, made again a moment after each change. The last one stays until the new one is there, and when that fails. */
const useCvPreview = (draft: CvVariantDraft) => {
  const text = JSON.stringify(draft)
  const [shown, setShown] = useState<ShownCv & { text: string }>()
  const [problem, setProblem] = useState<{ error: unknown; text: string }>()
  const [attempt, setAttempt] = useState(0)
  const first = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt makes it again.
  useEffect(() => {
    const controller = new AbortController()
    const make = async () => {
      try {
        const { svg, pdf, facts } = await call('POST /api/cv-variants/preview', {
          body: JSON.parse(text),
          signal: controller.signal,
        })
        const pages = await drawnPages(svg, facts.pages)
        if (controller.signal.aborted) return URL.revokeObjectURL(pages.url)
        setShown({ pages, pdf, facts, text })
        setProblem(undefined)
      } catch (error) {
        if (!controller.signal.aborted) setProblem({ error, text })
      }
    }
    const timer = setTimeout(make, first.current ? 0 : debounceMs)
    first.current = false
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, attempt])

  const url = shown?.pages.url
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])

  return {
    shown: shown as ShownCv | undefined,
    /** Why the newest could not be made. */
    error: problem?.text === text ? problem.error : undefined,
    /** A newer one is on its way. */
    isMaking: shown?.text !== text && problem?.text !== text,
    again: () => {
      setProblem(undefined)
      setAttempt((count) => count + 1)
    },
  }
}

type CvPreviewState = ReturnType<typeof useCvPreview>

interface Props {
  draft: CvVariantDraft
  fileName: string
  sideBySide: boolean
  close(): void
}

const PageCount = ({ shown, isMaking }: Pick<CvPreviewState, 'shown' | 'isMaking'>) => (
  <Text size="sm" component="span" className="cv-count" role="status" data-making={isMaking || undefined}>
    {!shown ? 'Making the PDF…' : shown.facts.pages === 1 ? 'One page' : `${shown.facts.pages} pages`}
    {shown && isMaking && (
      <Text span inherit c="dimmed">
        , drawing it again…
      </Text>
    )}
  </Text>
)

const Failure = ({ error, again, isShown }: { error: unknown; again(): void; isShown: boolean }) => (
  <Alert
    color="red"
    variant="light"
    flex="none"
    radius={0}
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
      <Group gap={8} className="preview-bar">
        {!sideBySide && (
          <Button variant="default" size="sm" leftSection={<ArrowLeft size={16} aria-hidden />} onClick={close}>
            Back to the form
          </Button>
        )}
        <PageCount shown={shown} isMaking={isMaking} />
        <Box flex={1} />
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
      </Group>
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
