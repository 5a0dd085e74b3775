import { box, disc, group, ink, path, picture } from './kit.js'

const W = 1200
const H = 630

/** Every cover boiled down to one square, set like tiles; wordless, so that any name can stand beside it. */
const shapes = {
  sun: (s) => [path(ink.sand, box(0, 0, s, s)), disc(ink.vermilion, s / 2, s * 0.56, s * 0.3), path(ink.sea, `M0 ${s * 0.6}Q${s / 4} ${s * 0.5} ${s / 2} ${s * 0.6}T${s} ${s * 0.6}V${s}H0z`), path(ink.deep, `M0 ${s * 0.78}Q${s / 4} ${s * 0.9} ${s / 2} ${s * 0.78}T${s} ${s * 0.78}V${s}H0z`)],
  quarters: (s) =>
    [path(ink.bone, box(0, 0, s, s))].concat(
      [1, 0.75, 0.5, 0.25].map((k, i) => path(i % 2 ? ink.bone : ink.night, `M0 0H${s * k}A${s * k} ${s * k} 0 0 1 0 ${s * k}z`)),
    ),
  turn: (s) =>
    [path(ink.vermilion, box(0, 0, s, s))].concat(
      [1, 0.75, 0.5, 0.25].map((k, i) => path(i % 2 ? ink.vermilion : ink.bone, `M${s} ${s}H${s - s * k}A${s * k} ${s * k} 0 0 1 ${s} ${s - s * k}z`)),
    ),
  tile: (s) => [
    path(ink.cobalt, box(0, 0, s, s)),
    [0, 90, 180, 270].map((a) => path(ink.bone, `M0 0Q${s * 0.16} ${s * 0.16} ${s * 0.16} ${s * 0.27}Q${s * 0.16} ${s * 0.4} 0 ${s * 0.48}Q${-s * 0.16} ${s * 0.4} ${-s * 0.16} ${s * 0.27}Q${-s * 0.16} ${s * 0.16} 0 0z`, `transform="translate(${s / 2} ${s / 2}) rotate(${a + 45})"`)),
    disc(ink.ochre, s / 2, s / 2, s * 0.09),
  ],
  slopes: (s) => [path(ink.sky, box(0, 0, s, s)), path(ink.bone, `M${s * 0.5} ${s * 0.2}L${s} ${s * 0.9}H0z`), path('#5b7fae', `M${s * 0.5} ${s * 0.2}L${s * 0.44} ${s * 0.5}L${s * 0.54} ${s * 0.62}L${s * 0.46} ${s}H${s}V${s * 0.9}z`), path(ink.night, box(0, s * 0.86, s, s * 0.14))],
  twill: (s) => [path(ink.oxblood, box(0, 0, s, s)), path(ink.blush, Array.from({ length: 8 }, (_, r) => Array.from({ length: 4 }, (_, c) => box(((c * 2 + Math.abs(r - 3.5) - 0.5) % 8) * (s / 8), r * (s / 8) + s / 40, s / 8, s / 8 - s / 20)).join('')))],
  moon: (s) => [path(ink.ochre, box(0, 0, s, s)), path(ink.oxblood, 'M-184 102A210 210 0 1 1 184 102A190 190 0 0 0 -184 102z', `transform="translate(${s / 2} ${s * 0.6}) rotate(-12) scale(${s / 560})"`)],
  stairs: (s) => [path(ink.blush, box(0, 0, s, s)), path('#d4694a', `M0 ${s}V${s * 0.8}H${s * 0.2}V${s * 0.6}H${s * 0.4}V${s * 0.4}H${s * 0.6}V${s * 0.2}H${s * 0.8}V0H${s}V${s}z`)],
}

export const files = () => {
  const s = 210
  const order = ['quarters', 'slopes', 'moon', 'tile', 'twill', 'sun', 'stairs', 'quarters', 'sun', 'turn', 'tile', 'slopes', 'turn', 'moon', 'quarters', 'twill', 'sun', 'tile']
  const cells = Array.from({ length: 18 }, (_, i) => {
    const x = -30 + (i % 6) * s
    const y = Math.floor(i / 6) * s
    return group(`transform="translate(${x} ${y})"`, shapes[order[i]](s))
  })
  return { 'social.svg': picture(W, H, ink.night, cells) }
}
