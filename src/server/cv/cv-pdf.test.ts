import { afterAll, describe, expect, it } from 'vitest'
import { cvContents } from '../../../tests/support/cv-contents.ts'
import { exampleContent } from '../../../tests/support/example-content.ts'
import {
  guessedText,
  pdfFacts,
  pdfPages,
  pdfWords,
  readsPdf,
  taggedLetters,
  wordsOf,
} from '../../../tests/support/pdf-text.ts'
import { halves } from '../../../tests/support/pictures.ts'
import { thorough } from '../../../tests/support/thorough.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { type CvDesign, cvDesigns } from '../../model/settings/cv-fields.ts'
import { packThemes } from '../themes/pack.ts'
import { createCvForms, createCvProcess } from './cv-forms.ts'
import { type CvSource, cvSource, cvText } from './cv-source.ts'

const cvProcess = createCvProcess({ timeoutMs: 120_000 })
afterAll(cvProcess.close)

const sourceOf = (content: Content, settings: Partial<Content['settings']> = {}): CvSource => {
  const source = cvSource({ ...content, settings: { ...content.settings, ...settings } }, 'https://mira.example')
  if (!source) throw new Error('No CV is made.')
  return source
}

const pdfOf = async ({ document, layout }: CvSource, portrait?: Uint8Array) => {
  const { bytes, pdf } = await cvProcess.make({ form: 'pdf', document, layout, portrait })
  if (!pdf) throw new Error('No PDF was made.')
  return { bytes, ...pdf }
}

const isPdfUa = (bytes: Uint8Array) => Buffer.from(bytes).includes('<pdfuaid:part>1</pdfuaid:part>')

