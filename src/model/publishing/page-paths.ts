import { categories } from '../content/collections/categories.ts'

/** Every path of the site for this content, its redirects included; built files and media not. */
export const pagePaths = ({ projects }: { projects: readonly { slug: string }[] }): string[] => [
  '/',
  '/all',
  ...categories.map((category) => `/${category}`),
  '/projects',
  ...projects.map(({ slug }) => `/projects/${slug}`),
  '/sitemap.xml',
  '/robots.txt',
  '/site.webmanifest',
]
