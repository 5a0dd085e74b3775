import { box, circle, disc, group, ink, line, path, picture, random, rect, ring, stroke } from './kit.js'
import { lettering } from './lettering.js'

const W = 1600
const H = 1200
const P = { w: 450, h: 636, m: 30 } // a poster and its margin

/** A quarter disc in a square of side s, its corner turned: 0 top left, 1 top right, 2 bottom right, 3 bottom left. */
const quarter = (x, y, s, r, turn) => {
  const [cx, cy] = [[x, y], [x + s, y], [x + s, y + s], [x, y + s]][turn]
  const sx = turn === 0 || turn === 3 ? 1 : -1
  const sy = turn < 2 ? 1 : -1
  return `M${cx} ${cy}H${cx + sx * r}A${r} ${r} 0 0 ${sx * sy > 0 ? 1 : 0} ${cx} ${cy + sy * r}z`
}

/** One concert: four quarters, each with as many rings as its movement has themes. */
const figure = (concert, ground, tones) =>
  concert.flatMap(([turn, rings, tone], i) => {
    const s = (P.w - 2 * P.m) / 2
    const x = P.m + (i % 2) * s
    const y = P.m + Math.floor(i / 2) * s
    const step = s / (2 * rings - 1)
    return Array.from({ length: 2 * rings - 1 }, (_, k) => path(k % 2 === 0 ? tones[tone] : ground, quarter(x, y, s, s - k * step, turn)))
  })

const poster = ({ x, y, ground, tones, type, concert, number, tilt = 0 }) =>
  group(`transform="translate(${x} ${y}) rotate(${tilt})"`, [
    rect('#b97a1d', 10, 12, P.w, P.h, 'opacity=".75"'),
    rect(ground, 0, 0, P.w, P.h),
    figure(concert, ground, tones),
    path(type, lettering('Kvart', P.m - 4, 522, 128, { weight: 800, tracking: -0.035 }).d),
    path(type, lettering(number, P.w - P.m - lettering(number, 0, 0, 40, { weight: 500 }).width, 606, 40, { weight: 500 }).d),
    path(type, box(P.m, 566, 170, 7) + box(P.m, 583, 128, 7) + box(P.m, 600, 152, 7)),
    path(type, box(P.m, 540, P.w - 2 * P.m, 3)),
  ])

const posters = [
  { x: -245, y: 120, ground: ink.deep, tones: [ink.sky, ink.ochre], type: ink.bone, number: '3', concert: [[0, 2, 0], [1, 1, 1], [2, 3, 1], [0, 4, 0]] },
  { x: 265, y: 120, ground: ink.bone, tones: [ink.vermilion, ink.night], type: ink.night, number: '4', concert: [[2, 4, 1], [3, 1, 0], [1, 2, 0], [0, 3, 1]] },
  { x: 775, y: 120, ground: ink.vermilion, tones: [ink.bone, ink.night], type: ink.bone, number: '5', concert: [[1, 3, 0], [2, 5, 1], [0, 1, 1], [3, 2, 0]] },
  { x: 1285, y: 120, ground: ink.cobalt, tones: [ink.blush, ink.bone], type: ink.bone, number: '6', concert: [[3, 1, 0], [0, 3, 1], [2, 2, 1], [1, 1, 0]] },
]

/** A bicycle left against the wall, built from the festival's circle. */
const bicycle = () => {
  const rear = [560, 968]
  const front = [1000, 968]
  const r = 148
  const spokes = ([x, y]) => Array.from({ length: 14 }, (_, k) => {
    const a = (k / 14) * Math.PI * 2 + 0.1
    return line([[x, y], [x + Math.cos(a) * r, y + Math.sin(a) * r]])
  })
  const crank = [742, 984]
  return [
    path('#b97a1d', `M430 1118H1140L1120 1128H440z`),
    stroke(ink.night, 2.5, [...spokes(rear), ...spokes(front)], 'opacity=".7"'),
    [rear, front].map(([x, y]) => ring(ink.night, 15, x, y, r) + disc(ink.night, x, y, 15)),
    // rolled posters in the crate
    group('', [
      path(ink.bone, 'M1004 610L1030 474H1066L1044 620z'),
      path(ink.vermilion, 'M1040 620L1074 520L1104 530L1076 628z'),
      path(ink.sky, 'M972 620L962 512H990L1004 620z'),
    ]),
    stroke(ink.night, 9, `M908 712L962 704M1030 708L${front}M1074 706L${front}`, 'stroke-linecap="round"'),
    path(ink.oxblood, 'M940 600H1112L1094 712H956z'),
    path(ink.ochre, box(950, 628, 154, 9) + box(954, 656, 146, 9) + box(958, 684, 138, 9)),
    stroke(ink.night, 9, `M936 598H1116`),
    // mudguards
    stroke(ink.deep, 13, `M${rear[0] - 168} 990A170 170 0 0 1 ${rear[0] + 130} 858M${front[0] - 88} 822A170 170 0 0 1 ${front[0] + 150} 888`, 'stroke-linecap="round"'),
    // frame: stays, seat tube, the two swept tubes, fork
    stroke(ink.deep, 15, `M${rear}L${crank}M${rear}L700 800M${crank}L686 728`, 'stroke-linecap="round"'),
    stroke(ink.deep, 19, `M908 742C884 900 826 968 ${crank}M904 706C872 830 792 890 712 872M900 690L928 800C944 868 968 930 ${front}`, 'stroke-linecap="round"'),
    // chain case
    path(ink.deep, `M${crank[0] + 6} 946A40 40 0 0 1 ${crank[0] + 6} 1026L556 992Q536 968 556 946z`),
    disc(ink.vermilion, crank[0], crank[1], 24),
    stroke(ink.night, 11, `M${crank}L778 1046M756 1048H804`, 'stroke-linecap="round"'),
    // saddle, bars, lamp
    path(ink.oxblood, 'M612 704Q626 684 664 692L748 704Q756 716 736 720L668 732Q618 742 612 704z'),
    stroke(ink.night, 12, 'M900 694L888 640Q884 622 858 624L784 646', 'stroke-linecap="round" stroke-linejoin="round"'),
    stroke(ink.oxblood, 19, 'M818 636L782 647', 'stroke-linecap="round"'),
    path(ink.bone, circle(930, 770, 21)),
    stroke(ink.night, 6, 'M930 749v42'),
    // carrier
    stroke(ink.night, 8, 'M462 800H690M500 800L548 952M640 800L574 952', 'stroke-linecap="round"'),
  ]
}

const pavement = () => {
  const next = random(12)
  const bricks = []
  for (let row = 0; row < 3; row++)
    for (let x = -60 + row * 37; x < W; x += 112) if (next() < 0.82) bricks.push(box(x, 1134 + row * 24, 104, 18))
  return [path(ink.oxblood, box(0, 1120, W, 80)), path('#74201d', bricks)]
}

export const files = () => ({
  'kvart.svg': picture(W, H, ink.ochre, [
    path('#e09a2e', box(0, 840, W, 280)),
    path('#d08a24', box(0, 834, W, 8)),
    posters.map(poster),
    pavement(),
    group('transform="translate(196 0)"', bicycle()),
  ]),
})
