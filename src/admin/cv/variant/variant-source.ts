import type { CvVariant } from '../../../model/cv/variant.ts'
import { ApiError } from '../../api/api-error.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Stored } from '../../form/autosave.ts'
import type { FormSource } from '../../form/open-form.ts'
import { forgetVariants, variants, variantsKey } from '../variants-api.ts'
import { variantFields } from './variant-fields.ts'
import { formProblems, patchOf, valuesOf } from './variant-values.ts'

export const storedVariant = (variant: CvVariant): Stored => ({
  version: variant.version,
  status: 'published',
  data: valuesOf(variant),
})

/** The newest known state of a variant. */
const known = (id: string) =>
  queryClient.getQueryData<readonly CvVariant[]>(variantsKey)?.find((variant) => variant.id === id)

/** Puts a stored variant into the list, without asking for all of them again. */
export const keepVariant = (variant: CvVariant): void => {
  queryClient.setQueryData<readonly CvVariant[]>(variantsKey, (list = []) =>
    list.map((one) => (one.id === variant.id ? variant : one)),
  )
}

/** Form of a variant. What it says is live, so it is saved on request. */
export const variantSource = (id: string): FormSource => ({
  key: `cv-variants/${id}`,
  fields: variantFields,
  onRequest: true,
  send: async ({ fields, version }, signal) => {
    try {
      const variant = await variants.update(id, patchOf(fields, known(id)?.entries ?? {}), version, signal)
      keepVariant(variant)
      void forgetVariants()
      return variant
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) throw error
      throw new ApiError(error.code, error.message, { status: 422, fields: formProblems(error.fields) })
    }
  },
  stored: (answer) => {
    const variant = answer as CvVariant
    keepVariant(variant)
    return storedVariant(variant)
  },
})
