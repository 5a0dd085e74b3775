// Reads the few numbers of a TrueType font (sfnt, not compressed) that a metric-matched fallback needs. Tables: OpenType 1.9.

const tableOf = (font, tag) => {
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const record = 12 + i * 16
    if (font.toString('latin1', record, record + 4) === tag) {
      return font.subarray(
        font.readUInt32BE(record + 8),
        font.readUInt32BE(record + 8) + font.readUInt32BE(record + 12),
      )
    }
  }
  throw new Error(`The font has no table ${tag}.`)
}

/** Units per em, and ascent, descent (negative) and line gap in those units. */
export const metricsOf = (font) => {
  const hhea = tableOf(font, 'hhea')
  return {
    unitsPerEm: tableOf(font, 'head').readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    lineGap: hhea.readInt16BE(8),
  }
}

/** The glyph of a character of the Basic Multilingual Plane, by the format 4 subtable; 0 when there is none. */
const glyphOf = (font, code) => {
  const cmap = tableOf(font, 'cmap')
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const at = cmap.readUInt32BE(4 + i * 8 + 4)
    if (cmap.readUInt16BE(at) !== 4) continue
    const segments = cmap.readUInt16BE(at + 6) / 2
    const ends = at + 14
    const starts = ends + segments * 2 + 2
    const deltas = starts + segments * 2
    const offsets = deltas + segments * 2
    for (let s = 0; s < segments; s++) {
      if (cmap.readUInt16BE(ends + s * 2) < code) continue
      const start = cmap.readUInt16BE(starts + s * 2)
      if (start > code) return 0
      const delta = cmap.readUInt16BE(deltas + s * 2)
      const offset = cmap.readUInt16BE(offsets + s * 2)
      if (offset === 0) return (code + delta) & 0xffff
      const glyph = cmap.readUInt16BE(offsets + s * 2 + offset + (code - start) * 2)
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
  }
  return 0
}

/** How far a character advances, in font units. */
export const advanceOf = (font, character) => {
  const glyph = glyphOf(font, character.codePointAt(0))
  const last = tableOf(font, 'hhea').readUInt16BE(34) - 1
  return tableOf(font, 'hmtx').readUInt16BE(Math.min(glyph, last) * 4)
}

/** Number of 16-bit fields in a value record of GPOS. */
const fieldsOf = (format) => [...format.toString(2)].filter((bit) => bit === '1').length

/** Offsets of the values in a pair adjustment subtable. */
function* pairValues(table, at) {
  const [format, one, two] = [0, 4, 6].map((field) => table.readUInt16BE(at + field))
  const count = fieldsOf(one) + fieldsOf(two)
  if (format === 2) {
    const pairs = table.readUInt16BE(at + 12) * table.readUInt16BE(at + 14)
    for (let i = 0; i < pairs * count; i++) yield at + 16 + 2 * i
    return
  }
  for (let set = 0; set < table.readUInt16BE(at + 8); set++) {
    const pairs = at + table.readUInt16BE(at + 10 + 2 * set)
    for (let pair = 0; pair < table.readUInt16BE(pairs); pair++)
      for (let i = 0; i < count; i++) yield pairs + 2 + pair * (2 + 2 * count) + 2 + 2 * i
  }
}

/** Rounds the kerning of a font to so many of its units, in place: fewer different values are compressed better. */
export const roundKerning = (font, step) => {
  const table = tableOf(font, 'GPOS')
  const lookups = table.readUInt16BE(8)
  for (let i = 0; i < table.readUInt16BE(lookups); i++) {
    const lookup = lookups + table.readUInt16BE(lookups + 2 + 2 * i)
    for (let j = 0; j < table.readUInt16BE(lookup + 4); j++) {
      let subtable = lookup + table.readUInt16BE(lookup + 6 + 2 * j)
      let type = table.readUInt16BE(lookup)
      // An extension leads to the subtable.
      if (type === 9) [type, subtable] = [table.readUInt16BE(subtable + 2), subtable + table.readUInt32BE(subtable + 4)]
      if (type !== 2) continue
      for (const at of pairValues(table, subtable))
        table.writeInt16BE(Math.round(table.readInt16BE(at) / step) * step, at)
    }
  }
  return font
}
