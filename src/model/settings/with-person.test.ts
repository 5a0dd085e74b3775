import { describe, expect, it } from 'vitest'
import { emptySettings } from './settings.ts'
import { withoutPerson, withPerson } from './with-person.ts'

const ada = { name: 'Ada Byron', email: 'ada@analytical.example', live: 'London' }
const site = { label: 'Code', url: 'https://code.example' }
const of = (settings: Partial<typeof emptySettings>) => {
  const { name, email, location, socials, sections } = { ...emptySettings, ...settings }
  return { name, email, location, socials, sections }
}
const withoutAbout = emptySettings.sections.map((section) => ({ ...section, visible: section.id !== 'about' }))

describe('settings of the page', () => {
  it('take name, location and email link from About where they are empty', () => {
    expect(withPerson(of({ socials: [site] }), ada)).toEqual({
      name: 'Ada Byron',
      email: '',
      location: 'London',
      socials: [site, { label: 'Email', url: 'mailto:ada@analytical.example' }],
      sections: emptySettings.sections,
    })
  })

  it('take the name alone from About while it is hidden, and keep the email address in Settings', () => {
    const settings = of({ socials: [site], sections: withoutAbout })
    expect(withPerson(settings, ada)).toEqual({ ...settings, name: 'Ada Byron' })
    const email = 'studio@byron.example'
    expect(withPerson({ ...settings, email }, ada).socials).toEqual([site, { label: 'Email', url: `mailto:${email}` }])
  })

  it('keep their own', () => {
    const own = of({
      name: 'Studio Byron',
      location: '51.5° N',
      socials: [{ label: 'Write', url: 'mailto:us@b.example' }],
    })
    expect(withPerson(own, ada)).toEqual(own)
  })

  it('have a name without About', () => expect(withPerson(of({})).name).toBe('Your name'))

  it('link the email address in Settings, with and without About, unless a link is one', () => {
    const email = 'studio@byron.example'
    const own = { label: 'Email', url: `mailto:${email}` }
    for (const person of [ada, undefined])
      expect(withPerson(of({ email, socials: [site] }), person).socials).toEqual([site, own])
    const written = of({ email, socials: [{ label: 'Write', url: 'mailto:us@b.example' }] })
    expect(withPerson(written, ada).socials).toEqual(written.socials)
  })

  it('are again as they were without what came from About', () => {
    for (const settings of [
      of({}),
      of({ socials: [site] }),
      of({ name: 'Studio Byron', email: 'studio@byron.example' }),
      of({ location: ada.live, sections: withoutAbout }),
    ])
      expect(withoutPerson(withPerson(settings, ada), ada)).toEqual(settings)
  })
})
