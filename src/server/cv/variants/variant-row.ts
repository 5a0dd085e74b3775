import { randomUUID } from 'node:crypto'
import { type CvVariantData, newCvVariantSchema } from '../../../model/cv/variant.ts'
import type { Reader, Trx } from '../../db/database.ts'
import type { CvVariantsTable } from '../../db/tables.ts'

/** As it is journaled. */
export type CvVariantState = CvVariantData & {
  /** Another one makes another key. */
  link: string
  createdAt: string
}

/** A stored variant. */
export interface StoredVariant {
  id: string
  version: number
  createdAt: string
  updatedAt: string
  link: string
  data: CvVariantData
}

export const newLink = (): string => randomUUID()

const { entries: entriesSchema, ...others } = newCvVariantSchema.shape

/** The choices that still fit; of one whose words do not, its place. */
const readChoices = (stored: unknown): CvVariantData['entries'] => {
  const lists = Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).flatMap(([name, list]) => {
    const fits = (choices: unknown[]) => entriesSchema.safeParse({ [name]: choices }).success
    if (!Array.isArray(list) || !fits([])) return []
    const choices = list.flatMap((choice) => {
      const bare = { id: choice?.id, ...(choice?.hidden ? { hidden: true } : {}) }
      return [choice, bare].filter((one) => fits([one])).slice(0, 1)
    })
    return [[name, choices]]
  })
  return Object.fromEntries(lists)
}

/** A stored variant under the current rules; what no longer fits is as at the beginning. */
const readData = (name: string, json: string): CvVariantData => {
  const stored = JSON.parse(json) as Record<string, unknown>
  const whole = newCvVariantSchema.safeParse({ ...stored, name })
  if (whole.success) return whole.data
  const fitting = Object.entries(others).flatMap(([key, schema]) => {
    const { success, data } = schema.safeParse(stored[key])
    return success ? [[key, data]] : []
  })
  const base = newCvVariantSchema.parse({ name: 'unread' })
  return { ...base, ...Object.fromEntries(fitting), name, entries: readChoices(stored.entries) }
}

const variantOf = (row: CvVariantsTable): StoredVariant => ({
  id: row.id,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  link: row.link,
  data: readData(row.name, row.data),
})

export const stateOf = ({ data, link, createdAt }: StoredVariant): CvVariantState => ({ ...data, link, createdAt })

/** All of them, by name. */
export const readVariants = async (reader: Reader): Promise<StoredVariant[]> =>
  (await reader.selectFrom('cv_variants').selectAll().orderBy('name').execute()).map(variantOf)

export const findVariant = async (reader: Reader, id: string): Promise<StoredVariant | undefined> => {
  const row = await reader.selectFrom('cv_variants').selectAll().where('id', '=', id).executeTakeFirst()
  return row && variantOf(row)
}

/** Stores the variant in this state, or takes it away. */
export const writeVariant = async (
  trx: Trx,
  id: string,
  state: CvVariantState | null,
  replaced?: StoredVariant,
): Promise<StoredVariant | undefined> => {
  if (!state) {
    await trx.deleteFrom('cv_variants').where('id', '=', id).execute()
    return undefined
  }
  const { name, link, createdAt, ...data } = state
  const row = {
    ...{ id, name, link, data: JSON.stringify(data), version: (replaced?.version ?? 0) + 1 },
    ...{ created_at: createdAt, updated_at: new Date().toISOString() },
  }
  await trx
    .insertInto('cv_variants')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  return variantOf(row)
}
