import { filledIn } from '../blocks/blanks.ts'
import { blocksField } from '../blocks/blocks-field.ts'
import { blocksOfText, readableMarkdown } from '../blocks/blocks-to-markdown.ts'
import { type DataOf, fields } from '../fields/fields.ts'
import { z } from '../zod.ts'
import type { Alias } from './aliases.ts'
import { type Collection, defineCollection } from './define-collection.ts'
import { monthField } from './period.ts'
import { rootSlug } from './reserved-slugs.ts'

/** The levels of the Common European Framework of Reference, above them the native language, in plain English. */
export const languageLevels = {
  native: 'Native',
  C2: 'Proficient (C2)',
  C1: 'Fluent (C1)',
  B2: 'Upper intermediate (B2)',
  B1: 'Intermediate (B1)',
  A2: 'Elementary (A2)',
  A1: 'Beginner (A1)',
} as const

type LanguageLevel = keyof typeof languageLevels

export const languages = defineCollection({
  name: 'languages',
  label: { one: 'Language', many: 'Languages' },
  admin: { path: 'language', screen: 'resume' },
  fields: {
    name: fields.text({ label: 'Name', max: 60 }),
    level: fields.select({
      label: 'Level',
      required: false,
      options: ['', ...(Object.keys(languageLevels) as LanguageLevel[])],
      labels: ['Not stated', ...Object.values(languageLevels)],
    }),
  },
  table: ['name', 'level'],
  preview: { title: 'name' },
})

export const about = defineCollection({
  name: 'about',
  label: { one: 'About', many: 'About' },
  admin: { path: 'about', screen: 'about' },
  fields: {
    image: fields.image({ label: 'Portrait', required: false, help: 'Empty: About goes without one.' }),
    name: fields.text({ label: 'Name' }),
    email: fields.email({ label: 'Email' }),
    age: fields.integer({ label: 'Age', min: 1, max: 150, shownBy: 'show_age' }),
    show_age: fields.flag({ label: 'Age visible', empty: true }),
    from: fields.text({ label: 'From', help: 'Where you were born.', shownBy: 'show_from' }),
    show_from: fields.flag({ label: 'Birthplace visible', empty: true }),
    live: fields.text({ label: 'Lives in', help: 'Where you live now.' }),
  },
  table: ['image', 'name', 'email', 'age', 'from', 'live'],
  preview: { title: 'name', subtitle: 'live', image: 'image' },
})

/** Facts that make a case study of a project, all optional. */
export const caseFacts = {
  client: fields.text({ label: 'Client', required: false, max: 80 }),
  role: fields.text({ label: 'Role', required: false, max: 80, help: 'What you did.' }),
  period: fields.text({ label: 'Period', required: false, max: 60, help: 'Such as: March to June 2023, six weeks.' }),
  team: fields.list({
    label: 'Team',
    required: false,
    max: 80,
    items: 20,
    help: 'Who else worked on it. Press Enter or a comma after each.',
  }),
  awards: fields.list({ label: 'Awards', required: false, max: 120, items: 12 }),
  links: fields.items({
    label: 'Further links',
    one: 'Link',
    max: 8,
    fields: { label: fields.text({ label: 'Label', max: 60 }), url: fields.url({ label: 'Address' }) },
  }),
  cover: fields.image({ label: 'Card image', required: false, help: 'In the portfolio. Empty: the image.' }),
  imageFit: fields.select({
    label: 'Image on its page',
    options: ['whole', 'fill'],
    labels: ['Whole', 'Filling its frame'],
    required: false,
  }),
}

export const certificates = defineCollection({
  name: 'certificates',
  label: { one: 'Certificate', many: 'Certificates' },
  admin: { path: 'certificate', screen: 'resume' },
  fields: {
    title: fields.text({ label: 'Title' }),
    issuer: fields.text({ label: 'Issuer', required: false }),
    year: fields.integer({ label: 'Year', min: 1950, max: 2200, required: false }),
    url: fields.url({ label: 'Link', required: false, help: 'Where one can check it.' }),
  },
  table: ['title', 'issuer', 'year'],
  preview: { title: 'title', subtitle: 'issuer' },
})

