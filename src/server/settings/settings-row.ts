import { plainText } from '../../model/fields/text-rules.ts'
import { completeSectionOrder } from '../../model/sections/section-order.ts'
import { emptySettings, type Settings, settingsSchema } from '../../model/settings/settings.ts'
import type { Reader, Trx } from '../db/database.ts'

type Stored = Record<string, unknown>

export interface SettingsRow {
  stored: Stored | null
  version: number
}

export const readSettings = async (reader: Reader): Promise<SettingsRow> => {
  const row = await reader.selectFrom('settings').select(['data', 'version']).executeTakeFirst()
  return row ? { stored: JSON.parse(row.data), version: row.version } : { stored: null, version: 0 }
}

export const writeSettings = async (trx: Trx, data: Stored | null, replaced: number): Promise<void> => {
  if (data === null) {
    await trx.deleteFrom('settings').execute()
    return
  }
  const row = { data: JSON.stringify(data), version: replaced + 1, updated_at: new Date().toISOString() }
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

/** Stored settings under the current rules; a missing or invalid one has its initial value. */
export const readSettingsLeniently = (stored: Stored | null): Settings => {
  const settings: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(settingsSchema.shape)) {
    // Keeps an order from a version with other sections.
    const value = name === 'sections' ? completeSectionOrder(stored?.[name]) : stored?.[name]
    const strict = schema.safeParse(value)
    // Control characters in a text of an earlier version must not cost the whole text.
    const result = strict.success ? strict : schema.safeParse(withoutControls(value))
    settings[name] = result.success ? result.data : emptySettings[name as keyof Settings]
  }
  return settings as Settings
}
