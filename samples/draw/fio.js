import { box, group, ink, line, path, picture, stroke } from './kit.js'

const W = 1500
const H = 1000
const cell = 25
const fell = 24 // rows already woven

/** Which warp threads lie on top in a row: a pointed twill, so that diamonds stand in diamonds. */
const warpOnTop = (column, row) => {
  const fold = (value, period) => Math.abs((((value % period) + period) % period) - period / 2)
  return (fold(column, 24) + fold(row + 0.5, 24)) % 6 < 2.6
}

/** The weft's colour by row: the blanket's stripes. */
const stripes = [ink.oxblood, ink.oxblood, ink.ochre, ink.oxblood, ink.oxblood, ink.oxblood, ink.vermilion, ink.vermilion, ink.blush, ink.vermilion, ink.vermilion, ink.vermilion]
const weft = (row) => stripes[row < 12 ? row : 23 - row]

const cloth = () => {
  const byInk = new Map()
  for (let row = 0; row < fell; row++) {
    let column = 0
    while (column < W / cell) {
      if (warpOnTop(column, row)) {
        column++
        continue
      }
      let end = column
      while (end < W / cell && !warpOnTop(end, row)) end++
      const pieces = byInk.get(weft(row)) ?? []
      pieces.push(`M${column * cell + 11} ${row * cell + 12.5}h${(end - column) * cell - 22}`)
      byInk.set(weft(row), pieces)
      column = end
    }
  }
  return [...byInk].map(([colour, pieces]) => stroke(colour, 20, pieces, 'stroke-linecap="round"'))
}

export const files = () => {
  const bottom = fell * cell
  const warp = Array.from({ length: W / cell }, (_, i) => i * cell + cell / 2)
  const shed = warp.map((x, i) => (i % 2 ? line([[x, bottom], [x, H]]) : ''))
  const under = warp.map((x, i) => (i % 2 ? '' : line([[x, bottom], [x, H]])))
  const shuttle = { x: 860, y: 800 }
  return {
    'fio.svg': picture(W, H, ink.deep, [
      stroke(ink.sea, 9, under),
      // the weft on its way through the open shed
      stroke(ink.vermilion, 10, `M0 ${bottom - 6}C-40 ${bottom + 90} 260 ${shuttle.y + 50} ${shuttle.x - 190} ${shuttle.y + 14}`),
      group(`transform="translate(${shuttle.x} ${shuttle.y}) rotate(-5) scale(1.2)"`, [
        path('#0c3038', 'M-300 26C-180 88 180 88 300 26C180 70 -180 70 -300 26z'),
        path(ink.ochre, 'M-310 0C-190 -74 190 -74 310 0C190 74 -190 74 -310 0z'),
        path('#c98527', 'M-310 0C-190 74 190 74 310 0C190 40 -190 40 -310 0z'),
        path(ink.night, 'M-170 0C-150 -38 150 -38 170 0C150 38 -150 38 -170 0z'),
        path(ink.vermilion, 'M-132 0C-110 -30 110 -30 132 0C110 30 -110 30 -132 0z'),
        stroke(ink.oxblood, 4, [-84, -56, -28, 0, 28, 56, 84].map((x) => `M${x - 8} -21L${x + 8} 21`)),
      ]),
      stroke(ink.bone, 11, shed),
      path(ink.bone, box(0, 0, W, bottom)),
      cloth(),
      path(ink.oxblood, box(0, bottom - 3, W, 7)),
    ]),
  }
}
