import { blocksOfText } from '../../blocks/readable-markdown.ts'
import type { SiteFacts } from '../site-facts.ts'
import { type StarterLanguage, type StarterName, starters } from '../starter.ts'
import { accessibilityEnglish, accessibilityGerman } from './accessibility.ts'
import { imprintEnglish, imprintGerman } from './imprint.ts'
import { privacyEnglish } from './privacy-english.ts'
import { privacyGerman } from './privacy-german.ts'

const texts: Record<StarterName, Record<StarterLanguage, (facts: SiteFacts) => string>> = {
  imprint: { en: imprintEnglish, de: imprintGerman },
  privacy: { en: privacyEnglish, de: privacyGerman },
  accessibility: { en: accessibilityEnglish, de: accessibilityGerman },
}

/** The fields of a page that begins with this starter, linked in the footer. What only the owner knows stands between [[ and ]]. */
export const pageOfStarter = (name: StarterName, language: StarterLanguage, facts: SiteFacts) => ({
  ...starters[name][language],
  placement: 'page' as const,
  link: 'footer' as const,
  blocks: blocksOfText(texts[name][language](facts)),
})
