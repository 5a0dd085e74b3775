import { blocksField, filledIn } from '../blocks/blocks-field.ts'
import { blocksOfText, readableMarkdown } from '../blocks/blocks-to-markdown.ts'
import { type DataOf, type Field, fields } from '../fields/fields.ts'
import { z } from '../zod.ts'
import { type Alias, type Collection, defineCollection } from './define-collection.ts'
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
    name: fields.text({ label: 'Name', max: 60, help: 'Of the language, for example Norwegian.' }),
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
    name: fields.text({ label: 'Name', help: 'Yours, as visitors read it.' }),
    email: fields.email({ label: 'Email', help: 'Visitors see it.' }),
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
  client: fields.text({ label: 'Client', required: false, max: 80, help: 'Whom it was for.' }),
  role: fields.text({ label: 'Role', required: false, max: 80, help: 'What you did, for example design and code.' }),
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
    help: 'For example its code, its slides, an article about it.',
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
    title: fields.text({ label: 'Title', help: 'For example Certified Accessibility Specialist.' }),
    issuer: fields.text({ label: 'Issuer', required: false, help: 'Who gave it to you.' }),
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
    faculty: fields.text({ label: 'Faculty', help: 'What you studied, for example Interaction Design.' }),
    degree: fields.text({ label: 'Degree', required: false, help: 'For example Bachelor of Arts.' }),
    university: fields.text({ label: 'University', help: 'Or school, for example Bergen School of Design.' }),
    location: fields.text({ label: 'Place', required: false, help: 'For example Bergen, Norway.' }),
    url: fields.url({ label: 'Link', required: false, help: 'Of the university.' }),
    about: fields.textarea({ label: 'About', max: 1000, help: 'What you learned there, in a sentence or two.' }),
  },
  rows: [
    ['start_year', 'end_year'],
    ['faculty', 'degree'],
    ['university', 'location'],
  ],
  period: { start: 'start_year', end: 'end_year' },
  table: ['start_year', 'end_year', 'faculty', 'university'],
  preview: { title: 'faculty', subtitle: 'university' },
})

export const experiences = defineCollection({
  name: 'experiences',
  label: { one: 'Experience', many: 'Experience' },
  admin: { path: 'job', screen: 'resume' },
  fields: {
    start_year: fields.yearText({ label: 'Start year', help: 'Such as: 2019, spring 2019.' }),
    start_month: monthField({ label: 'Start month' }),
    end_year: fields.yearText({ label: 'End year', ongoing: true }),
    end_month: monthField({ label: 'End month' }),
    name: fields.text({ label: 'Name', help: 'Your job title, for example Web Developer.' }),
    company: fields.text({ label: 'Company', required: false, help: 'Whom you worked for.' }),
    program: fields.text({ label: 'Program', help: 'Your field or team, for example Full Stack.' }),
    location: fields.text({ label: 'Place', required: false, help: 'For example Oslo, or Remote.' }),
    url: fields.url({ label: 'Link', required: false, help: 'Of the company.' }),
    about: fields.textarea({ label: 'About', max: 1000, help: 'What you worked on, in a sentence or two.' }),
    highlights: fields.list({
      label: 'Highlights',
      required: false,
      max: 200,
      items: 12,
      help: 'What you achieved, a line each. Press Enter after each.',
    }),
  },
  rows: [
    ['start_year', 'start_month', 'end_year', 'end_month'],
    ['name', 'company'],
    ['program', 'location'],
  ],
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
    title: fields.text({ label: 'Title', max: 80, help: 'The heading above the list, for example Talks.' }),
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
        place: fields.text({ label: 'Place', required: false, help: 'Where, for example Web Days, Oslo.' }),
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
    size: fields.select({
      label: 'Size',
      options: ['small', 'medium', 'large'],
      required: false,
      help: 'Of its tile.',
    }),
    image: fields.image({ label: 'Image', required: false, help: 'On its card and its page.' }),
    summary: fields.textarea({
      label: 'Summary',
      required: false,
      max: 300,
      help: 'What it is, in a sentence or two.',
    }),
    blocks: blocksField({ label: 'Case study' }),
    url: fields.url({ label: 'Link', required: false, help: 'Where one can see or use it.' }),
    year: fields.integer({ label: 'Year', min: 1950, max: 2200, required: false, help: 'In which it was done.' }),
    tags: fields.list({
      label: 'Tags',
      required: false,
      max: 30,
      items: 12,
      help: 'What you used, for example React. Press Enter or a comma after each.',
    }),
    ...caseFacts,
  },
  rows: [
    ['url', 'year'],
    ['client', 'role'],
  ],
  table: ['image', 'title', 'categories', 'size', 'year'],
  aliases: { category: mainCategory, body: projectBody },
  preview: { title: 'title', subtitle: 'summary', image: 'image' },
})

