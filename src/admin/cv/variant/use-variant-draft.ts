import { useMemo } from 'react'
import type { CvVariant, CvVariantData } from '../../../model/cv/variant.ts'
import type { Data } from '../../form/autosave.ts'
import { patchOf } from './variant-values.ts'

/** The variant as the form has it, saved or not. The title is the owner's alone and changes no form. */
export const useVariantDraft = (variant: CvVariant, values: Data): CvVariantData => {
  const text = JSON.stringify(patchOf(values, {}))
  return useMemo(() => {
    const { entries = {}, ...fields } = JSON.parse(text) as CvVariantData
    return { ...fields, name: variant.name, title: '', entries }
  }, [text, variant.name])
}
