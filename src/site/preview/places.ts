import type { CollectionName } from '../../model/content/collections/index.ts'
import type { Content } from '../../model/content/published-content.ts'
import type { Settings } from '../../model/settings/settings.ts'

type Find = (root: ParentNode) => Iterable<Element>

const all =
  (selector: string): Find =>
  (root) =>
    root.querySelectorAll(selector)

const fact =
  (term: string): Find =>
  (root) =>
    [...root.querySelectorAll('.facts > div')].filter((pair) => pair.querySelector('dt')?.textContent === term)

interface EntryPlaces {
  /** What shows the entries, one after the other, as they stand in the content. */
  items(root: ParentNode, content: Content): ArrayLike<Element>
  fields: Record<string, Find>
}

const none: Element[] = []

// Neither timeline is there without entries.
const stations = (root: ParentNode, nth: number) =>
  root.querySelectorAll('#resume .timeline-items')[nth]?.children ?? none

const station: EntryPlaces['fields'] = { start_year: all('.timeline-years'), end_year: all('.timeline-years') }

/** Where the page shows the fields of an entry. Not kept in the page's own markup, which no visitor needs to fetch for this. */
export const entryPlaces: Record<CollectionName, EntryPlaces> = {
  about: {
    items: (root, { about }) => (about.length > 0 ? root.querySelectorAll('#about .about-entry') : none),
    fields: {
      image: all('.about-portrait'),
      name: fact('Name'),
      email: fact('E-mail'),
      age: fact('Age'),
      from: fact('From'),
      live: fact('Lives in'),
    },
  },
  testimonials: {
    items: (root) => root.querySelectorAll('#testimonial [data-slide]'),
    fields: {
      image: all('.quote-portrait'),
      fullname: all('.quote-name'),
      country: all('.quote-country'),
      feedback: all('.quote-text'),
      star: all('.stars'),
    },
  },
  projects: {
    items: (root) => root.querySelectorAll('#portfolio [data-category]'),
    fields: { title: all('.card-title'), category: all('.card-category'), image: all('.card-image') },
  },
  educations: {
    items: (root, { educations }) => (educations.length > 0 ? stations(root, 0) : none),
    fields: {
      ...station,
      faculty: all('.timeline-name'),
      university: all('.timeline-place'),
      about: all('.timeline-text'),
    },
  },
  experiences: {
    items: (root, { educations, experiences }) =>
      experiences.length > 0 ? stations(root, educations.length > 0 ? 1 : 0) : none,
    fields: { ...station, name: all('.timeline-name'), program: all('.timeline-place'), about: all('.timeline-text') },
  },
  skills: {
    items: (root) => root.querySelectorAll('#resume .skill'),
    fields: { name: all('.skill-name'), percent: all('.skill-percent, .meter') },
  },
  services: {
    items: (root) => root.querySelectorAll('#job .service'),
    fields: { icon: all('.icon'), title: all('.service-title'), text: all('.service-text') },
  },
}

/** The fields of a project on its own page. */
export const projectPlaces: Record<string, Find> = {
  title: all('.project-title'),
  summary: all('.project-summary'),
  image: all('.project-image'),
  category: fact('Kind'),
  year: fact('Year'),
  tags: fact('Made with'),
  url: fact('See it'),
  body: all('.project-body'),
}

/** Where the page shows a setting; a list is shown item by item. */
export const settingPlaces: Partial<Record<keyof Settings, Find>> = {
  name: all('.home-name, .nav-name'),
  role: all('.home-role'),
  headlines: all('.typed-line'),
  location: all('.home-location'),
  hireLink: all('.home .button-filled'),
  introduction: all('.about-text'),
  cv: all('.about-cv'),
  counters: all('.counter'),
  socials: all('.footer-links > li'),
  contactSentence: all('.contact-sentence'),
  sections: all('.heading-title'),
  copyrightSince: all('.footer-rights'),
}

/** The section in which an entry or a setting would stand, for when it shows nothing itself. */
export const sectionOf: Partial<Record<CollectionName | keyof Settings, string>> = {
  about: 'about',
  testimonials: 'testimonial',
  projects: 'portfolio',
  educations: 'resume',
  experiences: 'resume',
  skills: 'resume',
  services: 'job',
  name: 'home',
  role: 'home',
  headlines: 'home',
  location: 'home',
  hireLink: 'home',
  introduction: 'about',
  cv: 'about',
  counters: 'resume',
  contactSentence: 'contact',
}