/** The fields that stand as facts on a project's page, in its order; each has its label in `words.project`. */
export const projectFacts = [
  ...(['categories', 'client', 'role', 'period', 'year', 'team', 'tags', 'awards', 'url', 'links'] as const),
] satisfies (keyof typeof projects.fields)[]

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
    title: fields.text({ label: 'Title', max: 60, help: 'What you offer, for example Web Design.' }),
    text: fields.textarea({ label: 'Text', required: false, max: 400, help: 'What a client gets, in two sentences.' }),
  },
  table: ['icon', 'title', 'text'],
  preview: { title: 'title', subtitle: 'text' },
})

export const skills = defineCollection({
  name: 'skills',
  label: { one: 'Skill', many: 'Skills' },
  admin: { path: 'skill', screen: 'resume' },
  fields: {
    name: fields.text({ label: 'Name', max: 60, help: 'What you know, for example JavaScript.' }),
    percent: fields.percent({
      label: 'Percent',
      required: false,
      help: 'How well, from 0 to 100. Empty: the name alone.',
    }),
  },
  table: ['name', 'percent'],
  preview: { title: 'name' },
})

/** A cut in somebody’s words, however it was typed. */
const withCuts = (field: Field<string>): Field<string> => {
  const marked = (rule: Field<string>['schema']) => rule.overwrite((text) => text.replaceAll('[...]', '[…]'))
  return { ...field, schema: marked(field.schema), draft: marked(field.draft) }
}

/** Relations of somebody to the owner. One that makes them partial stands beside their words (16 CFR 465.5). */
export const relations = ['client', 'colleague', 'friend', 'rewarded'] as const

type Relation = (typeof relations)[number]

/** True when what somebody is to the owner has to stand beside their words. */
export const isPartial = <T extends { relation: '' | Relation }>(
  said: T,
): said is T & { relation: Exclude<Relation, 'client'> } => !['', 'client'].includes(said.relation)

export const testimonials = defineCollection({
  name: 'testimonials',
  label: { one: 'Testimonial', many: 'Testimonials' },
  // The sidebar’s label is the specification’s; people look for testimonials.
  admin: { path: 'chat', screen: 'chat', title: 'Testimonials' },
  fields: {
    image: fields.image({ label: 'Avatar', required: false, help: 'A portrait. Empty: the initials.' }),
    fullname: fields.text({ label: 'Full name', help: 'Of the person who says it.' }),
    // What it is about, a project says: a quote among its blocks names its testimonial.
    role: fields.text({ label: 'Role', required: false, max: 80, help: 'Their job, for example Head of Design.' }),
    company: fields.text({ label: 'Company', required: false, max: 80, help: 'Whom they work for.' }),
    country: fields.text({ label: 'Country', shownBy: 'show_country', help: 'Where they live, for example Norway.' }),
    show_country: fields.flag({ label: 'Country visible', empty: true }),
    feedback: withCuts(
      fields.textarea({
        label: 'Feedback',
        max: 2000,
        help: 'Their own words, without quotation marks. […] marks a cut.',
      }),
    ),
    email: fields.email({ label: 'Email', private: true, help: 'Never shown on the page.' }),
    star: fields.rating({ label: 'Stars', help: 'How many of the five are filled, from 0 to 5.' }),
    relation: fields.select({
      label: 'Relation',
      required: false,
      options: ['', ...relations],
      labels: ['Not stated', 'Client', 'Colleague', 'Friend or relative', 'Was given something for it'],
      help: 'How they know you. All but a client is shown beside their words.',
    }),
    source: fields.select({
      label: 'Source',
      required: false,
      automatic: true,
      options: ['', 'mail', 'link'],
      labels: ['Entered by you', 'A link that was mailed to them', 'A link'],
    }),
    consent: fields.textarea({
      label: 'Consent',
      automatic: true,
      max: 1000,
      required: false,
    }),
  },
  optional: { with: 'source', fields: ['country', 'email', 'star'] },
  received: {
    with: 'source',
    open: ['feedback', 'image', 'role', 'company', 'country', 'show_country'],
    help: 'Only the person who sent it may change this.',
  },
  rows: [['role', 'company']],
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
