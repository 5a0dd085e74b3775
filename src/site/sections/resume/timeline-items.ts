import { monthText } from '../../../model/content/period.ts'
import { present } from '../../../model/fields/fields.ts'
import type { PublishedEntry } from '../../../model/publishing/published-content.ts'
import type { Words } from '../../../model/words/words.ts'
import type { Marks } from '../../markup/marks.ts'
import type { TimelineItem } from './timeline.tsx'

/** In the preview, a year may not be typed yet. */
const yearText = (year: number | null | undefined): string => (typeof year === 'number' ? String(year) : '')

export const educationItem = (entry: PublishedEntry<'educations'>, marks: Marks, words: Words): TimelineItem => {
  const mark = marks.entry('educations', entry.id)
  return {
    id: entry.id,
    from: yearText(entry.start_year),
    to: entry.end_year === null ? words.resume.present : yearText(entry.end_year),
    title: { text: entry.faculty },
    place: [{ text: entry.degree }, { text: entry.university, url: entry.url }, { text: entry.location }],
    text: entry.about,
    highlights: [],
    marks: {
      item: mark(),
      years: mark('start_year', 'end_year'),
      title: mark('faculty'),
      place: mark('university', 'degree', 'location', 'url'),
      text: mark('about'),
      highlights: {},
    },
  }
}

export const experienceItem = (entry: PublishedEntry<'experiences'>, marks: Marks, words: Words): TimelineItem => {
  const mark = marks.entry('experiences', entry.id)
  const { company, url } = entry
  return {
    id: entry.id,
    from: monthText(entry.start_year, entry.start_month, words.language),
    to: entry.end_year === present ? words.resume.present : monthText(entry.end_year, entry.end_month, words.language),
    // The link is the company's, and stands at the title where no company is named.
    title: { text: entry.name, url: company === '' ? url : '' },
    // An import may know the company alone: it stands once.
    place: [{ text: entry.program === company ? '' : entry.program }, { text: company, url }, { text: entry.location }],
    text: entry.about,
    highlights: entry.highlights,
    marks: {
      item: mark(),
      years: mark('start_year', 'end_year', 'start_month', 'end_month'),
      title: mark('name', ...(company === '' ? (['url'] as const) : [])),
      place: mark('program', 'company', 'location', ...(company === '' ? [] : (['url'] as const))),
      text: mark('about'),
      highlights: mark('highlights'),
    },
  }
}

export const certificateItem = (entry: PublishedEntry<'certificates'>, marks: Marks): TimelineItem => {
  const mark = marks.entry('certificates', entry.id)
  return {
    id: entry.id,
    from: yearText(entry.year),
    to: '',
    title: { text: entry.title, url: entry.url },
    place: [{ text: entry.issuer }],
    text: '',
    highlights: [],
    marks: {
      item: mark(),
      years: mark('year'),
      title: mark('title', 'url'),
      place: mark('issuer'),
      text: {},
      highlights: {},
    },
  }
}
