import { type CvVariantData, newCvVariantSchema } from '../../../model/cv/variant.ts'
import { parse } from '../../../model/fields/parse.ts'
import { findVariant } from '../../cv/variants/variant-row.ts'
import type { CvVariants } from '../../cv/variants/variants.ts'
import type { Trx } from '../../db/database.ts'
import type { FileEntry } from './content-file.ts'

const by = 'import'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The choices with the ids that the entries of the file have here. */
const withIds = (entries: CvVariantData['entries'], idOf: ReadonlyMap<string, string>): CvVariantData['entries'] =>
  Object.fromEntries(
    Object.entries(entries).map(([name, list]) => [
      name,
      list?.map((choice) => ({ ...choice, id: idOf.get(choice.id) ?? choice.id })),
    ]),
  )

/**
 * Imports a variant: the one with its id, or else with its name, is changed, and keeps its link. Resolves to true for a new one. Throws
 * `Invalid`.
 */
export const importVariant = async (
  trx: Trx,
  variants: CvVariants,
  { id, fields }: FileEntry,
  idOf: ReadonlyMap<string, string>,
): Promise<boolean> => {
  const data = parse(newCvVariantSchema, fields)
  const variant = { ...data, entries: withIds(data.entries, idOf) }
  const named = await trx.selectFrom('cv_variants').select('id').where('name', '=', data.name).executeTakeFirst()
  const found = (id === undefined ? undefined : await findVariant(trx, id)) ?? named
  if (found) await variants.update(found.id, variant, { by })
  else await variants.create(variant, { by, ...(id !== undefined && uuid.test(id) ? { id } : {}) })
  return !found
}
