import { useEffect, useRef, useState } from 'react'
import type { CvVariantDraft } from '../../../model/cv/variant.ts'
import type { CvVariantFacts } from '../../../model/cv/variant-facts.ts'
import { variants } from '../variants-api.ts'
import { type DrawnPages, drawnPages } from './drawn-pages.ts'

const debounceMs = 300

interface ShownCv {
  pages: DrawnPages
  /** Base64. */
  pdf: string
  facts: CvVariantFacts
}

/** The CV of a draft, made again a moment after each change. The last one stays until the new one is there, and when that fails. */
export const useCvPreview = (draft: CvVariantDraft) => {
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
        const { svg, pdf, facts } = await variants.preview(JSON.parse(text), controller.signal)
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

export type CvPreviewState = ReturnType<typeof useCvPreview>
