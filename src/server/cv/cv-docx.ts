import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  ImageRun,
  type IParagraphOptions,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  TextRun,
} from 'docx'
import { type CvItem, type CvLine, type CvPart, type CvText, startsLeftward } from '../../model/cv/cv-document.ts'
import type { CvDesign } from '../../model/settings/cv-fields.ts'
import type { CvJob } from './cv-forms.ts'

/** Sizes in half points, space in twentieths of a point. Fonts are the reader's: a DOCX of ours holds none. */
const designs: Readonly<Record<CvDesign, { font: string; text: number; name: number; margin: number; above: number }>> =
  {
    plain: { font: 'Calibri', text: 21, name: 48, margin: 1250, above: 280 },
    lined: { font: 'Georgia', text: 20, name: 52, margin: 1130, above: 300 },
    compact: { font: 'Calibri', text: 18, name: 40, margin: 850, above: 180 },
  }

/** Twentieths of a point. */
const papers = { a4: { width: 11_906, height: 16_838 }, letter: { width: 12_240, height: 15_840 } }

/** Of the portrait, in px. */
const frame = { width: 98, height: 121 }

/** What fills the frame, around the middle of a picture; parts of its sides in per cent. */
const cropFor = ({ width, height }: { width: number; height: number }) => {
  const wider = (width * frame.height) / (height * frame.width)
  const side = 50 * Math.max(0, 1 - 1 / wider)
  const end = 50 * Math.max(0, 1 - wider)
  return { left: side, right: side, top: end, bottom: end }
}

const bullets = 'points'
/** Space between texts of one line that need no mark. */
const wide = '\u2003'

/** The CV as Word and others open it: headings, paragraphs and lists in reading order, in one column. */
export const cvDocx = async ({ document, layout, portrait }: CvJob): Promise<Uint8Array> => {
  const design = designs[layout.design]
  const { leftward } = document

  // The direction of a paragraph is that of its first letter; it starts where the document does.
  const paragraph = (texts: CvLine, options: IParagraphOptions = {}, separator = ' · ') => {
    const bidirectional = startsLeftward(texts.map(({ text }) => text).join(' '))
    const child = ({ text, url }: CvText): ParagraphChild => {
      const run = new TextRun({ text, ...(startsLeftward(text) ? { rightToLeft: true } : {}) })
      return url === undefined ? run : new ExternalHyperlink({ link: url, children: [run] })
    }
    return new Paragraph({
      ...{ bidirectional, alignment: bidirectional === leftward ? AlignmentType.START : AlignmentType.END },
      ...{ keepLines: true, ...options },
      children: texts.flatMap((one, index) => (index === 0 ? [child(one)] : [new TextRun(separator), child(one)])),
    })
  }
  const heading = (text: CvText, level: 'TITLE' | 'HEADING_1' | 'HEADING_2') =>
    paragraph([text], { heading: HeadingLevel[level], keepNext: true })

  /** On one line; from right to left each on its own, as in the PDF. */
  const facts = (texts: CvLine, separator?: string) => {
    const line = texts.filter(({ text }) => text !== '')
    const lines = leftward ? line.map((one) => [one]) : line.length > 0 ? [line] : []
    return lines.map((one) => paragraph(one, { style: 'Facts' }, separator))
  }

  const itemOf = ({ title, dates, location, place, text, tags, points }: CvItem) => [
    heading(title, 'HEADING_2'),
    ...facts([{ text: dates }, { text: location }], wide),
    ...place.flatMap((line) => facts(line)),
    ...text.map((one) => paragraph([{ text: one }])),
    ...facts([{ text: tags }]),
    ...points.map((point) => paragraph([{ text: point }], { numbering: { reference: bullets, level: 0 } })),
  ]
  const partOf = ({ title, line, items }: CvPart) => [
    heading({ text: title }, 'HEADING_1'),
    ...(line === '' ? [] : [paragraph([{ text: line }])]),
    ...items.flatMap(itemOf),
  ]
  const picture = portrait && [
    new Paragraph({
      children: [
        new ImageRun({
          ...{ type: 'jpg', data: portrait, transformation: frame },
          ...(layout.portrait ? { crop: cropFor(layout.portrait) } : {}),
          altText: { name: document.portraitAlt, title: '', description: document.portraitAlt },
        }),
      ],
    }),
  ]

  const file = new Document({
    ...{ title: document.title, creator: document.author, lastModifiedBy: document.author, description: '' },
    styles: {
      default: {
        document: {
          run: { font: design.font, size: design.text, language: { value: document.language } },
          paragraph: { spacing: { after: 60 } },
        },
        title: { run: { size: design.name, bold: true }, paragraph: { spacing: { after: 60 } } },
        heading1: {
          run: { size: design.text + 5, bold: true, color: layout.accent.slice(1) },
          paragraph: {
            spacing: { before: design.above, after: 80 },
            ...(layout.design === 'lined' ? { border: { bottom: { style: 'single', size: 4, color: '999999' } } } : {}),
          },
        },
        heading2: { run: { bold: true, color: '000000', size: design.text }, paragraph: { spacing: { before: 160 } } },
      },
      paragraphStyles: [{ id: 'Facts', name: 'Facts', basedOn: 'Normal', run: { color: '545454' } }],
    },
    numbering: {
      config: [{ reference: bullets, levels: [{ level: 0, format: LevelFormat.BULLET, text: '•' }] }],
    },
    sections: [
      {
        properties: {
          page: {
            size: papers[layout.paper],
            margin: { top: design.margin, right: design.margin, bottom: design.margin, left: design.margin },
          },
        },
        children: [
          ...(picture ?? []),
          heading({ text: document.name }, 'TITLE'),
          ...(document.role === '' ? [] : [paragraph([{ text: document.role }])]),
          ...facts(document.contact, wide),
          ...document.summary.map((text) => paragraph([{ text }])),
          ...document.parts.flatMap(partOf),
        ],
      },
    ],
  })
  return Packer.toBuffer(file)
}
