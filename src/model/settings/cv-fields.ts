import { fields } from '../fields/fields.ts'

export const cvDesigns = ['plain', 'lined', 'compact'] as const
export type CvDesign = (typeof cvDesigns)[number]

export const cvPapers = ['a4', 'letter'] as const
export type CvPaper = (typeof cvPapers)[number]

/** Settings of the CV that is made from the published entries. */
export const cvFields = {
  cvFiles: fields.flag({
    label: 'CV from your entries',
    empty: true,
    help: 'At /cv.pdf, /cv.docx, /cv.txt and /cv.json. It says what the page shows of you, and follows each publish.',
  }),
  cvDesign: fields.select({
    label: 'Design of the CV',
    options: cvDesigns,
    labels: ['Columns', 'Lined', 'Compact'],
    help: 'Columns: your name large, dates beside the text. Lined: a quiet page with dates at its edge. Compact: the most on a page.',
  }),
  cvPaper: fields.select({ label: 'Paper', options: cvPapers, labels: ['A4', 'Letter'] }),
  cvPortrait: fields.flag({
    label: 'Portrait in the CV',
    help: 'The one in About. Some employers ask for a CV without.',
  }),
  cvOnePage: fields.flag({
    label: 'PDF of one page',
    help: 'Leaves out the entries that stand last in their lists until the rest fits. The other forms keep them.',
  }),
}