export const educations = defineCollection({
  name: 'educations',
  label: { one: 'Education', many: 'Education' },
  admin: { path: 'education', screen: 'resume' },
  fields: {
    start_year: fields.integer({ label: 'Start year', min: 1900, max: 2200 }),
    end_year: fields.integer({ label: 'End year', min: 1900, max: 2200, ongoing: true }),
    faculty: fields.text({ label: 'Faculty' }),
    university: fields.text({ label: 'University' }),
    about: fields.textarea({ label: 'About', max: 1000 }),
    degree: fields.text({ label: 'Degree', required: false }),
    location: fields.text({ label: 'Place', required: false }),
    url: fields.url({ label: 'Link', required: false, help: 'Of the university.' }),
  },
  period: { start: 'start_year', end: 'end_year' },
  table: ['start_year', 'end_year', 'faculty', 'university'],
  preview: { title: 'faculty', subtitle: 'university' },
})

export const experiences = defineCollection({
  name: 'experiences',
  label: { one: 'Experience', many: 'Experience' },
  admin: { path: 'job', screen: 'resume' },
  fields: {
    start_year: fields.yearText({ label: 'Start year', help: 'Text, so “2019” and “spring 2019” both do.' }),
    end_year: fields.yearText({ label: 'End year', ongoing: true }),
    name: fields.text({ label: 'Name' }),
    program: fields.text({ label: 'Program' }),
    about: fields.textarea({ label: 'About', max: 1000 }),
    company: fields.text({ label: 'Company', required: false }),
    location: fields.text({ label: 'Place', required: false }),
    url: fields.url({ label: 'Link', required: false, help: 'Of the company.' }),
    start_month: monthField({ label: 'Start month' }),
    end_month: monthField({ label: 'End month' }),
    highlights: fields.list({
      label: 'Highlights',
      required: false,
      max: 200,
      items: 12,
      help: 'What you achieved, a line each. Press Enter after each.',
    }),
  },
  period: { start: 'start_year', end: 'end_year', startMonth: 'start_month', endMonth: 'end_month' },
  table: ['start_year', 'end_year', 'name', 'program'],
  preview: { title: 'name', subtitle: 'program' },
})

/** What a list may be of. It decides the structured data and the part of JSON Resume, not the look. */
const kinds = ['other', 'talks', 'exhibitions', 'press', 'clients', 'publications'] as const

export type ListKind = (typeof kinds)[number]

/** An entry is a whole list, which the owner names. */
export const lists = defineCollection({
  name: 'lists',
  label: { one: 'List', many: 'Lists' },
  admin: { path: 'list', screen: 'list', title: 'Lists' },
  fields: {
    kind: fields.select({
      label: 'What it lists',
      required: false,
      options: kinds,
      proposes: 'title',
      help: 'For search engines and the CV as JSON. The list looks the same.',
    }),
    title: fields.text({ label: 'Title', max: 80 }),
    link: fields.select({ label: 'Link in', required: false, options: ['navbar', 'footer', 'none'] }),
    items: fields.items({
      label: 'Items',
      one: 'Item',
      max: 200,
      help: 'The newest comes first on the page; of one year, your order counts.',
      fields: {
        year: fields.integer({ label: 'Year', min: 1900, max: 2200, required: false }),
        month: monthField({ label: 'Month' }),
        title: fields.text({ label: 'Title', max: 200 }),
        place: fields.text({ label: 'Place', required: false }),
        url: fields.url({ label: 'Link', required: false }),
        text: fields.text({ label: 'Note', max: 200, required: false }),
        links: caseFacts.links,
      },
    }),
  },
  table: ['title', 'kind', 'link'],
  preview: { title: 'title' },
})

/** `category`, from before a project could have several: the first of them, empty without any. Writing it leaves that one alone. */
const mainCategory: Alias = {
  of: 'categories',
  schema: z.string(),
  read: (categories) => (Array.isArray(categories) && categories[0]) || '',
  write: (category) => (category === '' ? [] : [category]),
}

export const pages = defineCollection({
  name: 'pages',
  label: { one: 'Page', many: 'Pages' },
  admin: { path: 'page', screen: 'page', title: 'Pages' },
  fields: {
    title: fields.text({ label: 'Title', max: 80 }),
    slug: rootSlug(fields.slug({ label: 'Address', help: 'The page stands at /… of your site.' })),
    placement: fields.select({
      label: 'Placement',
      required: false,
      options: ['page', 'section'],
      labels: ['Own page', 'Section'],
      help: 'A page of its own, or a section of the one page: where “Pages” stands among the sections in Settings.',
    }),
    link: fields.select({
      label: 'Link in',
      required: false,
      options: ['footer', 'navbar', 'none'],
      labels: ['Footer', 'Navbar', 'Nowhere'],
    }),
    blocks: filledIn(blocksField({ label: 'Content' })),
  },
  table: ['title', 'slug', 'placement', 'link'],
  preview: { title: 'title', subtitle: 'slug' },
})

