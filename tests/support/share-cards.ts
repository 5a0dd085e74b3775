import type { ShareCard } from '../../src/model/publishing/page.ts'
import type { Content } from '../../src/model/publishing/published-content.ts'
import type { Theme } from '../../src/model/themes/theme.ts'
import { tonesOf } from '../../src/model/themes/tones.ts'
import { catalogueOf } from '../../src/model/words/catalogues.ts'
import { wordsOf } from '../../src/model/words/words.ts'
import { sha256 } from '../../src/server/process/sha256.ts'
import { shareCards } from '../../src/site/cards/share-cards.ts'
import { textsFrom } from '../../src/site/markup/texts.ts'
import { drawnAtOnce } from './drawn-at-once.ts'
import { plainPalettes } from './themes.ts'

const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example', digest: sha256 }

/** The share cards of this content by their stems without the folder: `home`, `projects/tideline`. */
export const cardsOf = (content: Content, theme?: Theme): Map<string, ShareCard> => {
  const words = wordsOf(catalogueOf(content.settings.language), content.settings)
  const tones = tonesOf(plainPalettes, content.settings)
  const cards = shareCards(content, words, { ...assets, tones, ...(theme ? { theme } : {}) }, textsFrom(drawnAtOnce))
  return new Map([...cards].map((card) => [card.stem.replace('/media/cards/', ''), card]))
}
