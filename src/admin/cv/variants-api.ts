import { useQuery } from '@tanstack/react-query'
import type { CvVariant, CvVariantDraft, CvVariantPatch, NewCvVariant } from '../../model/cv/variant.ts'
import type { CvVariantPreview } from '../../model/cv/variant-facts.ts'
import { slugOf } from '../../model/fields/slug-of.ts'
import { request } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { changeWithToast } from '../ui/undo.ts'

const path = '/api/cv-variants'
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`

export const variantsKey = ['cv-variants'] as const

export const variants = {
  create: (variant: NewCvVariant) => request<CvVariant>('POST', path, { body: variant }),
  update: (id: string, fields: CvVariantPatch, version: number, signal?: AbortSignal) =>
    request<CvVariant>('PATCH', pathOf(id), { body: fields, version, signal }),
  remove: (id: string) => request<object>('DELETE', pathOf(id)),
  /** Makes another key; under the old one there is nothing any more. */
  replaceLink: (id: string) => request<CvVariant>('POST', `${pathOf(id)}/links`),
  preview: (draft: CvVariantDraft, signal: AbortSignal) =>
    request<CvVariantPreview>('POST', `${path}/preview`, { body: draft, signal }),
}

export const forgetVariants = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: variantsKey }),
    queryClient.invalidateQueries({ queryKey: ['changes'] }),
  ])

export const useVariants = () =>
  useQuery({
    queryKey: variantsKey,
    queryFn: async ({ signal }) => (await request<{ variants: CvVariant[] }>('GET', path, { signal })).variants,
  })

const mostOfAName = 60

/** A name that no variant has yet, made from a title; `variant` for a title without Latin letters. */
const freeName = (title: string, taken: readonly string[]): string => {
  const base = slugOf(title, mostOfAName - 4) || 'variant'
  const names = [base, ...Array.from({ length: taken.length + 1 }, (_, at) => `${base}-${at + 2}`)]
  return names.find((name) => !taken.includes(name)) ?? base
}

const namesNow = () => (queryClient.getQueryData<readonly CvVariant[]>(variantsKey) ?? []).map(({ name }) => name)

/** Creates a variant with a name made from its title. Throws `ApiError`. */
export const createVariant = async (title: string, like: Partial<NewCvVariant> = {}): Promise<CvVariant> => {
  const variant = await variants.create({ ...like, title, name: freeName(title, namesNow()) })
  queryClient.setQueryData<readonly CvVariant[]>(variantsKey, (list) => list && [...list, variant])
  void forgetVariants()
  return variant
}

/** Makes another one like it, and opens by link until the owner decides otherwise. */
export const duplicateVariant = async (variant: CvVariant): Promise<CvVariant | undefined> => {
  const { anonymous, headline, summary, design, paper, portrait, onePage, entries } = variant
  const like = { anonymous, headline, summary, design, paper, portrait, onePage, entries }
  let copy: CvVariant | undefined
  const act = async () => {
    copy = await createVariant(`${variant.title || variant.name} (copy)`, like)
  }
  await changeWithToast(act, { done: 'Variant duplicated', failed: 'Not duplicated', forget: forgetVariants })
  return copy
}

export const deleteVariant = ({ id }: CvVariant): Promise<boolean> =>
  changeWithToast(() => variants.remove(id), {
    done: 'Variant deleted',
    failed: 'Not deleted',
    forget: forgetVariants,
  })
