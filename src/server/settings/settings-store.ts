import { isDeepStrictEqual } from 'node:util'
import { Invalid, NotFound, StaleVersion } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import { atRoot } from '../../model/publishing/page-paths.ts'
import type { Redirect } from '../../model/publishing/published-content.ts'
import { completeSectionOrder } from '../../model/sections/section-order.ts'
import { completeResumeOrder } from '../../model/sections/sections.ts'
import { type Category, withCategoryIds } from '../../model/settings/categories.ts'
import { cssProblem } from '../../model/settings/checked-css.ts'
import {
  emptySettings,
  publishableSettings,
  type Settings,
  settingFields,
  settingsDraftSchema,
  settingsSchema,
} from '../../model/settings/settings.ts'
import { type PersonFacts, withPerson } from '../../model/settings/with-person.ts'
import { plainText } from '../../model/text-rules.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import type { FormerSlug } from '../db/tables.ts'
import {
  conflict,
  journaled,
  type RecordChange,
  type Reverted,
  type Reverter,
  reverted,
} from '../journal/record-change.ts'
import { type Links, linksHeld, unchecked } from '../links/links.ts'
import { assertMediaKnown } from '../media/media-fields.ts'
import type { CheckCss } from '../themes/css-check.ts'

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

interface SettingsRow {
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

const writeSettings = async (trx: Trx, state: SettingsState | null, replaced: number): Promise<void> => {
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
const isHidden = (before: SettingsState | null, after: SettingsState | null): boolean => {
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
const withFormerCategories = (
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
const withoutCategory = (
  known: readonly FormerCategory[],
  { id, slug }: Category,
  to: string | undefined,
  until: string,
): FormerCategory[] =>
  to === undefined
    ? known.filter((one) => one.id !== id)
    : [{ id: to, slug, until }, ...known.map((one) => (one.id === id ? { ...one, id: to } : one))].slice(0, mostFormer)

const categoryRedirects = (known: readonly FormerCategory[], categories: readonly Category[]): Redirect[] =>
  known.flatMap(({ id, slug: from }) => {
    const to = categories.find((category) => category.id === id)?.slug
    return to === undefined ? [] : [{ collection: 'categories', from, to }]
  })

/** Throws `Invalid` when a page outside the trash stands at the address that a category is to have. `held` are addresses it has already. */
const assertNotPages = async (trx: Trx, categories: readonly Category[], held: readonly Category[]): Promise<void> => {
  const had = new Set(held.map(({ slug }) => slug))
  const added = categories.flatMap(({ slug }, at) => (had.has(slug) ? [] : [{ slug, at }]))
  if (added.length === 0) return
  const rows = await trx
    .selectFrom('entries')
    .select(['draft', 'published'])
    .where('collection', '=', atRoot)
    .where('deleted_at', 'is', null)
    .execute()
  const titles = new Map<string, string>()
  for (const { draft, published } of rows)
    for (const json of [draft, published]) {
      const { slug, title } = JSON.parse(json ?? '{}')
      if (typeof slug === 'string') titles.set(slug, String(title))
    }
  const problems = added.flatMap(({ slug, at }) => {
    const title = titles.get(slug)
    const message = `“${slug}” is already the address of the page “${title}”. Choose another.`
    return title === undefined ? [] : [[`categories.${at}.slug`, message]]
  })
  if (problems.length > 0) throw new Invalid(Object.fromEntries(problems))
}

interface VersionedSettings {
  version: number
  settings: Settings
}

/** The settings as the owner left them. `changed`: visitors see an older state. */
export interface SettingsDraft extends VersionedSettings {
  status: 'published' | 'changed'
  publishedAt: string | null
}

interface Based {
  by: string
  /** Version on which the write is based. Throws `StaleVersion` when another is stored. */
  version?: number | undefined
}

/** Moves what is in a category to another one, or to none. */
export type MoveEntries = (
  trx: Trx,
  record: RecordChange,
  move: { from: string; to: string | undefined; by: string },
) => Promise<void>

const draftOf = ({ stored, version }: SettingsRow): SettingsDraft => {
  const settings = draftIn(stored)
  const shown = publishableSettings(stored ? liveIn(stored) : emptySettings)
  return {
    version,
    settings,
    status: isDeepStrictEqual(publishableSettings(settings), shown) ? 'published' : 'changed',
    publishedAt: stored?.publishedAt ?? null,
  }
}

/** `settings` as the draft, and what is publishable of `shown` as published. */
const stateOf = (settings: Settings, shown: Record<string, unknown>, before: SettingsState | null): SettingsState => {
  const published = publishableSettings(shown)
  const publishedAt =
    before && isDeepStrictEqual(before.published, published) ? before.publishedAt : new Date().toISOString()
  const at = new Date().toISOString()
  const former = withFormerCategories(
    before?.former ?? [],
    before ? liveIn(before).categories : [],
    published.categories as Category[],
    at,
  )
  return { draft: settings, published, publishedAt, ...(former.length > 0 ? { former } : {}) }
}

/** New categories get their ids when they are published. */
const identified = <S extends { categories?: Category[] | undefined }>(settings: S, stored: SettingsState | null): S =>
  settings.categories
    ? { ...settings, categories: withCategoryIds(settings.categories, liveIn(stored).categories) }
    : settings

/** For commands, which answer no visits meanwhile. */
const checkHere: CheckCss = async (css) => (await import('../themes/css-check.ts')).checkCss(css)

export const createSettings = (database: Database, links: Links = unchecked, checkCss = checkHere) => {
  const assertNamed = async (trx: Trx, before: SettingsState | null, state: SettingsState) => {
    const { draft, published } = state
    const held = before ?? { draft: emptySettings, published: emptySettings }
    await assertMediaKnown(trx, { fields: settingFields }, [draft, published], [held.draft, held.published])
    await assertNotPages(trx, liveIn(state).categories, liveIn(before).categories)
    const heldLinks = linksHeld(settingFields, [held.published])
    await links.assertKnown(trx, { fields: settingFields, data: published, held: heldLinks })
    const { customCss } = liveIn(state)
    if (customCss === liveIn(before).customCss) return
    const problem = cssProblem(await checkCss(customCss))
    if (problem) throw new Invalid({ customCss: problem })
  }

  const alter = (
    { by, version }: Based,
    action: string,
    next: (row: SettingsRow) => SettingsState,
  ): Promise<SettingsDraft> =>
    journaled(database, async (trx, record) => {
      const row = await readSettings(trx)
      if (version !== undefined && version !== row.version) throw new StaleVersion('setting', draftOf(row))
      const state = next(row)
      if (isDeepStrictEqual(state, row.stored)) return draftOf(row)
      await assertNamed(trx, row.stored, state)
      await writeSettings(trx, state, row.version)
      const hidden = isHidden(row.stored, state)
      await record({ by, action, collection: 'settings', before: row.stored, after: state, hidden })
      return draftOf({ stored: state, version: row.version + 1 })
    })

  return {
    checkCss,

    /** The settings in effect, always complete: a missing or invalid setting has its initial value. */
    get: async (reader: Reader = database.kysely): Promise<VersionedSettings> => {
      const { stored, version } = await readSettings(reader)
      return { version, settings: liveIn(stored) }
    },

    draft: async (reader: Reader = database.kysely): Promise<SettingsDraft> => draftOf(await readSettings(reader)),

    /**
     * Changes some settings. A writer who names the version publishes all of the draft, which it has seen; another publishes what it
     * names. Throws `Invalid`.
     */
    update: async (
      patch: unknown,
      { publish = true, ...based }: Based & { publish?: boolean },
    ): Promise<SettingsDraft> => {
      const fields = parse((publish ? settingsSchema : settingsDraftSchema).partial(), patch)
      // What it says is kept, so that nobody waits for it in the transaction.
      if (publish && fields.customCss) await checkCss(fields.customCss)
      return alter(based, 'update', ({ stored }) => {
        const changed = { ...draftIn(stored), ...fields }
        if (!publish) return stateOf(parse(settingsDraftSchema, changed), publishableSettings(liveIn(stored)), stored)
        const named = based.version === undefined ? identified(fields, stored) : identified(changed, stored)
        const draft = parse(settingsDraftSchema, { ...changed, ...named })
        const shown = based.version === undefined ? { ...liveIn(stored), ...named } : draft
        return stateOf(draft, parse(settingsSchema, shown), stored)
      })
    },

    /** Publishes the draft. Throws `Invalid` with a sentence for each setting that breaks a rule. */
    publish: (based: Based): Promise<SettingsDraft> =>
      alter(based, 'publish', ({ stored }) => {
        const settings = identified(parse(settingsSchema, draftIn(stored)), stored)
        return stateOf(settings, settings, stored)
      }),

    /** The draft becomes what visitors see. What takes effect at once stays. */
    discard: (based: Based): Promise<SettingsDraft> =>
      alter(based, 'discard', ({ stored }) => {
        const live = liveIn(stored)
        return stateOf(live, live, stored)
      }),

    /**
     * Deletes a category for visitors, too, and moves its projects and its addresses to another one or to none: one change, one undo.
     * `moveEntries` does that in the same transaction. Throws `NotFound`, and `Invalid` when there is no such other category.
     */
    removeCategory: (
      id: string,
      to: string | undefined,
      { by, version }: Based,
      moveEntries: MoveEntries,
    ): Promise<SettingsDraft> =>
      journaled(database, async (trx, record) => {
        const row = await readSettings(trx)
        if (version !== undefined && version !== row.version) throw new StaleVersion('setting', draftOf(row))
        const [draft, live] = [draftIn(row.stored), liveIn(row.stored)]
        const category = live.categories.find((one) => one.id === id)
        if (!category) throw new NotFound('category', id)
        if (to === id || (to !== undefined && !live.categories.some((one) => one.id === to)))
          throw new Invalid({ to: 'There is no such category. Choose another.' })
        const without = (settings: Settings) => ({
          ...settings,
          categories: settings.categories.filter((one) => one.id !== id),
        })
        const { former: _, ...state } = stateOf(without(draft), publishableSettings(without(live)), row.stored)
        const former = withoutCategory(row.stored?.former ?? [], category, to, new Date().toISOString())
        const next: SettingsState = { ...state, ...(former.length > 0 ? { former } : {}) }
        await writeSettings(trx, next, row.version)
        await record({ by, action: 'update', collection: 'settings', before: row.stored, after: next })
        await moveEntries(trx, record, { from: id, to, by })
        return draftOf({ stored: next, version: row.version + 1 })
      }),

    /** From the former addresses of categories. */
    redirects: async (reader: Reader = database.kysely): Promise<Redirect[]> => {
      const { stored } = await readSettings(reader)
      return categoryRedirects(stored?.former ?? [], liveIn(stored).categories)
    },

    initialise: async (settings: Settings, { by }: { by: string }): Promise<void> => {
      const first = parse(settingsSchema, settings)
      await journaled(database, async (trx, record) => {
        const { stored, version } = await readSettings(trx)
        if (stored) return
        const state = stateOf(identified(first, null), first, null)
        await writeSettings(trx, state, version)
        await record({ by, action: 'create', collection: 'settings', before: null, after: state })
      })
    },
  }
}

export type SettingsStore = ReturnType<typeof createSettings>

const readPerson = async (reader: Reader): Promise<PersonFacts | undefined> => {
  const row = await reader
    .selectFrom('entries')
    .select('published')
    .where('collection', '=', 'about')
    .where('published', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return row?.published ? JSON.parse(row.published) : undefined
}

/** The settings in effect, with the facts that come from About. */
export const readPageSettings = async (settings: SettingsStore, reader: Reader): Promise<Settings> =>
  withPerson((await settings.get(reader)).settings, await readPerson(reader))

/** Throws `StaleVersion` when the same settings have been changed again. */
const stateFrom = (
  before: SettingsState | null,
  after: SettingsState | null,
  stored: SettingsState | null,
): SettingsState | null => {
  const stale = () => new StaleVersion('setting', draftIn(stored))
  if (!before || !after || !stored) {
    const target = reverted(before, after, stored)
    if (target === conflict) throw stale()
    return target
  }
  const draft = reverted(before.draft, after.draft, stored.draft)
  const published = reverted(before.published, after.published, stored.published)
  if (draft === conflict || published === conflict) throw stale()
  const time = reverted(before.publishedAt, after.publishedAt, stored.publishedAt)
  const known = reverted(before.former ?? [], after.former ?? [], stored.former ?? [])
  const former = known === conflict ? stored.former : known
  return {
    draft,
    published,
    publishedAt: time === conflict ? stored.publishedAt : time,
    ...(former && former.length > 0 ? { former } : {}),
  }
}

/** Writes the settings as the journal holds them. Throws `Invalid` when a category would take the address of a page. */
export const putSettings = async (
  trx: Trx,
  targetOf: (stored: SettingsState | null) => SettingsState | null,
): Promise<Reverted> => {
  const { stored, version } = await readSettings(trx)
  const target = targetOf(stored)
  await assertNotPages(trx, liveIn(target).categories, liveIn(stored).categories)
  await writeSettings(trx, target, version)
  return { before: stored, after: target, hidden: isHidden(stored, target) }
}

export const settingsReverter: Reverter<SettingsState> = {
  revert: (trx, { before, after }) => putSettings(trx, (stored) => stateFrom(before, after, stored)),
}
