import type { CvVariantData } from '../../../model/cv/variant.ts'
import { type CvVariantFacts, variantFactsOf } from '../../../model/cv/variant-facts.ts'
import { Gone, Unavailable } from '../../../model/errors.ts'
import type { Content } from '../../../model/publishing/published-content.ts'
import type { MakeCvForm } from '../cv-forms.ts'
import { variantSource } from '../cv-source.ts'

interface VariantPreview {
  bytes: Uint8Array
  svg: string
  facts: CvVariantFacts
}

export type PreviewVariant = (variant: CvVariantData, gone: AbortSignal) => Promise<VariantPreview>

/**
 * Makes the PDF of a variant that need not be stored. One is made at a time, and one waits: throws `Gone` for who has waited when a newer preview
 * is asked for, or has left.
 */
export const createVariantPreview = (parts: {
  content: () => Content | undefined
  publicUrl: string
  make: MakeCvForm
}): PreviewVariant => {
  const { content, publicUrl, make } = parts
  let running: Promise<unknown> = Promise.resolve()
  let latest = {}

  const preview = async (variant: CvVariantData): Promise<VariantPreview> => {
    const shown = content()
    if (!shown) throw new Unavailable('Nothing is published yet.')
    const { bytes, svg, pdf } = await make('preview', variantSource(shown, publicUrl, variant))
    if (!pdf || svg === undefined) throw new Unavailable('The preview could not be made.')
    return { bytes, svg, facts: { ...pdf, ...variantFactsOf(shown, publicUrl, variant) } as CvVariantFacts }
  }

  return async (variant, gone) => {
    const turn = {}
    latest = turn
    const before = running
    const work = async () => {
      await before.catch(() => {})
      if (latest !== turn || gone.aborted) throw new Gone('A newer preview was asked for.')
      return preview(variant)
    }
    const mine = work()
    running = mine.catch(() => {})
    return mine
  }
}
