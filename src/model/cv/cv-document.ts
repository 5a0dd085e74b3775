import { isLeftward } from '../words/languages.ts'
import { filled } from '../words/template.ts'

import type { Cv } from './cv.ts'
import type { CvDocument, CvWords } from './document.ts'
import { linkText } from './link-text.ts'
import { cvParts } from './parts.ts'
import { linesOf, linked, paragraphs } from './texts.ts'

/** The word for a CV alone: in every language the title is the name, a dash and this word. */
const cvWord = ({ cv }: CvWords) => filled(cv.title, { name: '' }).replace(/^ – /, '')

/** Heading of an anonymous CV: the role, or else the word for a CV. */
const headOf = (role: string, words: CvWords) =>
  role === ''
    ? { name: cvWord(words), title: cvWord(words) }
    : { name: role, title: filled(words.cv.title, { name: role }) }

/** Puts a CV into words in the language of the page. */
export const cvDocument = (cv: Cv, words: CvWords): CvDocument => {
  const { person, language, isAnonymous } = cv
  const name = person.name || words.page.nameless
  return {
    language,
    leftward: isLeftward(language),
    ...(isAnonymous
      ? { ...headOf(person.role, words), author: '', role: '' }
      : { title: filled(words.cv.title, { name }), author: name, name, role: person.role }),
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
    portraitAlt: isAnonymous ? '' : filled(words.about.portrait, { name }),
    parts: cvParts(cv, words),
  }
}
