import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { v7 as uuid } from 'uuid'
import { type CvCollection, cvCollections } from '../../model/cv/cv-collections.ts'
import {
  type CvChoice,
  type CvVariantData,
  type CvVariantPatch,
  mostVariants,
  newCvVariantSchema,
} from '../../model/cv/variant.ts'
import { type CvVariantFacts, variantFactsOf } from '../../model/cv/variant-facts.ts'
import { Gone, Invalid, NotFound, StaleVersion, Unavailable } from '../../model/errors.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { Theme } from '../../model/themes/theme.ts'
import type { Author, Based } from '../content/entries.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import type { CvVariantsTable } from '../db/tables.ts'
import { conflict, journaled, type Reverter, reverted } from '../journal/record-change.ts'
import type { MakeCvForm } from './cv-forms.ts'
import { variantSource } from './cv-source.ts'

/** Throws `Invalid` when another variant has the name. */
const assertNameFree = async (trx: Trx, id: string, name: string): Promise<void> => {
  const other = await trx
    .selectFrom('cv_variants')
    .select('id')
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (other) throw new Invalid({ name: `There is a variant with the name “${name}” already. Choose another.` })
}

/** Throws `Invalid` for one too many. */
const assertFew = async (trx: Trx): Promise<void> => {
  const { count } = await trx
    .selectFrom('cv_variants')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostVariants)
    throw new Invalid({}, `There can be at most ${mostVariants} variants. Delete one that you no longer need.`)
}

/** Data of the entries as visitors see them; null for those that are not published. */
const storedEntries = async (trx: Trx, name: CvCollection, ids: readonly string[]) => {
  const rows = await trx
    .selectFrom('entries')
    .select(['id', 'published'])
    .where('collection', '=', name)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, published }) => [id, published === null ? null : JSON.parse(published)]))
}

/** Without words that are those of the entry: the variant follows it where it says nothing else. */
const otherWords = ({ text, ...choice }: CvChoice, data: Record<string, unknown> | null): CvChoice => {
  const left = Object.entries(text ?? {}).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, data?.[field]),
  )
  return { ...choice, ...(left.length > 0 ? { text: Object.fromEntries(left) as CvChoice['text'] } : {}) }
}

/**
 * The choices as they are stored. An entry in the trash, or taken off the page, keeps its place; one that was deleted for good since loses it. Throws
 * `Invalid` for an id that no entry has, unless the variant had it.
 */
const checkedChoices = async (
  trx: Trx,
  entries: CvVariantData['entries'],
  held: CvVariantData['entries'] = {},
): Promise<CvVariantData['entries']> => {
  const problems: Record<string, string> = {}
  const checked: Record<string, CvChoice[]> = {}
  for (const name of cvCollections) {
    const list = entries[name] as CvChoice[] | undefined
    if (!list) continue
    const stored =
      list.length === 0
        ? new Map()
        : await storedEntries(
            trx,
            name,
            list.map(({ id }) => id),
          )
    const had = new Set(held[name]?.map(({ id }) => id))
    for (const [index, { id }] of list.entries())
      if (!stored.has(id) && !had.has(id)) problems[`entries.${name}.${index}.id`] = 'There is no such entry.'
    checked[name] = list.filter(({ id }) => stored.has(id)).map((choice) => otherWords(choice, stored.get(choice.id)))
  }
  if (Object.keys(problems).length > 0) throw new Invalid(problems)
  return checked as CvVariantData['entries']
}

/** As it is journaled. */
type CvVariantState = CvVariantData & {
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

const stateOf = ({ data, link, createdAt }: StoredVariant): CvVariantState => ({ ...data, link, createdAt })

/** All of them, by name. */
const readVariants = async (reader: Reader): Promise<StoredVariant[]> =>
  (await reader.selectFrom('cv_variants').selectAll().orderBy('name').execute()).map(variantOf)

export const findVariant = async (reader: Reader, id: string): Promise<StoredVariant | undefined> => {
  const row = await reader.selectFrom('cv_variants').selectAll().where('id', '=', id).executeTakeFirst()
  return row && variantOf(row)
}

/** Stores the variant in this state, or takes it away. */
const writeVariant = async (
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

/** Undoes a change of a variant, field by field. What is undone brings its link back, too. */
export const cvVariantReverter: Reverter<CvVariantState> = {
  revert: async (trx, { entry, before, after }) => {
    const id = entry ?? ''
    const stored = await findVariant(trx, id)
    const present = stored ? stateOf(stored) : null
    const target = reverted(before, after, present)
    if (target === conflict) throw new StaleVersion(variantNoun, present)
    if (target) {
      if (!stored) await assertFew(trx)
      await assertNameFree(trx, id, target.name)
    }
    await writeVariant(trx, id, target, stored)
    return { before: present, after: target }
  },
}

interface VariantPreview {
  bytes: Uint8Array
  svg: string
  facts: CvVariantFacts
}

export type PreviewVariant = (variant: CvVariantData, gone: AbortSignal) => Promise<VariantPreview>

/**
 * Makes the PDF of a variant that need not be stored. One is made at a time, and one waits: throws `Gone` for who has waited when a newer preview
 * is asked for, or has left.
 */
export const createVariantPreview = (parts: {
  content: () => Content | undefined
  publicUrl: string
  themes: readonly Theme[]
  make: MakeCvForm
}): PreviewVariant => {
  const { content, publicUrl, themes, make } = parts
  let running: Promise<unknown> = Promise.resolve()
  let latest = {}

  const preview = async (variant: CvVariantData): Promise<VariantPreview> => {
    const shown = content()
    if (!shown) throw new Unavailable('Nothing is published yet.')
    const { bytes, svg, pdf } = await make('preview', variantSource(shown, publicUrl, variant, themes))
    if (!pdf || svg === undefined) throw new Unavailable('The preview could not be made.')
    return { bytes, svg, facts: { ...pdf, ...variantFactsOf(shown, publicUrl, variant) } as CvVariantFacts }
  }

  return async (variant, gone) => {
    const turn = {}
    latest = turn
    const before = running
    const work = async () => {
      await before.catch(() => {})
      if (latest !== turn || gone.aborted) throw new Gone('A newer preview was asked for.')
      return preview(variant)
    }
    const mine = work()
    running = mine.catch(() => {})
    return mine
  }
}
