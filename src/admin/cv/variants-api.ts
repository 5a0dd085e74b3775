import { useQuery } from '@tanstack/react-query'
import type { CvVariant, NewCvVariant } from '../../model/cv/variant.ts'
import { slugOf } from '../../model/fields/slug-of.ts'
import { call, queryClient } from '../api/client.ts'
import { changeWithToast } from '../ui/undo.ts'

export const variantsKey = ['cv-variants'] as const

export const forgetVariants = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: variantsKey }),
    queryClient.invalidateQueries({ queryKey: ['changes'] }),
  ])

export const useVariants = () =>
  useQuery({
    queryKey: variantsKey,
    queryFn: async ({ signal }) => (await call('GET /api/cv-variants', { signal })).variants,
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
  const body = { ...like, title, name: freeName(title, namesNow()) }
  const variant = await call('POST /api/cv-variants', { body })
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
  changeWithToast(() => call('DELETE /api/cv-variants/:id', { id }), {
    done: 'Variant deleted',
    failed: 'Not deleted',
    forget: forgetVariants,
  })
