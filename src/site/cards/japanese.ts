import type { CodeRanges } from '../../model/publishing/share-card.ts'
import { kanji } from './japanese-kanji.ts'

const firstKanji = 0x4e00

/** Ranges of the characters of the Japanese font; it has some of the kanji. */
export const japaneseRanges: CodeRanges = [
  [0x3000, 0x3003],
  [0x3005, 0x301c],
  [0x3041, 0x3096],
  [0x3099, 0x30ff],
  [firstKanji, 0x9fff],
  [0xff01, 0xff5d],
  [0xffe3, 0xffe3],
  [0xffe5, 0xffe5],
]

let bits: string | undefined

/** True for what the font draws of those ranges. */
export const isJapanese = (code: number): boolean => {
  if (code < firstKanji || code > 0x9fff) return true
  bits ??= atob(kanji)
  const at = code - firstKanji
  return ((bits.charCodeAt(at >> 3) >> (at & 7)) & 1) === 1
}