/** `body`, from before a project had blocks: what they say, as Markdown. Writing it leaves one text block. */
const projectBody: Alias = {
  of: 'blocks',
  schema: fields.markdown({ label: 'Text', required: false, max: 200_000 }).draft,
  read: readableMarkdown,
  write: (markdown) => (typeof markdown === 'string' ? blocksOfText(markdown.trim()) : markdown),
}

export const projects = defineCollection({
  name: 'projects',
  label: { one: 'Project', many: 'Projects' },
  admin: { path: 'portfolio', screen: 'portfolio' },
  fields: {
    title: fields.text({ label: 'Title', max: 80 }),
    slug: fields.slug({ label: 'Address', help: 'The last part of the project’s address, /projects/….' }),
    categories: fields.categories({
      label: 'Categories',
      help: 'The first is the main one. Without any, the project stands under All only.',
    }),
    size: fields.select({ label: 'Size', options: ['small', 'medium', 'large'], required: false }),
    image: fields.image({ label: 'Image', required: false }),
    summary: fields.textarea({ label: 'Summary', required: false, max: 300 }),
    blocks: blocksField({ label: 'Case study' }),
    url: fields.url({ label: 'Link', required: false }),
    year: fields.integer({ label: 'Year', min: 1950, max: 2200, required: false }),
    tags: fields.list({ label: 'Tags', required: false, max: 30, items: 12 }),
    ...caseFacts,
  },
  table: ['image', 'title', 'categories', 'size', 'year'],
  aliases: { category: mainCategory, body: projectBody },
  preview: { title: 'title', subtitle: 'summary', image: 'image' },
})

export const serviceIcons = [
  'code',
  'layout',
  'speed',
  'device',
  'cart',
  'search',
  'server',
  'pen',
  'chart',
  'shield',
  'spark',
  'support',
] as const

export const services = defineCollection({
  name: 'services',
  label: { one: 'Service', many: 'Services' },
  admin: { path: 'service', screen: 'service' },
  fields: {
    icon: fields.select({ label: 'Icon', options: serviceIcons, required: false }),
    title: fields.text({ label: 'Title', max: 60 }),
    text: fields.textarea({ label: 'Text', required: false, max: 400 }),
  },
  table: ['icon', 'title', 'text'],
  preview: { title: 'title', subtitle: 'text' },
})

export const skills = defineCollection({
  name: 'skills',
  label: { one: 'Skill', many: 'Skills' },
  admin: { path: 'skill', screen: 'resume' },
  fields: {
    name: fields.text({ label: 'Name', max: 60 }),
    percent: fields.percent({ label: 'Percent', required: false, help: 'Empty: the name alone.' }),
  },
  table: ['name', 'percent'],
  preview: { title: 'name' },
})

export const testimonials = defineCollection({
  name: 'testimonials',
  label: { one: 'Testimonial', many: 'Testimonials' },
  // The sidebar’s label is the specification’s; people look for testimonials.
  admin: { path: 'chat', screen: 'chat', title: 'Testimonials' },
  fields: {
    image: fields.image({ label: 'Avatar', required: false }),
    fullname: fields.text({ label: 'Full name' }),
    country: fields.text({ label: 'Country', shownBy: 'show_country' }),
    show_country: fields.flag({ label: 'Country visible', empty: true }),
    feedback: fields.textarea({ label: 'Feedback', max: 2000 }),
    email: fields.email({ label: 'Email', private: true, help: 'Never shown on the page.' }),
    star: fields.rating({ label: 'Stars' }),
  },
  table: ['image', 'fullname', 'country', 'star', 'email'],
  preview: { title: 'fullname', subtitle: 'country', image: 'image' },
})

/** Every collection, in the admin's order. A new one is a definition above and a line here. */
export const collections = {
  about,
  testimonials,
  projects,
  educations,
  experiences,
  skills,
  certificates,
  languages,
  lists,
  pages,
  services,
}

type Collections = typeof collections
export type CollectionName = keyof Collections
export type EntryData<N extends CollectionName> = DataOf<Collections[N]['fields']>

export const collectionNames = Object.keys(collections) as CollectionName[]

/** The definition under that name, seen as data; undefined when there is none. */
export const findCollection = (name: string): Collection | undefined =>
  Object.hasOwn(collections, name) ? (collections[name as CollectionName] as unknown as Collection) : undefined
