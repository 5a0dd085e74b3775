import type { Content } from '../../model/publishing/published-content.ts'
import type { Catalogue } from '../../model/words/catalogue.ts'
import { catalogueOf } from '../../model/words/catalogues.ts'

/** The server's own words to visitors, and their language code. */
export interface SiteWords extends Catalogue {
  language: string
}

/** The words of the site that is shown; English before anything is. */
export const siteWords = (content: Content | undefined): SiteWords => {
  const language = content?.settings.language ?? 'en'
  return { ...catalogueOf(language), language }
}
