import { disc, ink, line, path, picture, polygon, random, stroke } from './kit.js'

const W = 1500
const H = 1000
const U = 108 // half a cell's width on the picture
const V = 54 // half a cell's depth
const Z = 44 // one storey step

/** From the grid (x to the right, y to the left, z up) to the picture. */
const at = (x, y, z) => [W / 2 + (x - y) * U, 110 + (x + y) * V - z * Z].map(Math.round)

/** Whether any of it can be seen. */
const seen = (x, y, z) => {
  const [a, b] = at(x, y, z)
  return a > -2 * U && a < W + 2 * U && b > -90 && b < H + 330
}
const face = (points) => polygon(points.map((p) => at(...p)))

const walls = [
  [ink.bone, '#e6d6ba'],
  ['#f3c9ac', '#dd9f80'],
  [ink.sand, '#d0b284'],
  ['#b9d6d2', '#86b0b0'],
  ['#f0bd6c', '#d2942f'],
]

const windows = (x, y, z, height, next) => {
  const size = 0.22
  const left = (a, low) => `M${at(x + a, y + 0.94, low).map(Math.round).join(' ')}l${Math.round(U * size)} ${Math.round(V * size)}v${-Z}l${-Math.round(U * size)} ${-Math.round(V * size)}z`
  const right = (b, low) => `M${at(x + 0.94, y + b, low).map(Math.round).join(' ')}l${Math.round(U * size)} ${-Math.round(V * size)}v${-Z}l${-Math.round(U * size)} ${Math.round(V * size)}z`
  const dark = []
  for (let low = z + 0.5; low + 1.2 < z + height; low += 1.75)
    for (const a of [0.14, 0.58]) {
      if (next() < 0.9) dark.push(left(a, low))
      if (next() < 0.9) dark.push(right(a + size, low))
    }
  return dark.join('')
}

/** A house on ground z: two walls to be seen, windows, a tiled roof or a terrace. */
const house = (x, y, z, height, tiled, next) => {
  const [light, shade] = walls[Math.floor(next() * walls.length)]
  const top = z + height
  const w = 0.94
  const e = 0.1
  const [, east, south, west] = [[x - e, y - e], [x + w + e, y - e], [x + w + e, y + w + e], [x - e, y + w + e]].map((p) => [...p, top])
  const ridge = [[x + w * 0.3, y + w / 2, top + 1.25], [x + w * 0.7, y + w / 2, top + 1.25]]
  return [
    path(light, face([[x, y + w, z - 2], [x + w, y + w, z - 2], [x + w, y + w, top], [x, y + w, top]])),
    path(shade, face([[x + w, y, z - 2], [x + w, y + w, z - 2], [x + w, y + w, top], [x + w, y, top]])),
    path('#2c3a4d', windows(x, y, z, height, next)),
    tiled
      ? [
          path('#a8432c', face([west, ridge[0], [x - e, y - e, top], east, ridge[1]])),
          path('#d4694a', face([west, south, ridge[1], ridge[0]])),
          path('#b94f33', face([east, south, ridge[1]])),
        ]
      : path('#fbf5ea', face([[x, y, top], [x + w, y, top], [x + w, y + w, top], [x, y + w, top]])),
  ]
}

/** Steps up to the back from ground z, one cell wide. */
const stairs = (x, y, z, rise) => {
  const count = 5
  const risers = []
  for (let k = 0; k < count; k++) {
    const b = (k + 1) / count
    const low = z + rise * (1 - b)
    const up = z + rise * (1 - k / count)
    risers.push(face([[x, y + b, low], [x + 1, y + b, low], [x + 1, y + b, up], [x, y + b, up]]))
  }
  const side = face([[x + 1, y, z + rise], [x + 1, y + 1, z], [x + 1, y + 1, z - 2], [x + 1, y, z + rise - 2]])
  return [path('#b59c73', side), path('#fbf5ea', face([[x, y, z + rise], [x + 1, y, z + rise], [x + 1, y + 1, z], [x, y + 1, z]])), path('#c4ad84', risers)]
}

const tree = (x, y, z) => {
  const [a, b] = at(x + 0.5, y + 0.5, z)
  return [path(ink.night, `M${a - 4} ${b}V${b - 50}H${a + 4}V${b}z`), disc(ink.deep, a, b - 74, 40), disc(ink.sea, a - 9, b - 83, 27)]
}

const climb = (x, y) => Math.max(0, 9 - (x + y) * 0.55)
const flat = (colour, x, y, z) => path(colour, polygon([[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]].map(([a, b]) => at(a, b, climb(a, b) || z))))

const N = 16
const stair = 5 // the street that is all stairs
const lanes = [4, 9, 13] // the streets that only slope

/** The old town, back to front. Whatever stands before a street is low, so that the street is seen. */
const town = () => {
  const next = random(58)
  const out = []
  for (let s = 0; s < 2 * N; s++)
    for (let x = Math.max(0, s - N + 1); x <= Math.min(s, N - 1); x++) {
      const y = s - x
      const z = climb(x + 1, y + 1)
      const [style, shape, tall] = [next(), next(), next()]
      if (!seen(x, y, z)) continue
      if (lanes.includes(y) || x === 10) out.push(flat(ink.bone, x, y, z))
      else if (x === stair) out.push(stairs(x, y, climb(x, y + 1), climb(x, y) - climb(x, y + 1)))
      else {
        const before = x === stair + 1 || lanes.includes(y - 1)
        if (x === 11 || (before && style < 0.55)) out.push(flat('#bfd4b2', x, y, z), style < 0.36 && shape < 0.8 ? tree(x, y, z) : '')
        else if (style < 0.07) out.push(flat('#bfd4b2', x, y, z), tree(x, y, z))
        else out.push(house(x + 0.03, y + 0.03, z, before ? 1.6 : 3 + Math.floor(tall * 3) * 1.2, shape < (before ? 0.35 : 0.85), next))
      }
    }
  return out
}

/** The way round the stairs: along the lanes, never over a step. */
const way = () => {
  const corners = [[13.6, 9.5], [10.5, 9.5], [10.5, 4.5], [5.5, 4.5]]
  const points = corners.map(([x, y]) => at(x, y, climb(x, y)))
  const [a, b] = points.at(-1)
  return [
    stroke(ink.bone, 24, line(points), 'stroke-linejoin="round" stroke-linecap="round"'),
    stroke(ink.night, 12, line(points), 'stroke-linejoin="round" stroke-linecap="round" stroke-dasharray="1 25"'),
    stroke(ink.night, 9, `M${a} ${b}V${b - 110}`, 'stroke-linecap="round"'),
    disc(ink.vermilion, a, b - 158, 66),
    disc(ink.bone, a, b - 158, 20),
  ]
}

export const files = () => ({ 'degrau.svg': picture(W, H, ink.sky, [town(), way()]) })
