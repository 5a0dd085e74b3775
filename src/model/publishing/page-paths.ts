import type { Category } from '../settings/categories.ts'
import { type Archived, facetsOf } from './archive.ts'

/** Every path of the site for this content, its redirects included; further pages of lists, Markdown twins, built files and media not. */
export const pagePaths = ({
  categories,
  pages,
  projects,
}: {
  categories: readonly Category[]
  pages: readonly { slug: string }[]
  projects: readonly ({ slug: string } & Archived)[]
}): string[] => [
  '/',
  '/all',
  ...categories.map(({ slug }) => `/${slug}`),
  ...pages.map(({ slug }) => `/${slug}`),
  '/projects',
  ...facetsOf(projects, categories).map(({ path }) => path),
  ...projects.map(({ slug }) => `/projects/${slug}`),
  '/testimonials',
  '/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/site.webmanifest',
  '/card.vcf',
]
