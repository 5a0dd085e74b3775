import { box, disc, group, ink, line, path, picture, polygon, random, smooth, stroke } from './kit.js'

const W = 1600
const H = 1200
const horizon = 560
const sun = { x: 1000, y: 508, r: 300 }

/** Hours round the sun, as on a clock: the timetable. */
const dial = () => {
  const tick = (radius, length, every, skip) =>
    Array.from({ length: 96 }, (_, i) => i)
      .filter((i) => i % every === 0 && !(skip && i % skip === 0))
      .map((i) => {
        const a = (i / 96) * 2 * Math.PI
        const at = (r) => [sun.x + Math.sin(a) * r, sun.y - Math.cos(a) * r]
        return line([at(radius), at(radius + length)])
      })
  return [
    stroke(ink.vermilion, 3, tick(sun.r + 38, 22, 1, 4)),
    stroke(ink.vermilion, 7, tick(sun.r + 38, 46, 4, 24)),
    stroke(ink.night, 12, tick(sun.r + 38, 74, 24)),
  ]
}

/** Ridges of an island chain, far to near. */
const islands = () => {
  const next = random(11)
  const ridge = (from, to, height, steps) => {
    const points = [[from, horizon + 4]]
    for (let i = 0; i <= steps; i++) {
      const t = i / steps
      const swell = Math.sin(t * Math.PI) ** 0.8
      points.push([from + (to - from) * t, horizon - height * swell * (0.55 + 0.45 * next()) * (i % 2 ? 1 : 0.72)])
    }
    points.push([to, horizon + 4])
    return points
  }
  return [
    path(ink.sky, polygon(ridge(-60, 900, 190, 13))),
    path('#7fb3b5', polygon(ridge(1180, 1700, 210, 9))),
    path(ink.sea, polygon(ridge(-120, 560, 150, 9)) + polygon(ridge(1330, 1720, 120, 7))),
    path(ink.deep, polygon(ridge(-40, 330, 62, 7)) + polygon(ridge(1440, 1680, 48, 5))),
  ]
}

/** The sea: one curve, drawn as many sheets of paper that darken towards the viewer. */
const sea = () => {
  const sheets = ['#8fc0be', '#79b1b3', '#63a2a7', '#4b929a', '#37858d', ink.sea, '#23717a', '#1d6670', '#185b66', ink.deep, '#113e4c', '#123348', ink.night]
  return [
    path(ink.sky, box(0, horizon, W, 60)),
    sheets.map((colour, i) => {
      const t = (i + 0.6) / sheets.length
      const y = horizon + 14 + 590 * t ** 1.5
      const swell = 5 + 50 * t ** 1.2
      const length = 230 + 830 * t
      const points = Array.from({ length: 34 }, (_, k) => {
        const x = -50 + (k * (W + 100)) / 33
        return [x, y + Math.sin(((x - 800) / length) * 2 * Math.PI + i * 1.15) * swell]
      })
      return path(colour, `${smooth(points)}V${H}H-50z`)
    }),
  ]
}

/** The sun's way on the water: lenses that part as they come nearer. */
const glitter = () => {
  const next = random(9)
  const lens = (x, y, w, h) => `M${Math.round(x - w)} ${Math.round(y)}q${Math.round(w)} ${Math.round(-h)} ${Math.round(2 * w)} 0q${Math.round(-w)} ${Math.round(h)} ${Math.round(-2 * w)} 0z`
  const warm = []
  const pale = []
  for (let row = 0; row < 17; row++) {
    const t = row / 17
    const y = horizon + 12 + 560 * t ** 1.35
    const w = 235 * (1 - t) ** 0.75 + 40
    const x = sun.x + Math.sin(row * 1.7) * 46 * (0.3 + t) + (next() - 0.5) * 30
    ;(row % 5 === 3 ? pale : warm).push(lens(x, y, w, 9 + 22 * t))
  }
  return [path(ink.vermilion, warm), path(ink.ochre, pale)]
}

/** The ferry, far out: hull, house, funnel. */
const ferry = () =>
  group('transform="translate(300 604)"', [
    path(ink.bone, 'M330 40Q520 34 700 52Q520 46 322 58z'),
    path(ink.night, 'M0 0H344L318 58H26Q6 34 0 0z'),
    path(ink.bone, 'M34 0V-44H286L310 0zM84 -44V-82H214L236 -44z'),
    path(ink.vermilion, 'M120 -82L128 -132H170L166 -82z'),
    path(ink.night, ['M124 -108L128 -132H170L168 -108z', [54, 92, 130, 168, 206, 244].map((x) => box(x, -30, 20, 14)).join('')]),
    stroke(ink.night, 5, 'M250 -44V-150M240 -128H260'),
  ])

export const files = () => ({
  'tideline.svg': picture(W, H, ink.sand, [
    path(ink.blush, box(0, 380, W, 200)),
    path('#ecc59f', box(0, 250, W, 130)),
    dial(),
    disc(ink.vermilion, sun.x, sun.y, sun.r),
    islands(),
    sea(),
    glitter(),
    ferry(),
  ]),
})
