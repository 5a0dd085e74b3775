import { isSafeLink } from '../../model/fields/fields.ts'
import { withCurrentAvailability } from '../../model/settings/availability.ts'
import { type PublicSettings, type Settings, settingsSchema } from '../../model/settings/settings.ts'

type Name = keyof PublicSettings

// Short texts are shown as they are typed; all else has to be right.
const texts: readonly Name[] = [
  'name',
  'role',
  'description',
  'location',
  'availability',
  'introduction',
  'contactSentence',
  'contactAnswer',
]

const shownValue = <N extends Name>(name: N, values: PublicSettings, last: PublicSettings): PublicSettings[N] =>
  texts.includes(name) || settingsSchema.shape[name].safeParse(values[name]).success ? values[name] : last[name]

/** The settings of a form as the page can show them: a setting that it could not show is what it last was, a list without what is unfinished. */
export const shownSettings = (values: Settings, last: PublicSettings): PublicSettings => {
  const names = Object.keys(last) as Name[]
  const shown = Object.fromEntries(names.map((name) => [name, shownValue(name, values, last)])) as PublicSettings
  return {
    ...withCurrentAvailability(shown, Date.now()),
    headlines: values.headlines.filter((line) => line.trim() !== ''),
    counters: values.counters.filter(({ value }) => Number.isFinite(value)),
    socials: values.socials.filter(({ label, url }) => label !== '' && isSafeLink(url.trim())),
  }
}
