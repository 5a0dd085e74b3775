import { describe, expect, it } from 'vitest'
import { drawnAtOnce } from '../../../tests/support/drawn-at-once.ts'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { htmlProblems } from '../../../tests/support/html.ts'
import { wordlessContent } from '../../../tests/support/wordless-content.ts'
import { saidBy, sharedWithEnglish, textsOf } from '../../../tests/support/words.ts'
import { messageSchemaIn } from '../../model/inbox/message.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { SectionOrder } from '../../model/sections/section-order.ts'
import { catalogueOf } from '../../model/words/catalogues.ts'
import { english } from '../../model/words/en.ts'
import { languages } from '../../model/words/languages.ts'
import { createSite } from './render.tsx'

const assets = { css: 'body{margin:0}', boot: '/assets/boot-1.js', fonts: [], publicUrl: 'https://mira.example' }

/** Every page that a visitor can be shown, by its address; the refused message last. */
const render = (content: Content) => {
  const site = createSite(assets, { markup: drawnAtOnce })
  const { refusals, scripts } = catalogueOf(content.settings.language)
  const values = { user_name: '', user_email: 'x', message: '' }
  const issues = messageSchemaIn({ refusals, scripts }).safeParse(values).error?.issues ?? []
  const fields = Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
  const refused = site.refusedMessage(content, { values, fields, message: refusals.attention })
  const bare = { ...content, projects: content.projects.slice(0, 1) }
  const pages = [...site.pages(content), ...createSite(assets, { markup: drawnAtOnce }).pages(bare), refused]
  return pages.filter(({ type }) => type.startsWith('text/html'))
}

const formerAddress = { collection: 'projects', from: 'former', to: 'tideline' }
const othersThanEnglish = languages.filter((language) => language !== 'en')
// Whole texts; with a placeholder they are compared by what stands before it.
const englishTexts = new Set(textsOf(english).map(([, text]) => text))

describe.each(othersThanEnglish)('a site in the language %s', (language) => {
  const pages = render({ ...wordlessContent(language), redirects: [formerAddress] })

  it('says so, and its direction, at every address', () => {
    for (const { path, body } of pages) {
      expect(body, path).toMatch(new RegExp(`<html lang="${language}"`))
      if (/data-appearance/.test(body)) expect(/^[^>]*><html[^>]* dir="rtl"/.test(body), path).toBe(language === 'ar')
    }
  })

  it('has no English text at any address but those that the language spells alike', () => {
    const shared = new Set(sharedWithEnglish[language])
    const left = pages.flatMap(({ path, body }) =>
      saidBy(body)
        .filter((text) => englishTexts.has(text) && !shared.has(text) && /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, '')))
        .map((text) => `${path}: ${text}`),
    )
    expect(left).toEqual([])
  })
})

// Languages of another script show every Latin word, wherever it comes from: the sure test that no word is written outside of a catalogue.
it.each(['uk', 'ar', 'ja'])('a site in the language %s has no Latin word that is not in its catalogue', (language) => {
  const own = new Set(
    textsOf(catalogueOf(language)).flatMap(([, text]) => text.replaceAll(/\{\w+\}/g, '').match(/[A-Za-z]{2,}/g) ?? []),
  )
  // Email addresses and hosts of the examples.
  const isAddress = (text: string) => /[@/]|\.example\b/.test(text)
  for (const { path, body } of render({ ...wordlessContent(language), redirects: [formerAddress] }))
    for (const text of saidBy(body).filter((said) => !isAddress(said)))
      expect(
        (text.replaceAll(/\{\w+\}/g, '').match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !own.has(word)),
        `${path}: ${text}`,
      ).toEqual([])
})

it.each(['ar', 'ja'])('a site in the language %s is valid HTML at every address', async (language) => {
  for (const { path, body } of render({ ...exampleContent(), settings: { ...exampleContent().settings, language } }))
    expect(await htmlProblems(body), path).toEqual([])
})

it('an English page carries no words for its scripts, and a German one those of German', () => {
  const at = (language: string) => render(wordlessContent(language)).find(({ path }) => path === '/')?.body ?? ''
  expect(at('en')).not.toContain('id="words"')
  expect(at('fi')).not.toContain('id="words"')
  expect(at('de')).toContain('"retrying":"Noch keine Antwort. Ein weiterer Versuch läuft …"')
})

it('the owner’s own words replace those of the catalogue, in the navbar and on the page', () => {
  const content = wordlessContent('de')
  const sections: SectionOrder = content.settings.sections.map((section) =>
    section.id === 'testimonial' || section.id === 'portfolio'
      ? { ...section, label: `Eigene ${section.id}` }
      : section,
  )
  Object.assign(content.settings, { sections, hireLabel: 'Los', cvLabel: 'Zum CV', sendLabel: 'Ab damit' })
  const pages = render(content)
  const page = pages.find(({ path }) => path === '/')?.body ?? ''
  // Navbar, menu and title.
  expect(saidBy(page).filter((text) => text === 'Eigene testimonial')).toHaveLength(3)
  for (const text of ['Los', 'Zum CV', 'Ab damit']) expect(saidBy(page)).toContain(text)
  for (const text of ['Referenzen', 'Jetzt anfragen', 'Lebenslauf herunterladen', 'Senden'])
    expect(saidBy(page)).not.toContain(text)
  expect(saidBy(page)).toContain('Kontakt')
  const project = pages.find(({ path }) => path === '/projects/tideline')?.body ?? ''
  expect(saidBy(project)).toContain('Eigene portfolio')
})

it('renders every page again when the language of the site changes, and when it changes back', () => {
  const site = createSite(assets, { markup: drawnAtOnce })
  const bodies = (language: string) => [...site.pages(wordlessContent(language))].map(({ body }) => body)
  const first = bodies('en')
  bodies('de')
  expect(bodies('en')).toEqual(first)
})