// Without poppler-utils, nothing here reads a PDF.
describe.skipIf(!readsPdf)('the CV as PDF, read by poppler', () => {
  // Designs differ for long, listed and Arabic documents; a script or a hostile text is the same in each.
  const inEach = ['the sample', '60 entries', 'lists', 'Arabic']
  describe.each([...cvContents])('of %s', (name, content) => {
    it.each(thorough || inEach.includes(name) ? cvDesigns : cvDesigns.slice(0, 1))(
      'says the words of the text in its order, tagged, in the design %s',
      async (cvDesign) => {
        const source = sourceOf(content(), { cvDesign })
        const { bytes, missing } = await pdfOf(source)
        const words = wordsOf(cvText(source.document))
        expect(pdfWords(bytes)).toEqual(words)
        if (!source.document.leftward) expect(taggedLetters(bytes)).toBe(words.join(''))
        expect(missing).toEqual([])
        expect(isPdfUa(bytes)).toBe(true)
        expect(pdfFacts(bytes).get('Tagged')).toBe('yes')
        expect(pdfFacts(bytes).get('Title')).toBe(source.document.title)
      },
    )
  })

  describe('in the display face of a theme', async () => {
    const packed = await packThemes('src/site/themes')
    const files = new Map(packed.flatMap(({ fonts }) => fonts.map(({ url, bytes }) => [url, Buffer.from(bytes)])))
    const themes = packed.map(({ theme }) => theme)
    const font = async (url: string) => files.get(url) ?? Promise.reject(new Error(`There is no ${url}.`))
    const make = createCvForms({ process: cvProcess, variant: async () => undefined, font })
    const others = themes.flatMap(({ id, pairs }) =>
      pairs.slice(0, thorough ? undefined : 1).map((pair) => [id, pair.id] as const),
    )
    const inPair = (theme: string, pair: string, cvDesign: CvDesign = 'plain') => {
      const content = exampleContent()
      const settings = { ...content.settings, cvDesign, theme, typefaces: [`${theme}/${pair}`] }
      const source = cvSource({ ...content, settings }, 'https://mira.example', themes)
      if (!source) throw new Error('No CV is made.')
      return source
    }

    it.each(others)('says the same words in the same order, tagged, in %s with %s', async (theme, pair) => {
      const source = inPair(theme, pair)
      const { bytes, pdf } = await make('pdf', source)
      const words = wordsOf(cvText(source.document))
      expect(pdfWords(bytes)).toEqual(words)
      expect(taggedLetters(bytes)).toBe(words.join(''))
      expect([pdf?.missing, isPdfUa(bytes)]).toEqual([[], true])
      const isOwn = pair === 'bricolage'
      expect(Buffer.from(bytes).includes('CV-theme-0')).toBe(!isOwn)
      expect(Buffer.from(bytes).includes('CV-display-latin')).toBe(isOwn)
    })

    it('is that of its weight, and the CV’s own in the other designs and where a font cannot be had or read', async () => {
      expect(inPair('terminal', 'martian').layout.display).toMatchObject({ weight: 380 })
      expect(inPair('literary', 'cormorant', 'lined').layout.display).toBeUndefined()
      const broken = { process: cvProcess, variant: async () => undefined }
      for (const bad of [font.bind(null, '/none'), async () => Buffer.from('no font')]) {
        const { bytes } = await createCvForms({ ...broken, font: bad })('pdf', inPair('literary', 'alegreya'))
        expect(Buffer.from(bytes).includes('CV-display-latin')).toBe(true)
      }
    })
  })

  it('is A4 or Letter', async () => {
    const size = async (cvPaper: 'a4' | 'letter') =>
      pdfFacts((await pdfOf(sourceOf(exampleContent(), { cvPaper }))).bytes).get('Page size')
    expect([await size('a4'), await size('letter')]).toEqual([
      expect.stringContaining('595.276 x 841.89'),
      expect.stringContaining('612 x 792'),
    ])
  })

  it.each(cvDesigns)(
    'breaks its pages between entries and leaves no title alone at the end of one, in the design %s',
    async (cvDesign) => {
      for (const name of ['60 entries', 'lists']) {
        const source = sourceOf(cvContents.get(name)?.() ?? exampleContent(), { cvDesign })
        const pages = pdfPages((await pdfOf(source)).bytes)
        const { parts } = source.document
        const titles = parts.map(({ title }) => title)
        const starts = [...titles, ...parts.flatMap(({ items }) => items.map(({ title }) => title.text))]
        expect(pages.length).toBeGreaterThan(1)
        for (const lines of pages.slice(1))
          expect(
            starts.some((start) => lines[0]?.startsWith(start)),
            lines[0],
          ).toBe(true)
        for (const lines of pages) expect(titles).not.toContain(lines.at(-1))
      }
    },
  )

  it('has each date in the line of its title, in the first design, for programs that look at the page alone', async () => {
    for (const name of ['60 entries', 'lists']) {
      const source = sourceOf(cvContents.get(name)?.() ?? exampleContent())
      const text = guessedText((await pdfOf(source)).bytes)
      for (const { dates, title } of source.document.parts.flatMap(({ items }) => items))
        expect(text).toContain(`${dates} ${title.text}`)
    }
  })

  it('keeps the last part on one page', async () => {
    const content = exampleContent()
    content.lists = []
    content.certificates = []
    for (let count = 1; count <= 7; count += 1) {
      content.experiences = Array.from({ length: count }, (_, index) => ({
        ...(exampleContent().experiences[0] as Content['experiences'][number]),
        id: `job-${index}`,
      }))
      content.projects = exampleContent().projects.slice(0, 4)
      const pages = pdfPages((await pdfOf(sourceOf(content))).bytes)
      const has = (title: string) => pages.findIndex((lines) => lines.some((line) => line.startsWith(title)))
      expect(new Set(['Projects', ...content.projects.map(({ title }) => title)].map(has)).size).toBe(1)
    }
  })

  it('leaves out the entries that stand last until the rest fits on one page, and names them', async () => {
    const make = cvContents.get('60 entries')
    if (!make) throw new Error('There is no such content.')
    const source = sourceOf(make(), { cvOnePage: true })
    const { bytes, pages, dropped } = await pdfOf(source)
    expect([pages, pdfFacts(bytes).get('Pages')]).toEqual([1, '1'])
    expect(dropped.length).toBeGreaterThan(40)
    expect(dropped[0]).toEqual({ collection: 'projects', id: 'project-19', title: 'Tideline' })
    const gone = new Set(dropped.map(({ id }) => id))
    // Of each list the first ones stay.
    for (const { items } of source.document.parts) {
      const kept = items.filter(({ id }) => !gone.has(id)).map(({ rank }) => rank)
      expect(kept).toEqual(kept.map((_, index) => index + 1))
    }
    // One entry more is one too many.
    const back = dropped.at(-1)
    const parts = source.document.parts.map((part) => ({
      ...part,
      items: part.items.filter(({ id }) => !gone.has(id) || id === back?.id),
    }))
    const more = await pdfOf({
      ...source,
      document: { ...source.document, parts },
      layout: { ...source.layout, onePage: false },
    })
    expect(more.pages).toBe(2)
  })

  it('has the portrait with its description', async () => {
    const jpeg = await halves(480, 600, '#ff0000', '#0000ff').jpeg().toBuffer()
    const source = sourceOf(exampleContent(), { cvPortrait: true })
    const [without, withPortrait] = [await pdfOf(source), await pdfOf(source, jpeg)]
    expect(withPortrait.bytes.length).toBeGreaterThan(without.bytes.length + jpeg.length / 2)
    expect(isPdfUa(withPortrait.bytes)).toBe(true)
    expect(pdfWords(withPortrait.bytes)).toEqual(pdfWords(without.bytes))
  })

  it('is made without PDF/UA when no font of ours has a character, and names it', async () => {
    const content = exampleContent()
    content.settings = { ...content.settings, role: 'Developer 한' }
    const { bytes, missing } = await pdfOf(sourceOf(content))
    expect([missing, isPdfUa(bytes), pdfFacts(bytes).get('Tagged')]).toEqual([['한'], false, 'yes'])
  })

  it('is made in a language of any code', async () => {
    for (const language of ['en-aa-bb', 'pt-BR', 'gsw', 'zh-Hant-TW']) {
      const content = exampleContent()
      content.settings = { ...content.settings, language }
      expect([language, isPdfUa((await pdfOf(sourceOf(content))).bytes)]).toEqual([language, true])
    }
  })
})
