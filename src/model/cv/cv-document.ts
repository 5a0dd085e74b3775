import { isLeftward } from '../words/languages.ts'
import { filled } from '../words/template.ts'

import type { Cv } from './cv.ts'
import type { CvDocument, CvWords } from './document.ts'
import { linkText } from './link-text.ts'
import { cvParts } from './parts.ts'
import { linesOf, linked, paragraphs } from './texts.ts'

/** Puts a CV into words in the language of the page. */
export const cvDocument = (cv: Cv, words: CvWords): CvDocument => {
  const { person, language } = cv
  const name = person.name || words.page.nameless
  return {
    language,
    leftward: isLeftward(language),
    title: filled(words.cv.title, { name }),
    name,
    role: person.role,
    contact: linesOf(
      [
        linked(person.email, `mailto:${person.email}`),
        linked(person.phone, `tel:${person.phone.replace(/[^+\d]/g, '')}`),
        { text: person.location },
        linked(linkText(person.url), person.url),
        ...person.links.map(({ url }) => linked(linkText(url), url)),
      ],
      language,
    ),
    summary: paragraphs(person.summary),
    portraitAlt: filled(words.about.portrait, { name }),
    parts: cvParts(cv, words),
  }
}
