import type { Settings } from '../../../../model/settings/settings.ts'
import type { Candidate, Data } from './candidate.ts'
import { isSameLink } from './same-link.ts'

/** The stored facts about the person: the settings, and the first entry of About where there is one. */
interface PersonHere {
  settings: Settings
  about: Data | undefined
  /** Without a slash at its end. */
  publicUrl: string
}

/** Changes by a fact about the person: settings, or fields of the entry in About. Empty for one that stands here already. */
export interface PersonStep {
  settings: Data
  about: Data
  /** True when nothing stands in its place yet. */
  isNew: boolean
}

const withLink = (
  { socials }: Settings,
  link: { label: string; url: string },
  isSame: (url: string) => boolean,
): PersonStep =>
  socials.some(({ url }) => isSame(url))
    ? { settings: {}, about: {}, isNew: false }
    : { settings: { socials: [...socials, link] }, about: {}, isNew: true }

const ofScheme = (scheme: string) => (url: string) => url.toLowerCase().startsWith(scheme)

const replaced = (where: 'settings' | 'about', field: string, here: unknown, value: unknown): PersonStep => {
  const changes = here === value ? {} : { [field]: value }
  const none = { settings: {}, about: {} }
  return { ...none, [where]: changes, isNew: here === undefined || here === '' }
}

/** Target of a fact: the page and the CV read it from the same place. */
export const personStep = ({ given }: Candidate, { settings, about, publicUrl }: PersonHere): PersonStep => {
  const [[field = '', value]] = Object.entries(given) as [[string, unknown]]
  switch (field) {
    case 'name':
      return settings.name === '' && about
        ? replaced('about', 'name', about.name, value)
        : replaced('settings', 'name', settings.name, value)
    case 'location':
      return about
        ? replaced('about', 'live', about.live, value)
        : replaced('settings', 'location', settings.location, value)
    case 'email':
      if (settings.email === '' && about) return replaced('about', 'email', about.email, value)
      return settings.email === '' && settings.socials.some(({ url }) => ofScheme('mailto:')(url))
        ? { settings: {}, about: {}, isNew: false }
        : replaced('settings', 'email', settings.email, value)
    case 'phone':
      return withLink(
        settings,
        { label: 'Telephone', url: `tel:${String(value).replace(/[^+\d]/g, '')}` },
        ofScheme('tel:'),
      )
    case 'link': {
      const link = value as { label: string; url: string }
      return withLink(settings, link, (url) => isSameLink(url, link.url, publicUrl))
    }
    default:
      return replaced('settings', field, Reflect.get(settings, field), value)
  }
}
