import { isDeepStrictEqual } from 'node:util'
import type { Redirect } from '../../model/publishing/published-content.ts'
import { completeSectionOrder } from '../../model/sections/section-order.ts'
import { completeResumeOrder } from '../../model/sections/sections.ts'
import type { Category } from '../../model/settings/categories.ts'
import { emptySettings, type Settings, settingsDraftSchema, settingsSchema } from '../../model/settings/settings.ts'
import { plainText } from '../../model/text-rules.ts'
import type { Reader, Trx } from '../db/database.ts'
import type { FormerSlug } from '../db/tables.ts'

type Stored = Record<string, unknown>

/** As it is stored and journaled. */
export interface SettingsState {
  /** All settings. */
  draft: Stored
  /** Those that visitors see only once they are published, as they see them. */
  published: Stored
  publishedAt: string
  /** Slugs that categories had before; missing when there are none. */
  former?: FormerCategory[]
}

export interface SettingsRow {
  stored: SettingsState | null
  version: number
}

export const readSettings = async (reader: Reader): Promise<SettingsRow> => {
  const row = await reader
    .selectFrom('settings')
    .select(['draft', 'published', 'published_at', 'version', 'former'])
    .executeTakeFirst()
  if (!row) return { stored: null, version: 0 }
  const stored = {
    draft: JSON.parse(row.draft),
    published: JSON.parse(row.published),
    publishedAt: row.published_at,
    ...(row.former === '[]' ? {} : { former: JSON.parse(row.former) as FormerCategory[] }),
  }
  return { stored, version: row.version }
}

export const writeSettings = async (trx: Trx, state: SettingsState | null, replaced: number): Promise<void> => {
  if (state === null) {
    await trx.deleteFrom('settings').execute()
    return
  }
  const row = {
    draft: JSON.stringify(state.draft),
    published: JSON.stringify(state.published),
    published_at: state.publishedAt,
    former: JSON.stringify(state.former ?? []),
    version: replaced + 1,
    updated_at: new Date().toISOString(),
  }
  await trx
    .insertInto('settings')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

const withoutControls = (value: unknown): unknown => {
  if (typeof value === 'string') return plainText(value)
  if (Array.isArray(value)) return value.map(withoutControls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutControls(inner)]))
}

/** Orders from a version with other sections, or other parts of one. */
const completed = new Map([
  ['sections', completeSectionOrder],
  ['resumeOrder', completeResumeOrder],
] as [string, (stored: unknown) => unknown][])

/** Stored settings under the current rules; a missing or invalid one has its initial value. */
const readLeniently = (stored: Stored | undefined, rules: typeof settingsSchema): Settings => {
  const settings: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(rules.shape)) {
    const complete = completed.get(name)
    const value = complete ? complete(stored?.[name]) : stored?.[name]
    const strict = schema.safeParse(value)
    // Control characters in a text of an earlier version must not cost the whole text.
    const result = strict.success ? strict : schema.safeParse(withoutControls(value))
    settings[name] = result.success ? result.data : emptySettings[name as keyof Settings]
  }
  return settings as Settings
}

/** The settings as the owner left them. */
export const draftIn = (stored: SettingsState | null): Settings => readLeniently(stored?.draft, settingsDraftSchema)

/** The categories in effect. */
export const liveCategories = async (reader: Reader): Promise<Settings['categories']> =>
  liveIn((await readSettings(reader)).stored).categories

/** True when visitors see nothing of the step from one state to the other. */
export const isHidden = (before: SettingsState | null, after: SettingsState | null): boolean => {
  const seen = (state: SettingsState | null) => [liveIn(state), state?.publishedAt, state?.former]
  return isDeepStrictEqual(seen(before), seen(after))
}

/** The settings in effect: what is published, and what takes effect at once. */
export const liveIn = (stored: SettingsState | null): Settings =>
  readLeniently(stored ? { ...stored.draft, ...stored.published } : undefined, settingsSchema)

/** A slug under which a category was published before. The id is that of the category its visitors go to. */
interface FormerCategory extends FormerSlug {
  id: string
}

/** Bounds what is kept; the oldest go. */
const mostFormer = 200

/** The former slugs after a publish: with those that a category leaves, without those that one has again. */
export const withFormerCategories = (
  known: readonly FormerCategory[],
  before: readonly Category[],
  after: readonly Category[],
  until: string,
): FormerCategory[] => {
  const now = new Map(after.map(({ id, slug }) => [id, slug]))
  const taken = new Set(now.values())
  const left = before.flatMap(({ id, slug }) => (now.has(id) && now.get(id) !== slug ? [{ id, slug, until }] : []))
  const kept = known.filter(({ slug }) => !left.some((one) => one.slug === slug))
  return [...left, ...kept].filter(({ slug }) => !taken.has(slug)).slice(0, mostFormer)
}

/** The former slugs when a category ceases to exist: its own and all before lead to `to`, or nowhere. */
export const withoutCategory = (
  known: readonly FormerCategory[],
  { id, slug }: Category,
  to: string | undefined,
  until: string,
): FormerCategory[] =>
  to === undefined
    ? known.filter((one) => one.id !== id)
    : [{ id: to, slug, until }, ...known.map((one) => (one.id === id ? { ...one, id: to } : one))].slice(0, mostFormer)

export const categoryRedirects = (known: readonly FormerCategory[], categories: readonly Category[]): Redirect[] =>
  known.flatMap(({ id, slug: from }) => {
    const to = categories.find((category) => category.id === id)?.slug
    return to === undefined ? [] : [{ collection: 'categories', from, to }]
  })
