import { cvKinds, variantPath } from '../../model/cv/cv.ts'
import type { CvVariant } from '../../model/cv/variant.ts'
import { cvCalls } from '../../model/cv/variant-facts.ts'
import { StaleVersion } from '../../model/errors.ts'
import { type AppContext, endpoints, tagged } from '../endpoint/endpoint.ts'
import type { Config } from '../process/config.ts'
import type { CvFiles, CvVariantFiles, createVariantKeys } from './cv.ts'
import { type CvVariants, type PreviewVariant, type StoredVariant, variantNoun } from './variants.ts'

/** A hundred entries of each collection, most of them in other words. */
const largestVariant = 256 * 1024

export const cvApi = (
  cv: CvFiles,
  variants: CvVariants,
  keys: ReturnType<typeof createVariantKeys>,
  files: CvVariantFiles,
  preview: PreviewVariant,
  { publicUrl }: Config,
) => {
  const shown = async (stored: StoredVariant): Promise<CvVariant> => {
    const { data, link: _, ...facts } = stored
    const query = data.access === 'link' ? `?key=${await keys.keyOf(stored)}` : ''
    const urls = cvKinds.map((kind) => [kind, `${publicUrl}${variantPath(data.name, kind)}${query}`])
    return { ...facts, ...data, urls: Object.fromEntries(urls) }
  }
  /** Runs a write; visitors see it from the answer on. */
  const writing = async <T>(write: () => Promise<T>): Promise<T> => {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof StaleVersion)) throw error
      throw new StaleVersion(variantNoun, await shown(error.current as StoredVariant))
    } finally {
      files.changed()
    }
  }

  const written = async (context: AppContext, write: () => Promise<StoredVariant>) =>
    tagged(context, await shown(await writing(write)))

  return endpoints(cvCalls(), {
    'GET /api/cv': ['Says how the CV was made that visitors get', () => cv.status()],
    'GET /api/cv-variants': [
      'Lists the variants of the CV, by name',
      async () => ({ variants: await Promise.all((await variants.list()).map(shown)), next: null }),
    ],
    'POST /api/cv-variants': [
      'Creates a variant of the CV',
      { size: largestVariant, status: 201 },
      ({ context, body, based }) => written(context, () => variants.create(body, based)),
    ],
    'PATCH /api/cv-variants/:id': [
      'Changes some fields of a variant',
      { size: largestVariant },
      ({ context, id, body, based }) => written(context, () => variants.update(id, body, based)),
    ],
    'POST /api/cv-variants/:id/links': [
      'Gives a variant another link; the one before works no more',
      { status: 201, event: 'Link of a CV variant replaced' },
      ({ context, id, based }) => written(context, () => variants.replaceLink(id, based)),
    ],
    'DELETE /api/cv-variants/:id': [
      'Deletes a variant',
      async ({ id, based }) => {
        await writing(() => variants.remove(id, based))
      },
    ],
    'POST /api/cv-variants/preview': [
      'Makes the PDF of a variant that need not be stored; a newer call supersedes one that waits',
      { size: largestVariant, alsoAs: 'application/pdf' },
      async ({ context, body: draft }) => {
        const variant = { ...draft, name: draft.name ?? '' }
        const { bytes, svg, facts } = await preview(variant, context.req.raw.signal)
        if (context.req.header('accept')?.includes('application/json'))
          return { pdf: Buffer.from(bytes).toString('base64'), svg, facts }
        return context.body(Buffer.from(bytes), 200, { 'Content-Type': 'application/pdf' })
      },
    ],
  })
}
