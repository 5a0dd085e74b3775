import { type Content, imageIn, type PublishedEntry } from '../../model/content/published-content.ts'
import { previewOf } from './head.ts'

type Json = Record<string, unknown>

// Search engines read a few dozen; a page of a thousand reviews would only grow heavier.
const most = 24

const web = (url: string) => /^https?:/i.test(url)

const imageOf = (id: string | null, { media }: Content, url: string): Json => {
  const image = imageIn(media, id)
  const variant = image && previewOf(image)
  return variant ? { image: url + variant.url } : {}
}

const person = (content: Content, url: string): Json => {
  const { settings, about } = content
  const [first] = about
  const profiles = settings.socials.map(({ url: address }) => address).filter(web)
  return {
    '@type': 'Person',
    '@id': `${url}/#person`,
    name: settings.name,
    url: `${url}/`,
    ...(settings.role ? { jobTitle: settings.role } : {}),
    ...(settings.description ? { description: settings.description } : {}),
    ...(first?.live ? { homeLocation: { '@type': 'Place', name: first.live } } : {}),
    ...(first ? imageOf(first.image, content, url) : {}),
    ...(profiles.length > 0 ? { sameAs: profiles } : {}),
  }
}

const review = (entry: PublishedEntry<'testimonials'>, content: Content): Json => ({
  '@type': 'Review',
  reviewBody: entry.feedback,
  author: { '@type': 'Person', name: entry.fullname },
  reviewRating: { '@type': 'Rating', ratingValue: entry.star, bestRating: 5, worstRating: 0 },
  itemReviewed: { '@type': 'ProfessionalService', name: content.settings.name },
})

/** A project as schema.org's CreativeWork. */
export const workOf = (project: PublishedEntry<'projects'>, content: Content, url: string): Json => ({
  '@type': 'CreativeWork',
  name: project.title,
  description: project.summary,
  genre: project.category,
  url: `${url}/projects/${project.slug}`,
  creator: { '@id': `${url}/#person`, '@type': 'Person', name: content.settings.name },
  ...(project.year ? { dateCreated: String(project.year) } : {}),
  ...(project.tags.length > 0 ? { keywords: project.tags.join(', ') } : {}),
  ...imageOf(project.image, content, url),
})

/** JSON-LD of the one-page site. */
export const siteData = (content: Content, url: string): Json[] => [
  person(content, url),
  ...content.projects.slice(0, most).map((project) => workOf(project, content, url)),
  ...content.testimonials.slice(0, most).map((entry) => review(entry, content)),
]

/** A data block: no script runs in it, and nothing in it can end it. */
export const dataBlock = (graph: Json[]): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')}</script>`
