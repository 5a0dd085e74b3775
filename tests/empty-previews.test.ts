import { describe, expect, it } from 'vitest'
import { shownEntry } from '../src/admin/preview/shown.ts'
import { newEntryId } from '../src/admin/preview/subject.ts'
import { type CollectionName, collectionNames, findCollection } from '../src/model/content/collections.ts'
import { examplesOf } from '../src/model/content/examples.ts'
import type { Draft, PreviewedPage } from '../src/model/preview/preview.ts'
import { english } from '../src/model/words/en.ts'
import { wordsOf } from '../src/model/words/words.ts'
import { createMemo, createRenderer } from '../src/site/markup/renderer.ts'
import { withOwnWords } from '../src/site/markup/words.ts'
import { withDraft } from '../src/site/page/one-page.tsx'
import { partsOf, previewMarks, previewTexts } from '../src/site/preview/drawing.ts'
import { emptyContent, exampleContent } from './support/example-content.ts'

/** The preview of a form with these values, on a site with and without other content. */
const previewsOf = (collection: string, values: object, hasMedia = false): string[] => {
  const definition = findCollection(collection)
  if (!definition) throw new Error(`There is no collection ${collection}.`)
  const shown = shownEntry(definition, values as Record<string, unknown>, {}, () => hasMedia)
  const draft = { collection, entry: { ...shown, id: newEntryId, order: 1 } } as unknown as Draft
  return [exampleContent(), emptyContent()].flatMap((published) => {
    const words = wordsOf(english, published.settings)
    const content = withOwnWords(withDraft(published, draft), words)
    const renderer = createRenderer(createMemo(), words, { marks: previewMarks, texts: previewTexts })
    return (['home', 'project'] satisfies PreviewedPage[]).map((page) => {
      const { navbar, main, footer } = partsOf(content, draft, { page, scheme: null }, renderer)
      return [navbar, ...main.map(({ html }) => html), footer].join('\n')
    })
  })
}
/** What a person reads, and what is read to her. */
const texts = (html: string) =>
  [...html.matchAll(/>([^<]+)<|(?:alt|aria-label|title|href|src)="([^"]*)"/g)].map(([, text, label]) => text ?? label)

describe('the preview of an entry in which nothing is filled in', () => {
  it.each(collectionNames)('shows no value that nobody has typed: %s', (name) => {
    for (const html of previewsOf(name, {})) {
      const own = texts(html).filter((text) => /\b(?:null|undefined|NaN|Invalid Date|\[object)\b/.test(text ?? ''))
      expect(own).toEqual([])
    }
  })

  it.each([
    ['educations', { start_year: 2019 }, '2019'],
    ['educations', { start_year: 2019, end_year: null }, '2019 – Present'],
    ['experiences', { start_year: '2019' }, '2019'],
    ['experiences', { start_year: '2019', end_year: 'Present' }, '2019 – Present'],
  ])('says that it goes on only when the owner does: %s %j', (name, values, years) => {
    for (const html of previewsOf(name, values)) {
      if (!html.includes('data-entry="new"')) continue
      const [, shown] = /data-entry="new" data-field="start_year[^>]*>([^<]*)</.exec(html) ?? []
      expect(shown).toBe(years)
    }
  })
})

/** Fields that no element of the page shows by itself. */
const unseen = [
  ...['projects slug', 'projects size', 'projects cover', 'lists kind', 'lists link'],
  ...['pages slug', 'pages placement', 'pages link'],
]

/** What the examples leave out, so that the page shows every field. */
const additions: Partial<Record<CollectionName, object>> = {
  educations: { degree: 'MA', location: 'Lisbon', url: 'https://tejo.example' },
  experiences: {
    ...{ company: 'Nordfly', location: 'Bodø', url: 'https://nordfly.example', start_month: 5, end_month: 6 },
    highlights: ['Booking form from eleven steps to four'],
  },
  projects: {
    ...{ client: 'Sundlinjen', role: 'Design and code', period: 'Six weeks' },
    ...{ team: ['Ingrid Aune'], awards: ['Site of the day'] },
    links: [{ label: 'The source', url: 'https://code.example/fio' }],
  },
  testimonials: { role: 'Printer', company: 'Wilk Print' },
}

describe('the preview of an entry in which everything is filled in', () => {
  it.each(collectionNames)('marks an element for each field that visitors see, by which it is found: %s', (name) => {
    const html = previewsOf(name, { ...examplesOf(name)[0], ...additions[name] }, true).join('')
    const marked = new Set(
      [...html.matchAll(/<[a-z][^>]*\bdata-entry="new"[^>]*>/g)].flatMap(
        ([tag]) => /\bdata-field="([^"]*)"/.exec(tag)?.[1]?.split(' ') ?? [],
      ),
    )
    const fields = Object.entries(findCollection(name)?.fields ?? {})
    const wanted = fields.flatMap(([field, { private: hidden, automatic }]) =>
      hidden || automatic || unseen.includes(`${name} ${field}`) ? [] : [field],
    )
    expect(wanted.length).toBeGreaterThan(0)
    expect(wanted.filter((field) => !marked.has(field))).toEqual([])
  })
})
