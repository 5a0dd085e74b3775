import { v7 as uuid } from 'uuid'
import type { CvVariantData, CvVariantPatch } from '../../../model/cv/variant.ts'
import { NotFound, StaleVersion } from '../../../model/errors.ts'
import type { Author, Based } from '../../content/entries.ts'
import type { Database } from '../../db/database.ts'
import { journaled } from '../../journal/record-change.ts'
import { assertFew, assertNameFree, checkedChoices } from './variant-checks.ts'
import {
  type CvVariantState,
  findVariant,
  newLink,
  readVariants,
  type StoredVariant,
  stateOf,
  writeVariant,
} from './variant-row.ts'

export const variantNoun = 'CV variant'
export const variantCollection = 'cv-variants'

/** The only way to write variants of the CV, besides undo. Methods that name one throw `NotFound`, those with fields `Invalid`. */
export const createCvVariants = (database: Database) => {
  const alter = (
    id: string,
    { by, version }: Based,
    action: string,
    next: (stored: StoredVariant, trx: Parameters<typeof writeVariant>[0]) => Promise<CvVariantState | null>,
  ): Promise<StoredVariant | undefined> =>
    journaled(database, async (trx, record) => {
      const stored = await findVariant(trx, id)
      if (!stored) throw new NotFound(variantNoun, id)
      if (version !== undefined && version !== stored.version) throw new StaleVersion(variantNoun, stored)
      const [before, after] = [stateOf(stored), await next(stored, trx)]
      if (JSON.stringify(before) === JSON.stringify(after)) return stored
      const written = await writeVariant(trx, id, after, stored)
      await record({ by, action, collection: variantCollection, entry: id, before, after })
      return written
    })

  return {
    /** All of them, by name. */
    list: (): Promise<StoredVariant[]> => readVariants(database.kysely),

    /** `id` is for one from another store. */
    create: (data: CvVariantData, { by, id = uuid() }: Author & { id?: string }): Promise<StoredVariant> =>
      journaled(database, async (trx, record) => {
        await assertFew(trx)
        await assertNameFree(trx, id, data.name)
        const entries = await checkedChoices(trx, data.entries)
        const after = { ...data, entries, link: newLink(), createdAt: new Date().toISOString() }
        const written = await writeVariant(trx, id, after)
        await record({ by, action: 'create', collection: variantCollection, entry: id, before: null, after })
        return written as StoredVariant
      }),

    /** Changes some fields; `entries` is replaced whole. */
    update: (id: string, fields: CvVariantPatch, based: Based): Promise<StoredVariant> =>
      alter(id, based, 'update', async (stored, trx) => {
        const { data } = stored
        if (fields.name !== undefined) await assertNameFree(trx, id, fields.name)
        const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
        const entries = fields.entries ? await checkedChoices(trx, fields.entries, data.entries) : data.entries
        return { ...stateOf(stored), ...given, entries }
      }) as Promise<StoredVariant>,

    /** Makes the link work no more, and another one for it. */
    replaceLink: (id: string, based: Based): Promise<StoredVariant> =>
      alter(id, based, 'replace-link', async (stored) => ({
        ...stateOf(stored),
        link: newLink(),
      })) as Promise<StoredVariant>,

    remove: async (id: string, based: Based): Promise<void> => {
      await alter(id, based, 'remove', async () => null)
    },
  }
}

export type CvVariants = ReturnType<typeof createCvVariants>
