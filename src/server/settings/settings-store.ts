import { isDeepStrictEqual } from 'node:util'
import { StaleVersion } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import { type Settings, settingsSchema } from '../../model/settings/settings.ts'
import type { Database, Reader } from '../db/database.ts'
import { journaled } from '../journal/record-change.ts'
import { readSettings, readSettingsLeniently, writeSettings } from './settings-row.ts'

export interface VersionedSettings {
  version: number
  settings: Settings
}

export const createSettings = (database: Database) => {
  const get = async (reader: Reader = database.kysely): Promise<VersionedSettings> => {
    const { stored, version } = await readSettings(reader)
    return { version, settings: readSettingsLeniently(stored) }
  }
  return {
    /** Always complete: a missing or invalid setting has its initial value. */
    get,

    update: async (
      patch: unknown,
      { by, version }: { by: string; version?: number | undefined },
    ): Promise<VersionedSettings> => {
      const fields = parse(settingsSchema.partial(), patch)
      return journaled(database, async (trx, record) => {
        const row = await readSettings(trx)
        const present = readSettingsLeniently(row.stored)
        if (version !== undefined && version !== row.version) {
          throw new StaleVersion('setting', { version: row.version, settings: present })
        }
        const settings = parse(settingsSchema, { ...present, ...fields })
        if (row.stored && isDeepStrictEqual(settings, row.stored)) return { version: row.version, settings }
        await writeSettings(trx, settings, row.version)
        await record({ by, action: 'update', collection: 'settings', before: row.stored, after: settings })
        return { version: row.version + 1, settings }
      })
    },

    initialise: async (settings: Settings, { by }: { by: string }): Promise<void> => {
      const first = parse(settingsSchema, settings)
      await journaled(database, async (trx, record) => {
        const { stored, version } = await readSettings(trx)
        if (stored) return
        await writeSettings(trx, first, version)
        await record({ by, action: 'create', collection: 'settings', before: null, after: first })
      })
    },
  }
}

export type SettingsStore = ReturnType<typeof createSettings>
