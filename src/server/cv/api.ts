import { cvKinds, variantPath } from '../../model/cv/cv-paths.ts'
import { cvStatusSchema } from '../../model/cv/cv-status.ts'
import {
  type CvVariant,
  cvVariantDraftSchema,
  cvVariantPatchSchema,
  cvVariantSchema,
  newCvVariantSchema,
} from '../../model/cv/variant.ts'
import { type CvVariantPreview, cvVariantPreviewSchema } from '../../model/cv/variant-facts.ts'
import { StaleVersion } from '../../model/errors.ts'
import { type AppContext, type Endpoint, endpoint, listAnswer, nothing, tagged } from '../endpoint/endpoint.ts'
import type { Config } from '../process/config.ts'
import type { CvFiles } from './cv.ts'
import type { CvVariantFiles, createVariantKeys } from './variant-files.ts'
import { type CvVariants, type PreviewVariant, type StoredVariant, variantNoun } from './variants.ts'

export const cvApi = (cv: CvFiles) =>
  ({
    status: endpoint({ summary: 'Says how the CV was made that visitors get', answer: cvStatusSchema }, () =>
      cv.status(),
    ),
  }) satisfies Record<string, Endpoint>

/** A hundred entries of each collection, most of them in other words. */
const largestVariant = 256 * 1024

export const cvVariantsApi = (
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
  const answer = cvVariantSchema

  return {
    list: endpoint(
      { summary: 'Lists the variants of the CV, by name', answer: listAnswer('variants', answer) },
      async () => ({ variants: await Promise.all((await variants.list()).map(shown)), next: null }),
    ),
    create: endpoint(
      { summary: 'Creates a variant of the CV', body: newCvVariantSchema, size: largestVariant, status: 201, answer },
      ({ context, body, based }) => written(context, () => variants.create(body, based)),
    ),
    update: endpoint(
      {
        summary: 'Changes some fields of a variant',
        body: cvVariantPatchSchema,
        size: largestVariant,
        versioned: 'must',
        answer,
      },
      ({ context, id, body, based }) => written(context, () => variants.update(id, body, based)),
    ),
    replaceLink: endpoint(
      {
        summary: 'Gives a variant another link; the one before works no more',
        versioned: 'may',
        status: 201,
        answer,
        event: 'Link of a CV variant replaced',
      },
      ({ context, id, based }) => written(context, () => variants.replaceLink(id, based)),
    ),
    remove: endpoint({ summary: 'Deletes a variant', versioned: 'may', answer: nothing }, async ({ id, based }) => {
      await writing(() => variants.remove(id, based))
    }),
    preview: endpoint(
      {
        summary: 'Makes the PDF of a variant that need not be stored; a newer call supersedes one that waits',
        body: cvVariantDraftSchema,
        size: largestVariant,
        answer: cvVariantPreviewSchema,
        alsoAs: 'application/pdf',
      },
      async ({ context, body: draft }) => {
        const variant = { ...draft, name: draft.name ?? '' }
        const { bytes, svg, facts } = await preview(variant, context.req.raw.signal)
        if (context.req.header('accept')?.includes('application/json'))
          return { pdf: Buffer.from(bytes).toString('base64'), svg, facts } satisfies CvVariantPreview
        return context.body(Buffer.from(bytes), 200, { 'Content-Type': 'application/pdf' })
      },
    ),
  } satisfies Record<string, Endpoint>
}
