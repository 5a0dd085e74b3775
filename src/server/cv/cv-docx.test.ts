import { describe, expect, it } from 'vitest'
import { cvContents } from '../../../tests/support/cv-contents.ts'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { wordsOf } from '../../../tests/support/pdf-text.ts'
import { halves } from '../../../tests/support/pictures.ts'
import { parseXml } from '../../../tests/support/xml.ts'
import { filesOf } from '../../../tests/support/zip-files.ts'
import { cvDesigns } from '../../model/settings/cv-fields.ts'
import { cvDocx } from './cv-docx.ts'
import { cvSource, cvText } from './cv-source.ts'

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

const textOf = (docx: Uint8Array): string => {
  const xml = filesOf(Buffer.from(docx)).get('word/document.xml')?.toString() ?? ''
  return unescaped(xml.replaceAll('</w:p>', '\n').replaceAll(/<[^>]+>/g, ''))
}

const sourceOf = (content = exampleContent(), settings = {}) => {
  const source = cvSource({ ...content, settings: { ...content.settings, ...settings } }, 'https://mira.example')
  if (!source) throw new Error('No CV is made.')
  return source
}

describe.each([...cvContents])('the CV as DOCX of %s', (_, content) => {
  it.each(cvDesigns)('says the words of the text in its order in the design %s', async (cvDesign) => {
    const { document, layout } = sourceOf(content(), { cvDesign })
    const docx = await cvDocx({ form: 'docx', document, layout, portrait: undefined })
    // The marks of its lists are drawn by the program that opens it.
    expect(wordsOf(textOf(docx))).toEqual(wordsOf(cvText(document).replaceAll(/^• /gm, '')))
  })
})

describe('the CV as DOCX', () => {
  it('has headings, links, the portrait and the paper that was chosen', async () => {
    const portrait = await halves(98, 121, '#ff0000', '#0000ff').jpeg().toBuffer()
    const { document, layout } = sourceOf(exampleContent(), { cvPaper: 'letter' })
    const files = filesOf(Buffer.from(await cvDocx({ form: 'docx', document, layout, portrait })))
    const xml = files.get('word/document.xml')?.toString() ?? ''
    expect(xml.match(/w:val="Heading1"/g)).toHaveLength(document.parts.length)
    expect(xml).toContain('w:val="Title"')
    expect(xml).toMatch(/<w:pgSz w:w="12240" w:h="15840"/)
    expect(xml).toContain(`descr="${document.portraitAlt}"`)
    expect(files.get('word/_rels/document.xml.rels')?.toString()).toContain('Target="mailto:hello@mirasolberg.example"')
    expect([...files.keys()].filter((name) => /^word\/media\/.+\.jpg$/.test(name))).toHaveLength(1)
  })

  it('has a square portrait in its proportions, and as much of it as fills the place', async () => {
    const portrait = await halves(400, 400, '#ff0000', '#0000ff').jpeg().toBuffer()
    const { document, layout } = sourceOf()
    const shape = { url: '/media/square', width: 400, height: 400 }
    const docx = await cvDocx({ form: 'docx', document, layout: { ...layout, portrait: shape }, portrait })
    const xml = filesOf(Buffer.from(docx)).get('word/document.xml')?.toString() ?? ''
    const [, left, top, right, bottom] = (/<a:srcRect l="(\d+)" t="(\d+)" r="(\d+)" b="(\d+)"/.exec(xml) ?? []).map(
      Number,
    )
    const [, wide, high] = (/<wp:extent cx="(\d+)" cy="(\d+)"/.exec(xml) ?? []).map(Number)
    expect(left).toBe(right)
    expect([top, bottom]).toEqual([0, 0])
    expect(((1 - (2 * Number(left)) / 100_000) * Number(high)) / Number(wide)).toBeCloseTo(1, 3)
  })

  it.each(['\ufffe', '\uffff', '\u0001', '\u001b', '\ud83d'])(
    'is XML whatever characters are in the content (%j)',
    async (character) => {
      const said = `Before${character}After`
      const content = exampleContent()
      content.about = content.about.map((one) => ({ ...one, name: said }))
      content.experiences = content.experiences.map((one) => ({
        ...one,
        company: said,
        about: said,
        highlights: [said],
      }))
      const { document, layout } = sourceOf(content, { name: said, role: said, description: said })
      const files = filesOf(Buffer.from(await cvDocx({ form: 'docx', document, layout, portrait: undefined })))
      for (const [name, bytes] of files)
        if (/\.(?:xml|rels)$/.test(name)) expect(() => parseXml(bytes.toString()), name).not.toThrow()
      expect(files.get('word/document.xml')?.toString()).toContain('>BeforeAfter<')
    },
  )

  it('is written from right to left in Arabic', async () => {
    const make = cvContents.get('Arabic')
    const { document, layout } = sourceOf(make?.())
    const docx = await cvDocx({ form: 'docx', document, layout, portrait: undefined })
    const xml = filesOf(Buffer.from(docx)).get('word/document.xml')?.toString() ?? ''
    expect(xml.match(/<w:bidi\/>/g)?.length).toBeGreaterThan(10)
    expect(xml).toContain('<w:rtl/>')
  })
})
