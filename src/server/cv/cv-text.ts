import type { CvDocument, CvItem, CvLine, CvPart } from '../../model/cv/cv-document.ts'

const bullet = '•'

const joined = (line: CvLine) => line.map(({ text }) => text).join(' · ')

const lines = (texts: readonly string[]) => texts.filter((text) => text !== '').join('\n')

const itemText = ({ title, dates, place, text, points }: CvItem) =>
  lines([title.text, dates, ...place.map(joined), ...text, ...points.map((point) => `${bullet} ${point}`)])

const partText = ({ title, items, line }: CvPart) => [title, ...(line === '' ? [] : [line]), ...items.map(itemText)]

/** The CV as plain text: a line for each line of the other forms, in the same order. */
export const cvText = ({ name, role, contact, summary, parts }: CvDocument): string =>
  `${[lines([name, role, ...contact.map(joined)]), ...summary, ...parts.flatMap(partText)]
    .filter((block) => block !== '')
    .join('\n\n')}\n`
