import { isDeepStrictEqual } from 'node:util'
import { sampleSettings } from '../../model/settings/sample-settings.ts'
import { emptySettings, type Settings, settingFields } from '../../model/settings/settings.ts'

const names = Object.keys(settingFields) as (keyof Settings)[]

/** The values without what the samples put there; an empty list of names when there is nothing of them. */
export const withoutSamples = (settings: Settings): { names: (keyof Settings)[]; cleared: Partial<Settings> } => {
  const cleared: Record<string, unknown> = {}
  for (const name of names) {
    const [value, sample, empty] = [settings[name], sampleSettings[name], emptySettings[name]]
    if (isDeepStrictEqual(sample, empty)) continue
    if (Array.isArray(value) && Array.isArray(sample)) {
      const own = value.filter((item) => !sample.some((one) => isDeepStrictEqual(one, item)))
      if (own.length < value.length) cleared[name] = own
    } else if (isDeepStrictEqual(value, sample)) cleared[name] = empty
  }
  return { names: Object.keys(cleared) as (keyof Settings)[], cleared: cleared as Partial<Settings> }
}
