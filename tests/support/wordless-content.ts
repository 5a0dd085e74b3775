import { collections, languageLevels } from '../../src/model/content/collections.ts'
import type { Fields } from '../../src/model/fields/fields.ts'
import { present } from '../../src/model/fields/fields.ts'
import type { Content } from '../../src/model/publishing/published-content.ts'
import { settingFields } from '../../src/model/settings/settings.ts'
import { exampleContent } from './example-content.ts'

const levels = Object.keys(languageLevels) as (keyof typeof languageLevels)[]
const written = new Set(['text', 'textarea', 'markdown', 'list', 'items', 'blocks'])
// What is no text in an item: an address, and what kind of block it is.
const kept = new Set(['url', 'id', 'kind'])

const wordless = (value: unknown): unknown => {
  if (typeof value === 'string') return value === present ? value : value.replaceAll(/\p{L}+/gu, '◦')
  if (Array.isArray(value)) return value.map(wordless)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, kept.has(key) ? inner : wordless(inner)]))
}

const withoutWords = (fields: Fields, data: object) =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      written.has(fields[name]?.kind ?? '') ? wordless(value) : value,
    ]),
  )

/** The example content in which the owner has written no word of any language: each is a circle. Whatever word is on its pages is the page's own. */
export const wordlessContent = (language: string): Content => {
  const content = exampleContent()
  for (const [name, { fields }] of Object.entries(collections)) {
    const lists = content as unknown as Record<string, object[]>
    lists[name] = (lists[name] ?? []).map((entry) => withoutWords(fields, entry))
  }
  const settings = { ...content.settings, socials: [], contactSentence: '' }
  const { categories } = settings
  content.settings = { ...(withoutWords(settingFields, settings) as typeof settings), language, categories }
  for (const image of Object.values(content.media)) image.alt = ''
  for (const entry of content.educations) entry.end_year = null
  for (const entry of content.experiences) entry.end_year = present
  content.certificates = [{ id: 'certificate', order: 1, title: '◦', issuer: '', year: null, url: '' }]
  content.languages = levels.map((level, at) => ({ id: level, order: at + 1, name: '◦', level }))
  const ownPage = { title: '◦', placement: 'page' as const, blocks: [], order: 1 }
  content.pages = (['footer', 'navbar'] as const).map((link) => ({ ...ownPage, link, id: link, slug: `in-${link}` }))
  const facts = { client: '◦', role: '◦', period: '◦', team: ['◦'], awards: ['◦'], links: [{ label: '◦', url: '/' }] }
  content.projects = content.projects.map((entry) => ({ ...entry, ...facts }))
  return content
}
