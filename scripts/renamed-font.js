import { withNames } from '../src/server/cv/renamed-font.ts'

export { renamedFont } from '../src/server/cv/renamed-font.ts'

/** The font with one of its names alone, that of its copyright: pages name it themselves. */
export const withCopyrightAlone = (font) => {
  const [record] = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index).filter(
    (at) => font.toString('latin1', at, at + 4) === 'name',
  )
  const table = font.subarray(font.readUInt32BE(record + 8))
  const texts = table.subarray(table.readUInt16BE(4))
  const kept = Array.from({ length: table.readUInt16BE(2) }, (_, index) => 6 + 12 * index).flatMap((at) => {
    const [platform, , , id, length, offset] = [0, 2, 4, 6, 8, 10].map((field) => table.readUInt16BE(at + field))
    const text = Buffer.from(texts.subarray(offset, offset + length))
    return platform === 3 && id === 0 ? [[0, text.swap16().toString('utf16le')]] : []
  })
  return withNames(font, kept)
}
