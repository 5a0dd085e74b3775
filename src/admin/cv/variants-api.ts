import { useQuery } from '@tanstack/react-query'
import type { CvVariant, CvVariantDraft, CvVariantPatch, NewCvVariant } from '../../model/cv/variant.ts'
import type { CvVariantPreview } from '../../model/cv/variant-facts.ts'
import { request } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

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
