// Writes which kanji the Japanese font has, for share cards: `node scripts/japanese-coverage.ts`, whose result,
// `kanji`, is committed. The site reads no files, and has to know what can be drawn.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { cardFonts } from '../src/site/cards/card-fonts.ts'
import { fileExporting, readSources } from './sources.ts'

const root = path.join(import.meta.dirname, '..')

/** Characters that a subtable of `cmap` maps to a glyph (OpenType, format 4). */
const charactersIn = (font: Buffer, at: number): number[] => {
  const count = font.readUInt16BE(at + 6) / 2
  const segments = Array.from({ length: count }, (_, index) => {
    const start = at + 16 + 2 * count + 2 * index
    return {
      from: font.readUInt16BE(start),
      to: font.readUInt16BE(at + 14 + 2 * index),
      delta: font.readUInt16BE(start + 2 * count),
      glyphs: start + 4 * count,
    }
  })
  return segments.flatMap(({ from, to, delta, glyphs }) => {
    const offset = font.readUInt16BE(glyphs)
    const glyphOf = (code: number) =>
      offset === 0 ? (code + delta) & 0xffff : font.readUInt16BE(glyphs + offset + 2 * (code - from))
    return Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
      (code) => code < 0xffff && glyphOf(code) !== 0,
    )
  })
}

/** Code points up to 0xFFFF that the Japanese font of the CV draws. */
export const japaneseCharacters = async (): Promise<number[]> => {
  const file = cardFonts.find(({ family }) => family === 'CV japanese')?.file ?? ''
  const font = brotliDecompressSync(await readFile(path.join(root, file)))
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index)
  const record = tables.find((table) => font.toString('latin1', table, table + 4) === 'cmap') ?? 0
  const cmap = font.readUInt32BE(record + 8)
  const subtables = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) =>
    font.readUInt32BE(cmap + 8 + 8 * index),
  )
  const found = subtables
    .map((offset) => cmap + offset)
    .filter((at) => font.readUInt16BE(at) === 4)
    .flatMap((at) => charactersIn(font, at))
  return [...new Set(found)].toSorted((a, b) => a - b)
}

if (process.argv[1] === import.meta.filename) {
  const [from, to] = [0x4e00, 0x9fff]
  const bits = Buffer.alloc((to + 1 - from) / 8)
  for (const code of await japaneseCharacters())
    if (code >= from && code <= to)
      bits[(code - from) >> 3] = (bits[(code - from) >> 3] ?? 0) | (1 << ((code - from) & 7))
  const text = `/** One bit for each character from U+4E00: the font has it. Written by \`scripts/japanese-coverage.ts\`. */\nexport const kanji =\n  '${bits.toString('base64')}'\n`
  await writeFile(path.join(root, fileExporting(readSources(root), 'kanji')), text)
}
