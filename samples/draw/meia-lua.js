import { disc, group, ink, path, picture, polygon, stroke } from './kit.js'
import { lettering } from './lettering.js'

const S = 1200

/** The mark: two circles and seven cuts; half a moon, or a croissant. */
const mark = (colour, ground) => {
  const cuts = [-69, -46, -23, 0, 23, 46, 69].map((degrees) => {
    const a = (degrees * Math.PI) / 180
    const reach = 92 * Math.cos(a) + Math.sqrt(210 ** 2 - (92 * Math.sin(a)) ** 2)
    const at = (r) => `${(Math.sin(a) * r).toFixed(1)} ${(92 - Math.cos(a) * r).toFixed(1)}`
    return `M${at(110)}L${at(reach + 2)}`
  })
  return [path(colour, 'M-184 102A210 210 0 1 1 184 102A190 190 0 0 0 -184 102z'), stroke(ground, 12, cuts)]
}

export const files = () => {
  const [left, right, top, foot] = [300, 830, 210, 1056]
  const teeth = Array.from({ length: 24 }, (_, i) => [left + ((right - left) * i) / 23, top + (i % 2 ? 0 : 22)])
  const side = Array.from({ length: 6 }, (_, i) => [right + (84 * i) / 5, top + (i % 2 ? 22 : 0) - i * 7 + (i % 2 ? 0 : 22)])
  const word = lettering('meia lua', 0, 0, 122, { weight: 750, tracking: -0.03 })
  const line = lettering('padaria na Graça', 0, 0, 35, { weight: 500 })
  const centre = (left + right) / 2
  return {
    'meia-lua.svg': picture(S, S, ink.oxblood, [
      disc(ink.vermilion, 600, 560, 452),
      path('#6d1a1a', polygon([[right + 84, 1020], [1200, 1150], [1200, 1200], [420, 1200], [left, foot]])),
      path('#d3b586', polygon([...side, [right + 84, 1012], [right, foot]])),
      path('#bf9d69', polygon([side[2], ...side.slice(3), [right + 84, 1012], [right + 36, 950]])),
      path(ink.bone, polygon([...teeth, [right, foot], [left, foot]])),
      path('#e8d9bd', polygon([[left, foot - 118], [right, foot - 118], [right, foot - 112], [left, foot - 112]])),
      path('#e8d9bd', polygon([[left, top + 94], [right, top + 94], [right, top + 99], [left, top + 99]])),
      group(`transform="translate(${centre} 556) rotate(-12)"`, mark(ink.oxblood, ink.bone)),
      path(ink.oxblood, lettering('meia lua', centre - word.width / 2, 832, 122, { weight: 750, tracking: -0.03 }).d),
      path(ink.vermilion, lettering('padaria na Graça', centre - line.width / 2, 894, 35, { weight: 500 }).d),
    ]),
  }
}
