import { box, disc, group, ink, line, path, picture, rect, stroke } from './kit.js'

const S = 1200
const T = 300
const half = T / 2

/** A tile in three tones, centred on 0 0. Four of them close a ring at their crossing. */
const tile = ({ strong, soft, ground, heart, plain = false }) => {
  const quarter = [
    path(strong, 'M150 150V34A116 116 0 0 0 34 150z'),
    path(ground, 'M150 150V56A94 94 0 0 0 56 150z'),
    path(strong, 'M150 150V76A74 74 0 0 0 76 150z'),
    path(soft, 'M150 150V104A46 46 0 0 0 104 150z'),
    path(strong, 'M0 0Q38 42 38 78Q38 116 0 148Q-38 116 -38 78Q-38 42 0 0z'),
    path(soft, 'M0 34Q21 58 21 80Q21 105 0 127Q-21 105 -21 80Q-21 58 0 34z'),
    plain ? '' : path(ground, 'M0 58Q9 71 9 83Q9 97 0 109Q-9 97 -9 83Q-9 71 0 58z'),
    path(strong, 'M0 0L50 28L74 74L28 50z'),
  ]
  return [
    [0, 90, 180, 270].map((turn) => group(`transform="rotate(${turn})"`, quarter)),
    disc(ground, 0, 0, 24),
    disc(heart, 0, 0, 14),
  ]
}

const grid = (id, from, to) => {
  const uses = []
  for (let y = from + half; y < to; y += T) for (let x = from + half; x < to; x += T) uses.push(`<use href="#${id}" x="${x}" y="${y}"/>`)
  return uses
}

export const files = () => {
  const joints = (from, to) => Array.from({ length: (to - from) / T + 1 }, (_, k) => line([[from + k * T, from], [from + k * T, to]]) + line([[from, from + k * T], [to, from + k * T]]))
  // The measured repeat: two by two tiles in a frame.
  const a = T
  const b = 3 * T
  const bracket = (x, y, sx, sy) => `M${x + sx * 110} ${y}H${x}V${y + sy * 110}`
  return {
    'azulejo-index.svg': picture(S, S, ink.cobalt, [
      '<defs>',
      group('id="far"', tile({ strong: '#203e8b', soft: '#2f55ab', ground: ink.cobalt, heart: '#2f55ab', plain: true })),
      group('id="near"', tile({ strong: ink.cobalt, soft: '#86a8d6', ground: ink.bone, heart: ink.ochre })),
      '</defs>',
      grid('far', 0, S),
      rect('#e3cba2', 0, b, T, T),
      path('#cfb282', [0, 1, 2, 3, 4].map((k) => `M24 ${b + 40 + k * 50}q63 -22 126 0t126 0v14q-63 22 -126 0t-126 0z`)),
      stroke('#1d3880', 4, joints(0, S)),
      rect(ink.bone, a, a, b - a, b - a),
      grid('near', a, b),
      stroke('#d8c8ab', 4, joints(a, b)),
      stroke(ink.vermilion, 20, [bracket(a - 34, a - 34, 1, 1), bracket(b + 34, a - 34, -1, 1), bracket(a - 34, b + 34, 1, -1), bracket(b + 34, b + 34, -1, -1)]),
      disc(ink.vermilion, 600, 600, 46),
      stroke(ink.bone, 6, 'M582 600h36m-18 -18v36'),
    ]),
  }
}
