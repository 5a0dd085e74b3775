import { describe, expect, it } from 'vitest'
import { blanksIn } from '../blocks/blocks-field.ts'
import { readableMarkdown } from '../blocks/blocks-to-markdown.ts'
import { pages } from '../content/collections.ts'
import { type Language, languageOf, languages } from '../words/languages.ts'
import { isWritten, pageOfStarter, type SiteFacts, starterNames, writtenLanguages } from './page-of-starter.ts'

const facts: SiteFacts = {
  name: 'Anna *Berg*',
  email: 'anna_berg@berg.example',
  url: 'https://berg.example',
  contactForm: true,
  asksQuestions: false,
  messages: { trash: 31, quarantine: 17 },
  mail: null,
  acknowledges: false,
  registration: false,
  google: false,
  cookies: { session: '__Host-s', sessionDays: 13, longestSessionDays: 89, device: '__Host-d', deviceDays: 181 },
  visits: { counted: false, tied: false, byCountry: false },
  backupWeeks: 6,
}
const textOf = (name: (typeof starterNames)[number], language: Language, given: Partial<SiteFacts> = {}) =>
  readableMarkdown(pageOfStarter(name, language, { ...facts, ...given }).blocks)

const all = starterNames.flatMap((name) => languages.map((language) => [name, language] as const))
const written = all.filter(([, language]) => isWritten(language))

describe('a starter', () => {
  it.each(all)('%s in %s is a draft that cannot be published while something is to be filled in', (name, language) => {
    const page = pageOfStarter(name, language, facts)
    expect(pages.draft.safeParse(page).success).toBe(true)
    const issues = pages.schema.safeParse(page).error?.issues ?? []
    expect(issues.map(({ path }) => path.join('.'))).toEqual(['blocks.0.markdown'])
    for (const blank of blanksIn(page.blocks)) expect(issues[0]?.message).toContain(blank)
    const [text] = page.blocks
    const filled = JSON.parse(JSON.stringify(text).replace(/\[\[[^\]]*\]\]/g, 'filled'))
    expect(pages.schema.safeParse({ ...page, blocks: [filled] }).error?.issues ?? []).toEqual([])
  })

  it.each(written)(
    '%s in %s names the owner as text and asks for a name and an address that are not known',
    (name, language) => {
      const text = textOf(name, language)
      expect(text).toContain('Anna \\*Berg\\*')
      expect(text).toContain('<anna_berg@berg.example>')
      const unknown = textOf(name, language, { name: '', email: '' })
      expect(unknown.split('[[').length).toBeGreaterThan(text.split('[[').length + 1)
      expect(unknown).not.toContain('<>')
    },
  )

  it.each(writtenLanguages)('for privacy in %s says what is switched on, and nothing of what is not', (language) => {
    const plain = textOf('privacy', language)
    for (const number of [31, 48, 13, 89, 181, 6, 5000]) expect(plain).toMatch(new RegExp(`\\b${number}\\b`))
    for (const name of ['`__Host-s`', '`__Host-d`']) expect(plain).toContain(name)
    expect(plain).not.toMatch(/Google|EmailJS|regist/i)
    const [counted, tied] = [false, true].map((tied) =>
      textOf('privacy', language, { visits: { counted: true, tied, byCountry: false } }),
    )
    expect(plain).not.toMatch(/\b90\b|Do Not Track/)
    expect(counted).toMatch(/\b90\b.*Do Not Track/s)
    expect(counted).not.toMatch(/no statistics|keine Besucherstatistik/)
    const byCountry = textOf('privacy', language, { visits: { counted: true, tied: false, byCountry: true } })
    expect(
      [plain, counted, byCountry].map((text) => /country of your network|Land Ihres Netzes/.test(text ?? '')),
    ).toEqual([false, false, true])
    expect(tied?.length).toBeGreaterThan(counted?.length ?? Number.NaN)
    const asks = { asksQuestions: true }
    expect(textOf('privacy', language, asks)).toMatch(/questions follow|folgen .* Fragen/)
    for (const given of [{}, { ...asks, contactForm: false }])
      expect(textOf('privacy', language, given)).not.toMatch(/questions|Fragen/)
    expect(textOf('privacy', language, { google: true })).toContain('Google')
    expect(textOf('privacy', language, { mail: 'emailjs' })).toContain('EmailJS')
    expect(textOf('privacy', language, { mail: 'smtp' })).not.toContain('EmailJS')
    expect(textOf('privacy', language, { registration: true })).toMatch(/regist/i)
    expect(textOf('privacy', language, { contactForm: false })).not.toMatch(/\b(?:31|48|5000)\b/)
    expect(textOf('privacy', language, { mail: 'smtp', acknowledges: true }).length).toBeGreaterThan(
      textOf('privacy', language, { mail: 'smtp' }).length,
    )
  })

  it('leaves program text alone that has the marks of a blank', () => {
    const test = 'if [[ -f x ]]; then'
    const blocks = [
      { id: 'a', kind: 'text', markdown: `\`${test}\` and [one](/#top) [two]` },
      { id: 'b', kind: 'code', language: 'bash', code: `[[x]] ${test}` },
    ]
    expect(pages.schema.safeParse({ title: 'Uses', slug: 'uses', blocks }).error?.issues ?? []).toEqual([])
    expect(blanksIn([...blocks, { id: 'c', kind: 'text', markdown: '[[ x ]] [[your town]]' }])).toEqual(['your town'])
  })

  it.each(all.filter(([, language]) => !isWritten(language)))(
    '%s in %s, for which no law was read, has headings alone, and says so to the owner',
    (name, language) => {
      const page = pageOfStarter(name, language, facts)
      const parts = readableMarkdown(page.blocks).split('\n\n')
      expect(parts[0]).toMatch(/^\[\[Only headings: .* No law’s text was read/)
      const headings = parts.filter((part) => part.startsWith('## '))
      expect(headings.length).toBeGreaterThan(1)
      expect(parts.filter((part) => !/^## .|^\[\[.*\]\]$/.test(part))).toEqual([])
      expect(blanksIn(page.blocks)).toHaveLength(headings.length + 1)
    },
  )

  it('is in the language of the site where there is one, else in English', () => {
    expect(['de', 'de-AT', 'en-GB', 'fr', 'nn', 'deu'].map(languageOf)).toEqual(['de', 'de', 'en', 'fr', 'nb', 'en'])
  })
})
