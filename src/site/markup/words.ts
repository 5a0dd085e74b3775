import { createContext, useContext } from 'react'
import type { Content } from '../../model/publishing/published-content.ts'
import { emailLink, nameless } from '../../model/settings/with-person.ts'
import { english } from '../../model/words/en.ts'
import { type Words, wordsOf } from '../../model/words/words.ts'

/** English where nothing else is provided, such as in the test of one component. */
export const WordsContext = createContext<Words>(
  wordsOf(english, { language: 'en', sections: [], hireLabel: '', cvLabel: '', sendLabel: '' }),
)

/** The words that the page says by itself, in its language. */
export const useWords = (): Words => useContext(WordsContext)

/** The content with the words that the site has put into its settings by itself in the language of the page. */
export const withOwnWords = (content: Content, { page }: Words): Content => {
  const { settings } = content
  const own = emailLink(settings, content.about[0])
  const name = settings.name === nameless ? page.nameless : settings.name
  const socials = settings.socials.map((social) =>
    social.label === own.label && social.url === own.url ? { ...social, label: page.email } : social,
  )
  return { ...content, settings: { ...settings, name, socials } }
}

/** The host of a link alone, which is easier to read than the whole; what follows the colon of an email address or a telephone number. */
export const hostOf = (url: string): string =>
  /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(url)?.[1] ?? url.replace(/^(?:mailto|tel):/i, '')

/** Splits a text that is longer than about `length` characters after a sentence, else after a word; the second part is empty if it is not. */
export const splitText = (text: string, length: number): [start: string, more: string] => {
  // A remainder of a line or two is not worth a click.
  if (text.length <= length * 1.3) return [text, '']
  const window = text.slice(0, length)
  const sentence = Math.max(...['. ', '! ', '? ', '.\n', '。'].map((end) => window.lastIndexOf(end)))
  const word = window.search(/\s\S*$/)
  const at = sentence > length / 2 ? sentence + 1 : word > 0 ? word : length
  return [text.slice(0, at).trimEnd(), text.slice(at).trimStart()]
}

/** What there is of these, as in “Head of Design, Sundlinjen, Norway”. */
export const listed = ({ page }: Pick<Words, 'page'>, ...parts: readonly string[]): string =>
  parts.filter(Boolean).join(page.separator)

/** The first letters of the first and the last word of a name. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .filter((_, i, all) => i === 0 || i === all.length - 1)
    .join('')
