import { defaultSpamRules, type SpamRules, spamRulesSchema } from '../../../model/inbox/spam-rules.ts'
import { spamSignalNames } from '../../../model/inbox/spam-signals.ts'
import type { Reader, Trx } from '../../db/database.ts'

const key = 'spam rules'

/** Rules as stored and journaled: one number for each name, so that each can be undone alone. */
export type FlatRules = Record<string, number>

interface RulesRow {
  /** Null while nobody has changed any. */
  stored: FlatRules | null
  version: number
}

export const flat = ({ threshold, points }: SpamRules): FlatRules => ({ threshold, ...points })

/** Stored rules for today's signals. Missing and invalid values take their defaults. */
export const readRulesLeniently = (stored: FlatRules | null): SpamRules => {
  const { threshold, points } = spamRulesSchema.shape
  const kept = (
    value: number | undefined,
    schema: { safeParse(value: unknown): { success: boolean } },
    first: number,
  ) => (value !== undefined && schema.safeParse(value).success ? value : first)
  return {
    threshold: kept(stored?.threshold, threshold, defaultSpamRules.threshold),
    points: Object.fromEntries(
      spamSignalNames.map((name) => [name, kept(stored?.[name], points.shape[name], defaultSpamRules.points[name])]),
    ) as SpamRules['points'],
  }
}

export const readRules = async (reader: Reader): Promise<RulesRow> => {
  const row = await reader.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  if (!row) return { stored: null, version: 0 }
  const { version, rules } = JSON.parse(row.value) as { version: number; rules: FlatRules | null }
  return { stored: rules, version }
}

/** Writes the rules over version `replaced`; null restores the defaults. */
export const writeRules = async (trx: Trx, rules: FlatRules | null, replaced: number): Promise<void> => {
  const value = JSON.stringify({ version: replaced + 1, rules })
  await trx
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
