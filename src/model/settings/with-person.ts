import { englishPage } from '../words/english/page.ts'
import type { PublicSettings } from './settings.ts'

/** The facts of About's first entry that other parts of the page use. */
export interface PersonFacts {
  name: string
  email: string
  live: string
}

type OfPerson = Pick<PublicSettings, 'name' | 'email' | 'location' | 'socials' | 'sections'>

/** The name of a site without a person. */
export const nameless = englishPage.nameless

const nobody: PersonFacts = { name: nameless, email: '', live: '' }

/** The facts that the page may show: the name alone while About is hidden. */
const shownFacts = ({ sections }: Pick<OfPerson, 'sections'>, person: PersonFacts): PersonFacts =>
  sections.some(({ id, visible }) => id === 'about' && visible) ? person : { ...person, email: '', live: '' }

/** The link to the owner’s email address: the one in Settings, else the one in About. */
export const emailLink = (settings: Pick<OfPerson, 'email' | 'sections'>, person: PersonFacts = nobody) => ({
  label: englishPage.email,
  url: `mailto:${settings.email || shownFacts(settings, person).email}`,
})

/**
 * Settings as the page shows them: an empty name, location or email link comes from About, so that a fact is typed once; while About is
 * hidden, the name alone.
 */
export const withPerson = <S extends OfPerson>(settings: S, person: PersonFacts = nobody): S => {
  const { name, location, socials } = settings
  const link = emailLink(settings, person)
  const hasEmail = link.url === 'mailto:' || socials.some(({ url }) => /^mailto:/i.test(url))
  return {
    ...settings,
    name: name || person.name,
    location: location || shownFacts(settings, person).live,
    socials: hasEmail ? socials : [...socials, link],
  }
}

/** Takes back what `withPerson` filled in from this person. */
export const withoutPerson = <S extends OfPerson>(settings: S, person: PersonFacts = nobody): S => {
  const own = emailLink(settings, person)
  return {
    ...settings,
    name: settings.name === person.name ? '' : settings.name,
    location: settings.location === shownFacts(settings, person).live ? '' : settings.location,
    socials: settings.socials.filter(({ label, url }) => label !== own.label || url !== own.url),
  }
}
