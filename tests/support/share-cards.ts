import type { ShareCard } from '../../src/model/publishing/page.ts'
import type { Content } from '../../src/model/publishing/published-content.ts'
import { plainTheme } from '../../src/model/themes/theme.ts'
import { tonesOf } from '../../src/model/themes/tones.ts'
import { catalogueOf } from '../../src/model/words/catalogues.ts'
import { wordsOf } from '../../src/model/words/words.ts'
import { sha256 } from '../../src/server/media/renditions.ts'
import { packThemes } from '../../src/server/themes/pack.ts'
import { shareCards } from '../../src/site/cards/share-cards.ts'
import { textsFrom } from '../../src/site/markup/texts.ts'
import { drawnAtOnce } from './drawn-at-once.ts'

const plain = (await packThemes('src/site/themes')).find(({ theme }) => theme.id === plainTheme)?.theme
if (!plain) throw new Error('There is no plain theme.')
const { palettes } = plain
const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example', digest: sha256 }

/** The share cards of this content by their stems without the folder: `home`, `projects/tideline`. */
export const cardsOf = (content: Content): Map<string, ShareCard> => {
  const words = wordsOf(catalogueOf(content.settings.language), content.settings)
  const tones = tonesOf(palettes, content.settings)
  const cards = shareCards(content, words, { ...assets, tones }, textsFrom(drawnAtOnce))
  return new Map([...cards].map((card) => [card.stem.replace('/media/cards/', ''), card]))
}
