import { englishPage } from '../words/english/page.ts'
import type { PublicSettings } from './settings.ts'

/** The facts of About's first entry that other parts of the page use. */
export interface PersonFacts {
  name: string
  email: string
  live: string
}

type OfPerson = Pick<PublicSettings, 'name' | 'location' | 'socials'>

/** The name of a site without a person. */
export const nameless = englishPage.nameless

/** Label of the link to the person's email address. */
export const personLinkLabel = englishPage.email

const nobody: PersonFacts = { name: nameless, email: '', live: '' }

const emailLink = ({ email }: PersonFacts) => ({ label: personLinkLabel, url: `mailto:${email}` })

/** Settings as the page shows them: an empty name, location or email link comes from About, so that a fact is typed once. */
export const withPerson = <S extends OfPerson>(settings: S, person: PersonFacts = nobody): S => {
  const { name, location, socials } = settings
  const hasEmail = person.email === '' || socials.some(({ url }) => /^mailto:/i.test(url))
  return {
    ...settings,
    name: name || person.name,
    location: location || person.live,
    socials: hasEmail ? socials : [...socials, emailLink(person)],
  }
}

/** Takes back what `withPerson` filled in from this person. */
export const withoutPerson = <S extends OfPerson>(settings: S, person: PersonFacts = nobody): S => {
  const own = emailLink(person)
  return {
    ...settings,
    name: settings.name === person.name ? '' : settings.name,
    location: settings.location === person.live ? '' : settings.location,
    socials: settings.socials.filter(({ label, url }) => label !== own.label || url !== own.url),
  }
}
