import type { Collection } from '../../model/content/define-collection.ts'
import { type Content, imageIn } from '../../model/content/published-content.ts'
import type { RefusedMessage } from '../../model/publishing/page.ts'
import { About } from '../sections/about/about.tsx'
import { Contact } from '../sections/contact/contact.tsx'
import { EntryList } from '../sections/entry-list.tsx'
import { Home } from '../sections/home/home.tsx'
import { type Filter, filters, Portfolio } from '../sections/portfolio/portfolio.tsx'
import { Resume } from '../sections/resume/resume.tsx'
import { plainCollections, type Registry, sectionLinks } from '../sections/sections.ts'
import { Services } from '../sections/services/services.tsx'
import { TestimonialSlide } from '../sections/testimonials/testimonial-slide.tsx'
import { Testimonials } from '../sections/testimonials/testimonials.tsx'
import { cardsOf } from './cards.tsx'
import { fill, markup } from './markup.ts'
import type { Memo } from './memo.ts'

/** What tells the addresses of the one-page site apart. */
export interface View {
  filter: Filter
  /** True at a filter's own address. */
  landing: boolean
  sent: boolean
  refused: RefusedMessage | null
}

type PlainEntry = { id: string } & Record<string, unknown>

const portraits = (content: Content): Content['media'] =>
  Object.fromEntries(
    content.about.flatMap((entry) => {
      const image = imageIn(content.media, entry.image)
      return image ? [[image.id, image]] : []
    }),
  )

const slides = (content: Content, memo: Memo): string =>
  content.testimonials
    .map((entry) =>
      memo.keep('slide', { entry, portrait: imageIn(content.media, entry.image) }, (props) =>
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

/** The sections that are the same at every address. */
const lasting = (content: Content, memo: Memo): Record<string, () => string> => {
  const { settings, services, educations, experiences, skills } = content
  const { name, role, headlines, location, hireLink, introduction, cv, counters } = settings
  return {
    home: () =>
      memo.keep('home', { settings: { name, role, headlines, location, hireLink } }, (props) =>
        markup(<Home {...props} />),
      ),
    about: () =>
      memo.keep(
        'about',
        { entries: content.about, settings: { introduction, cv }, media: portraits(content) },
        (props) => markup(<About {...props} />),
      ),
    job: () => memo.keep('job', { entries: services }, (props) => markup(<Services {...props} />)),
    resume: () =>
      memo.keep('resume', { educations, experiences, skills, counters }, (props) => markup(<Resume {...props} />)),
    testimonial: () =>
      fill(
        memo.keep('testimonials', { count: content.testimonials.length }, (props) =>
          markup(<Testimonials {...props} />),
        ),
        slides(content, memo),
      ),
  }
}

const plainList = (content: Content, memo: Memo, collection: Collection): string => {
  const entries = (content as unknown as Record<string, PlainEntry[]>)[collection.name] ?? []
  return memo.keep('list', { name: collection.name, entries }, () =>
    markup(<EntryList collection={collection} entries={entries} />),
  )
}

export interface MadeSection {
  id: string
  html: string
}

/** The sections of the one-page site in their order, for each of its addresses. */
export const pageSections = (content: Content, memo: Memo, known: Registry): ((view: View) => MadeSection[]) => {
  const links = sectionLinks(content, known)
  const always = lasting(content, memo)
  const cards = cardsOf(content, memo)
  const made = new Map<string, string>()
  for (const collection of plainCollections(content, known)) {
    made.set(collection.name, plainList(content, memo, collection))
  }
  for (const { id } of links) {
    const section = always[id]
    if (section) made.set(id, section())
  }
  // The page keeps its first heading when the owner hides the first section.
  const heading: MadeSection[] =
    links[0]?.id === 'home'
      ? []
      : [{ id: 'heading', html: markup(<h1 className="visually-hidden">{content.settings.name}</h1>) }]
  const ofView = (id: string, { filter, landing, sent, refused }: View) =>
    id === 'portfolio'
      ? fill(
          memo.keep('portfolio', { counts: counts(content), current: filter, landing }, (props) =>
            markup(<Portfolio {...props} />),
          ),
          cards(filter),
        )
      : memo.keep('contact', { sentence: content.settings.contactSentence, sent, refused }, (props) =>
          markup(<Contact {...props} />),
        )
  return (view) => [...heading, ...links.map(({ id }) => ({ id, html: made.get(id) ?? ofView(id, view) }))]
}

/** The inside of <main> of the one-page site, for each of its addresses. */
export const onePage = (content: Content, memo: Memo, known: Registry): ((view: View) => string) => {
  const sections = pageSections(content, memo, known)
  return (view) =>
    sections(view)
      .map(({ html }) => html)
      .join('')
}
