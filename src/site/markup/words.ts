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
