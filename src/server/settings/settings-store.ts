import { isDeepStrictEqual } from 'node:util'
import { Invalid, NotFound, StaleVersion } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import { atRoot } from '../../model/publishing/page-paths.ts'
import type { Redirect } from '../../model/publishing/published-content.ts'
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
import type { Database, Reader, Trx } from '../db/database.ts'
import { journaled, type RecordChange } from '../journal/record-change.ts'
import { conflict, type Reverted, type Reverter, reverted } from '../journal/revert.ts'
import { type Links, linksHeld, unchecked } from '../links/links.ts'
import { assertMediaKnown } from '../media/media-fields.ts'
import type { CheckCss } from '../themes/css-check.ts'
import {
  categoryRedirects,
  draftIn,
  isHidden,
  liveIn,
  readSettings,
  type SettingsRow,
  type SettingsState,
  withFormerCategories,
  withoutCategory,
  writeSettings,
} from './settings-row.ts'

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
