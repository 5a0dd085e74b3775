import { languageLevels } from '../content/collections.ts'
import { englishAfter } from './english/after.ts'
import { englishAsk } from './english/ask.ts'
import { englishContact } from './english/contact.ts'
import { englishFilter } from './english/filter.ts'
import { englishMail } from './english/mail.ts'
import { englishPage } from './english/page.ts'
import { englishProjects } from './english/projects.ts'
import { englishTestimonials } from './english/testimonials.ts'
import { englishViewer } from './english/viewer.ts'

/**
 * Every word that the page says by itself, as the specification spells it. Its keys are those of each language. `{name}` is a placeholder;
 * a group with `other` has a text for each plural category.
 */
export const english = {
  /** Titles of the sections and their names in the navbar. */
  sections: {
    home: 'Home',
    about: 'About me',
    job: 'Services',
    resume: 'Resume',
    portfolio: 'Portfolio',
    testimonial: 'Testimonial',
    contact: 'Contact',
  },
  page: englishPage,
  home: { hire: 'Hire Me', pause: 'Pause the headline' },
  about: {
    name: 'Name',
    email: 'Email',
    age: 'Age',
    from: 'From',
    live: 'Lives in',
    cv: 'Download CV',
    portrait: 'Portrait of {name}',
  },
  resume: {
    education: 'Education',
    experience: 'Experience',
    skills: 'Skills',
    certificates: 'Certificates',
    languages: 'Languages',
    levels: languageLevels,
    present: 'Present',
    percent: '{n}\u00a0%',
  },
  /** The CV as a file. */
  cv: { title: '{name} – CV', projects: 'Projects' },
  portfolio: {
    filter: 'Filter projects',
    all: 'All',
    design: 'Design',
    brand: 'Brand',
    photos: 'Photos',
    empty: 'Nothing under {filter} yet.',
    seeAll: 'See all projects',
  },
  project: {
    kind: 'Kind',
    year: 'Year',
    tags: 'Made with',
    link: 'See it',
    client: 'Client',
    role: 'Role',
    period: 'Period',
    team: 'Team',
    awards: 'Awards',
    links: 'Links',
    related: 'Related projects',
    more: 'More projects',
    previous: 'Previous',
    next: 'Next',
  },
  /** Labels of images that are compared, unless the owner has their own, and of program text. */
  blocks: { enlarge: 'Enlarge', before: 'Before', after: 'After', code: 'Program code' },
  /** Lists of several pages. */
  lists: {
    archive: 'All projects',
    category: 'Category',
    tag: 'Topic',
    allTestimonials: 'All testimonials',
    more: 'More',
    previous: 'Previous page',
    page: 'Page {n} of {pages}',
    pages: 'Pages',
  },
  testimonials: {
    title: 'Testimonials',
    viewport: 'What clients say',
    stars: '{n} out of 5 stars',
    more: 'Read on',
  },
  contact: {
    sentence: 'Tell me what you have in mind.',
    name: 'Name',
    email: 'Email',
    message: 'Message',
    trap: 'Website, leave empty',
    send: 'Send',
    another: 'Write another message',
    sentTitle: 'Message sent',
    refusedTitle: 'Message not sent',
  },
  notFound: {
    title: 'Not found',
    heading: 'This case is empty.',
    text: 'The page has moved, or it was never here. What is here:',
  },
  /** The page of a draft that is shown for review. `until` is a time. */
  review: {
    notice: 'Draft, shown for review until {until}.',
    published: 'Published. Open its public page',
    untitled: 'Untitled',
  },
  /** Answers of the server itself. */
  refusals: {
    attention: 'Some fields need your attention.',
    nameCharacters: 'Your name contains characters that cannot be sent.',
    messageCharacters: 'Your message contains characters that cannot be sent.',
    tooManyHere: 'Too many messages came from here. Please wait a while and send it again.',
    tooManyEverywhere: 'Too many messages are coming in just now. Please wait a while and send it again.',
    tooLarge: 'At most {n} KB can be sent at once. Shorten it and try again.',
    unavailable: 'Nothing can be saved just now. Try again in a moment.',
    internal: 'Something went wrong on our side. Try again in a moment. (Reference {reference})',
    notSent: 'Your message was not sent',
    failed: 'That did not work',
    later: 'Back in a moment',
    unreadable: 'This file cannot be read just now. Please try again soon.',
    toPage: 'To the page',
  },
  mail: englishMail,
  ask: englishAsk,
  after: englishAfter,
  /** Words of the scripts in the browser. */
  scripts: {
    contact: englishContact,
    filter: englishFilter,
    projects: englishProjects,
    viewer: englishViewer,
    testimonials: englishTestimonials,
  },
} as const
