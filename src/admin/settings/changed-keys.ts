import type { Settings } from '../../model/settings/settings.ts'

/** Settings are plain data whose keys come in one order, so that equal text is equal value. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The settings that differ. */
export const changedKeys = (from: Settings, to: Settings): (keyof Settings)[] =>
  (Object.keys(to) as (keyof Settings)[]).filter((name) => !same(from[name], to[name]))
