import { escapeHtml } from '../../model/escape-html.ts'
import type { Catalogue } from '../../model/words/catalogue.ts'
import { english } from '../../model/words/en.ts'
import { isLeftward } from '../../model/words/languages.ts'

type PageWords = Pick<Catalogue, 'refusals'> & { language: string }

const englishWords: PageWords = { ...english, language: 'en' }

/** A page with a message, for failures of the site's own error page; in English where the site's language is not known. `href` is the way on. */
export const plainPage = (
  title: string,
  message: string,
  { language, refusals }: PageWords = englishWords,
  href = '/',
): string =>
  `<!doctype html><html lang="${escapeHtml(language)}"${isLeftward(language) ? ' dir="rtl"' : ''}><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p><p><a href="${escapeHtml(href)}">${escapeHtml(refusals.toPage)}</a></p></html>`
