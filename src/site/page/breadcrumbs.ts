import type { PublicSettings } from '../../model/settings/settings.ts'
import type { JsonLd } from '../markup/json-ld.ts'

interface Step {
  name: string
  path: string
}

/** The way from the first page to this one, as schema.org's BreadcrumbList: the pages between, and the page itself last. */
export const breadcrumbs = (
  { name }: Pick<PublicSettings, 'name'>,
  url: string,
  ...steps: readonly Step[]
): JsonLd => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name, path: '/' }, ...steps].map((step, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: step.name,
    item: { '@type': 'WebPage', '@id': url + step.path },
  })),
})
