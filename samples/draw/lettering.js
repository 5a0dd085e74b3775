import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as hb from 'harfbuzzjs'

const require = createRequire(import.meta.url)
const { convert } = require('fontverter')
const file = require.resolve('@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2')
const face = new hb.Face(new hb.Blob(await convert(readFileSync(file), 'truetype')))

/** Path data of one line in the display face: letters drawn as shapes, so that no font is needed to show them. */
export const lettering = (text, x, y, size, { weight = 700, tracking = 0 } = {}) => {
  const font = new hb.Font(face)
  font.setVariations([new hb.Variation('wght', weight)])
  const buffer = new hb.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  hb.shape(font, buffer)
  const scale = size / 1000
  let pen = x
  let d = ''
  const positions = buffer.getGlyphPositions()
  for (const [i, glyph] of buffer.getGlyphInfos().entries()) {
    let horizontal = true
    d += font.glyphToPath(glyph.codepoint).replace(/(-?\d+(?:\.\d+)?)[ ,]*/g, (_, value) => {
      const scaled = horizontal ? pen + Number(value) * scale : y - Number(value) * scale
      horizontal = !horizontal
      return `${Math.round(scaled * 10) / 10} `
    })
    pen += positions[i].xAdvance * scale + tracking * size
  }
  return { d: d.replace(/ (?=[A-Z]|$)/g, ''), width: pen - x - tracking * size }
}
