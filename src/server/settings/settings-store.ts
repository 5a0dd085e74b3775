import { isDeepStrictEqual } from 'node:util'
import { StaleVersion } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import {
  emptySettings,
  publishableSettings,
  type Settings,
  settingFields,
  settingsDraftSchema,
  settingsSchema,
} from '../../model/settings/settings.ts'
import { assertImagesKnown } from '../content/entry-checks.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import { journaled } from '../journal/record-change.ts'
import { type Links, linksHeld, unchecked } from '../links/links.ts'
import { draftIn, liveIn, readSettings, type SettingsRow, type SettingsState, writeSettings } from './settings-row.ts'

export interface VersionedSettings {
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
  return { draft: settings, published, publishedAt }
}

export const createSettings = (database: Database, links: Links = unchecked) => {
  const assertNamed = async (trx: Trx, before: SettingsState | null, { draft, published }: SettingsState) => {
    const held = before ?? { draft: emptySettings, published: emptySettings }
    await assertImagesKnown(trx, { fields: settingFields }, [draft, published], [held.draft, held.published])
    const heldLinks = linksHeld(settingFields, [held.published])
    await links.assertKnown(trx, { fields: settingFields, data: published, held: heldLinks })
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
      await record({ by, action, collection: 'settings', before: row.stored, after: state })
      return draftOf({ stored: state, version: row.version + 1 })
    })

  return {
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
      return alter(based, 'update', ({ stored }) => {
        const draft = parse(settingsDraftSchema, { ...draftIn(stored), ...fields })
        if (!publish) return stateOf(draft, stored?.published ?? emptySettings, stored)
        const shown = based.version === undefined ? { ...liveIn(stored), ...fields } : draft
        return stateOf(draft, parse(settingsSchema, shown), stored)
      })
    },

    /** Publishes the draft. Throws `Invalid` with a sentence for each setting that breaks a rule. */
    publish: (based: Based): Promise<SettingsDraft> =>
      alter(based, 'publish', ({ stored }) => {
        const settings = parse(settingsSchema, draftIn(stored))
        return stateOf(settings, settings, stored)
      }),

    /** The draft becomes what visitors see. What takes effect at once stays. */
    discard: (based: Based): Promise<SettingsDraft> =>
      alter(based, 'discard', ({ stored }) => {
        const live = liveIn(stored)
        return stateOf(live, live, stored)
      }),

    initialise: async (settings: Settings, { by }: { by: string }): Promise<void> => {
      const first = parse(settingsSchema, settings)
      await journaled(database, async (trx, record) => {
        const { stored, version } = await readSettings(trx)
        if (stored) return
        const state = stateOf(first, first, null)
        await writeSettings(trx, state, version)
        await record({ by, action: 'create', collection: 'settings', before: null, after: state })
      })
    },
  }
}

export type SettingsStore = ReturnType<typeof createSettings>
