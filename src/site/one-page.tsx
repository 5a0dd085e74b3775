import type { Content } from '../model/content.ts'
import type { Picture } from '../model/media.ts'
import type { RefusedMessage } from '../model/page.ts'
import { markup } from './markup.ts'
import type { Memo } from './memo.ts'
import { About } from './sections/about.tsx'
import { Contact } from './sections/contact.tsx'
import { EntryList } from './sections/entry-list.tsx'
import { Home } from './sections/home.tsx'
import { type Filter, filters, Portfolio } from './sections/portfolio.tsx'
import { Resume } from './sections/resume.tsx'
import { Services } from './sections/services.tsx'
import { TestimonialSlide } from './sections/testimonial-slide.tsx'
import { Testimonials } from './sections/testimonials.tsx'
import { plainCollections, type Registry, sectionLinks } from './sections.ts'

/** What tells the addresses of the one-page site apart. */
export interface View {
  filter: Filter
  /** True at a filter's own address. */
  landing: boolean
  sent: boolean
  refused: RefusedMessage | null
}

const pictureOf = ({ media }: Content, id: string | null): Picture | undefined => (id === null ? undefined : media[id])

const portraits = (content: Content): Content['media'] =>
  Object.fromEntries(
    content.about.flatMap(({ image }) => {
      const picture = pictureOf(content, image)
      return picture ? [[picture.id, picture]] : []
    }),
  )

const slides = (content: Content, memo: Memo): string =>
  content.testimonials
    .map((entry) =>
      memo.keep('slide', { entry, portrait: pictureOf(content, entry.image) }, (props) =>
        markup(<TestimonialSlide {...props} />),
      ),
    )
    .join('')

const counts = ({ projects }: Content): Record<Filter, number> =>
  Object.fromEntries(
    filters.map((filter) => [
      filter,
      projects.filter(({ category }) => filter === 'all' || category === filter).length,
    ]),
  ) as Record<Filter, number>

type Section = (content: Content, memo: Memo, view: View, cards: (filter: Filter) => string) => string

const sections: Record<string, Section> = {
  home: ({ settings: { name, role, headlines, location, hireLink } }, memo) =>
    memo.keep('home', { settings: { name, role, headlines, location, hireLink } }, (props) =>
      markup(<Home {...props} />),
    ),
  about: (content, memo) =>
    memo.keep(
      'about',
      {
        entries: content.about,
        settings: { introduction: content.settings.introduction, cv: content.settings.cv },
        media: portraits(content),
      },
      (props) => markup(<About {...props} />),
    ),
  job: ({ services }, memo) => memo.keep('job', { entries: services }, (props) => markup(<Services {...props} />)),
  resume: ({ educations, experiences, skills, settings: { counters } }, memo) =>
    memo.keep('resume', { educations, experiences, skills, counters }, (props) => markup(<Resume {...props} />)),
  portfolio: (content, memo, { filter, landing }, cards) =>
    memo.keep('portfolio', { counts: counts(content), current: filter, landing, cards: cards(filter) }, (props) =>
      markup(<Portfolio {...props} />),
    ),
  testimonial: (content, memo) =>
    memo.keep('testimonials', { slides: slides(content, memo), count: content.testimonials.length }, (props) =>
      markup(<Testimonials {...props} />),
    ),
  contact: ({ settings }, memo, { sent, refused }) =>
    memo.keep('contact', { sentence: settings.contactSentence, sent, refused }, (props) =>
      markup(<Contact {...props} />),
    ),
}

/** The inside of <main> of the one-page site: its sections in their order. */
export const onePage = (
  content: Content,
  memo: Memo,
  view: View,
  cards: (filter: Filter) => string,
  known: Registry,
): string => {
  const links = sectionLinks(content, known)
  const plain = new Map(plainCollections(content, known).map((collection) => [collection.name, collection]))
  const made = links.map(({ id }) => {
    const collection = plain.get(id)
    if (!collection) return sections[id]?.(content, memo, view, cards) ?? ''
    const entries = (content as unknown as Record<string, ({ id: string } & Record<string, unknown>)[]>)[id] ?? []
    return memo.keep('list', { id, entries }, () => markup(<EntryList collection={collection} entries={entries} />))
  })
  // The page keeps its first heading when the owner hides the first section.
  const heading = links[0]?.id === 'home' ? '' : markup(<h1 className="visually-hidden">{content.settings.name}</h1>)
  return heading + made.join('')
}
