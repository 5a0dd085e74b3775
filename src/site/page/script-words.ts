import { english } from '../../model/words/en.ts'
import type { Words } from '../../model/words/words.ts'

/** The data block from which scripts read their words. An English page has none: its scripts know English. */
export const scriptWordsBlock = ({ scripts }: Words): string =>
  scripts === english.scripts
    ? ''
    : `<script type="application/json" id="words">${JSON.stringify(scripts).replaceAll('<', '\\u003c')}</script>`
