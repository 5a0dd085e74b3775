import { createContext, useContext } from 'react'
import { english } from '../../model/words/en.ts'
import { type Words, wordsOf } from '../../model/words/words.ts'

/** English where nothing else is provided, such as in the test of one component. */
export const WordsContext = createContext<Words>(
  wordsOf(english, { language: 'en', sections: [], hireLabel: '', cvLabel: '', sendLabel: '' }),
)

/** The words that the page says by itself, in its language. */
export const useWords = (): Words => useContext(WordsContext)
