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
import { Invalid, StaleVersion } from '../../model/errors.ts'
import {
  type AppContext,
  authorOf,
  type Endpoint,
  listAnswer,
  nothing,
  readBody,
  versionOf,
} from '../endpoint/endpoint.ts'
import type { Config } from '../process/config.ts'
import type { CvFiles } from './cv.ts'
import type { CvVariantFiles, createVariantKeys } from './variant-files.ts'
import { type CvVariants, type PreviewVariant, type StoredVariant, variantNoun } from './variants.ts'

export const cvApi = (cv: CvFiles) =>
  ({
    status: {
      operation: { summary: 'Says how the CV was made that visitors get', answer: cvStatusSchema },
      handle: async (context) => context.json(cv.status()),
    },
  }) satisfies Record<string, Endpoint>

/** A hundred entries of each collection, most of them in other words. */
const largestVariant = 256 * 1024

const idIn = ({ req }: AppContext) => req.param('id') ?? ''
const based = (context: AppContext) => ({ ...authorOf(context), version: versionOf(context) })

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
  const sent = async (context: AppContext, stored: StoredVariant, status: 200 | 201 = 200) =>
    context.json(await shown(stored), status, { ETag: `"${stored.version}"` })
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

  return {
    list: {
      operation: { summary: 'Lists the variants of the CV, by name', answer: listAnswer('variants', cvVariantSchema) },
      handle: async (context) => {
        const list = await variants.list()
        return context.json({ variants: await Promise.all(list.map(shown)), next: null })
      },
    },
    create: {
      operation: {
        summary: 'Creates a variant of the CV',
        body: newCvVariantSchema,
        status: 201,
        answer: cvVariantSchema,
      },
      handle: async (context) => {
        const data = await readBody(context, newCvVariantSchema, largestVariant)
        return sent(context, await writing(() => variants.create(data, authorOf(context))), 201)
      },
    },
    update: {
      operation: {
        summary: 'Changes some fields of a variant',
        body: cvVariantPatchSchema,
        versioned: 'must',
        answer: cvVariantSchema,
      },
      handle: async (context) => {
        const fields = await readBody(context, cvVariantPatchSchema, largestVariant)
        const { by, version } = based(context)
        if (version === undefined)
          throw new Invalid({ 'If-Match': 'Name the version that the change was based on, as in If-Match: "3".' })
        return sent(context, await writing(() => variants.update(idIn(context), fields, { by, version })))
      },
    },
    replaceLink: {
      operation: {
        summary: 'Gives a variant another link; the one before works no more',
        versioned: 'may',
        status: 201,
        answer: cvVariantSchema,
      },
      event: 'Link of a CV variant replaced',
      handle: async (context) =>
        sent(context, await writing(() => variants.replaceLink(idIn(context), based(context))), 201),
    },
    remove: {
      operation: { summary: 'Deletes a variant', versioned: 'may', answer: nothing },
      handle: async (context) => {
        await writing(() => variants.remove(idIn(context), based(context)))
        return context.json({})
      },
    },
    preview: {
      operation: {
        summary: 'Makes the PDF of a variant that need not be stored; a newer call supersedes one that waits',
        body: cvVariantDraftSchema,
        answer: cvVariantPreviewSchema,
        alsoAs: 'application/pdf',
      },
      handle: async (context) => {
        const draft = await readBody(context, cvVariantDraftSchema, largestVariant)
        const variant = { ...draft, name: draft.name ?? '' }
        const { bytes, svg, facts } = await preview(variant, context.req.raw.signal)
        if (context.req.header('accept')?.includes('application/json')) {
          const answer: CvVariantPreview = { pdf: Buffer.from(bytes).toString('base64'), svg, facts }
          return context.json(answer)
        }
        return context.body(Buffer.from(bytes), 200, { 'Content-Type': 'application/pdf' })
      },
    },
  } satisfies Record<string, Endpoint>
}
