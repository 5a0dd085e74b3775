import type { Settings } from '../../model/settings/settings.ts'
import type { Introduction } from '../../model/setup/introduction.ts'
import { shownSettings } from '../preview/shown-settings.ts'
import type { Subject } from '../preview/subject.ts'

/** The introduction as the page would show it: settings and About's first entry. */
export const previewOf = (facts: Introduction, settings: Settings): Subject => {
  const { name, headline, live, portrait, email, age, from, links, ...own } = facts
  const headlines = headline === '' ? [] : [headline]
  return {
    collection: 'settings',
    shown: shownSettings,
    values: { ...settings, ...own, name: '', email: '', headlines, location: '', socials: links },
    about: { image: portrait, name, email, age, show_age: age !== null, from, show_from: from !== '', live },
  }
}
