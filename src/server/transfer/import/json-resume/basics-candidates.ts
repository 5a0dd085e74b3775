import { settingFields } from '../../../../model/settings/settings.ts'
import type { Candidate, Data, Skipped } from './candidate.ts'
import { noPlaceFor, textAt } from './resume-values.ts'

type Item = Readonly<Record<string, unknown>>

const labelMax = 40

const placeOf = (location: unknown): string => {
  const item = (typeof location === 'object' && location !== null ? location : {}) as Item
  const parts = [textAt(item, 'address'), textAt(item, 'city'), textAt(item, 'region'), textAt(item, 'countryCode')]
  return [...new Set(parts.filter((part) => part !== ''))].join(', ')
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url)

const linksIn = (basics: Item): { key: string; label: string; url: string }[] => {
  const profiles = Array.isArray(basics.profiles) ? (basics.profiles as unknown[]) : []
  return profiles.flatMap((one, index) => {
    const profile = (typeof one === 'object' && one !== null ? one : {}) as Item
    const url = textAt(profile, 'url')
    const label = textAt(profile, 'network') || textAt(profile, 'username') || hostOf(url)
    return [{ key: `basics.profiles.${index}`, label: label.slice(0, labelMax), url }]
  })
}

const noImages = 'Not imported: images are not fetched from other sites. Upload it in Media and choose it in About.'

/**
 * What `basics` says of the person, one thing each. Who has an entry in About finds name, email and place there; `importTable` decides.
 * A short summary is the description for search engines, as the CV's export has it; a longer one the introduction.
 */
export const basicsCandidates = (basics: Item): { candidates: Candidate[]; skipped: Skipped[] } => {
  const one = (member: string, field: string, value: string, title: string): Candidate[] =>
    value === ''
      ? []
      : [
          {
            ...{ key: `basics.${member}`, collection: 'settings', title, given: { [field]: value } },
            ...{ defaults: {}, identity: [], notes: [] },
          },
        ]
  const summary = textAt(basics, 'summary')
  const isShort = summary.length <= (settingFields.description.max ?? 0) && !summary.includes('\n')
  const links = linksIn(basics)
  const candidates: Candidate[] = [
    ...one('name', 'name', textAt(basics, 'name'), 'Name'),
    ...one('label', 'role', textAt(basics, 'label'), 'Role'),
    ...one('email', 'email', textAt(basics, 'email'), 'Email'),
    ...one('phone', 'phone', textAt(basics, 'phone'), 'Telephone'),
    ...one('location', 'location', placeOf(basics.location), 'Location'),
    ...one('summary', isShort ? 'description' : 'introduction', summary, isShort ? 'Description' : 'Introduction'),
    ...links
      .filter(({ url }) => url !== '')
      .map(
        ({ key, label, url }): Candidate => ({
          ...{ key, collection: 'settings', title: `Link: ${label}`, given: { link: { label, url } satisfies Data } },
          ...{ defaults: {}, identity: [], notes: [] },
        }),
      ),
  ]
  const known = ['name', 'label', 'email', 'phone', 'location', 'summary', 'profiles']
  const unknown = Object.keys(basics).filter((name) => !known.includes(name) && textAt(basics, name) !== '')
  const skipped = [
    // The address of a site is where it stands.
    ...unknown.map((name) => ({
      ...{ key: `basics.${name}`, title: name },
      notes: [name === 'image' ? noImages : noPlaceFor([name])],
    })),
    ...links
      .filter(({ url }) => url === '')
      .map(({ key, label }) => ({ key, title: `Link: ${label}`, notes: ['It has no address.'] })),
  ]
  return { candidates, skipped }
}
