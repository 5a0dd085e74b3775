import { box, disc, ink, path, picture, polygon, random, stroke } from './kit.js'

const W = 1500
const H = 1000
const shore = 640

const sky = ['#1b3263', '#24417a', '#33568f', '#4e72a4', '#7b93b4', '#b5aab4', '#e3b9a4']
const skyTops = [0, 105, 195, 270, 335, 390, 440]

/** A ridge by midpoint displacement: the same numbers every time. */
const ridge = (seed, anchors, rough, depth) => {
  const next = random(seed)
  let points = anchors
  let amount = rough
  for (let level = 0; level < depth; level++) {
    const finer = [points[0]]
    for (let i = 1; i < points.length; i++) {
      const [a, b] = points[i - 1]
      const [c, d] = points[i]
      finer.push([(a + c) / 2 + (next() - 0.5) * amount * 0.5, (b + d) / 2 + (next() - 0.5) * amount], [c, d])
    }
    points = finer
    amount *= 0.52
  }
  return points
}

/** A range with a lit and a shaded side to every peak. */
const range = (points, foot, shade, light, seed) => {
  const next = random(seed)
  const body = path(shade, polygon([[points[0][0], foot], ...points, [points.at(-1)[0], foot]]))
  const faces = []
  for (let i = 1; i < points.length - 1; i++) {
    const [x, y] = points[i]
    if (points[i - 1][1] <= y || points[i + 1][1] < y) continue
    let low = i
    while (low < points.length - 1 && points[low + 1][1] >= points[low][1]) low++
    const right = points.slice(i, low + 1)
    if (right.length < 2 || right.at(-1)[0] - x < 34) continue
    const drop = Math.min(foot - y, (right.at(-1)[1] - y) * 1.5 + 30 + 60 * next())
    const spine = []
    const steps = 5
    for (let k = 1; k <= steps; k++) {
      const t = k / steps
      spine.push([x + (k % 2 ? -1 : 1) * (6 + 16 * next()) + (right.at(-1)[0] - x) * 0.35 * t, y + drop * t])
    }
    faces.push(polygon([...right, ...spine.reverse()]))
  }
  return body + path(light, faces)
}

const houses = () => {
  const next = random(23)
  const walls = []
  const roofs = []
  const windows = []
  const lights = []
  const gleam = []
  let x = 86
  while (x < 1440) {
    const w = 26 + next() * 34
    const h = 20 + next() * 20
    const y = shore + 2 - Math.max(0, Math.sin(x / 190)) * 14
    walls.push(box(x, y - h, w, h + 16))
    roofs.push(polygon([[x - 4, y - h], [x + w * 0.5, y - h - 14 - next() * 9], [x + w + 4, y - h]]))
    const panes = Math.max(1, Math.floor(w / 18))
    for (let k = 0; k < panes; k++) {
      const wx = x + (w * (k + 0.5)) / panes - 3.5
      if (next() < 0.62) {
        lights.push(box(wx, y - h * 0.68, 7, 9))
        if (next() < 0.75) gleam.push(wx + 3.5)
      } else windows.push(box(wx, y - h * 0.68, 7, 9))
    }
    x += w + (next() < 0.22 ? 60 + next() * 90 : 7 + next() * 15)
  }
  const dashes = gleam.flatMap((gx) =>
    Array.from({ length: 4 + Math.floor(next() * 4) }, (_, k) => {
      const w = 13 - k * 1.2 + next() * 8
      return box(gx - w / 2 + (next() - 0.5) * 7, shore + 34 + k * (13 + k * 1.5), w, 3.6)
    }),
  )
  return [path('#16294f', walls), path('#c9d4e4', roofs), path('#0f1d3a', windows), path(ink.ochre, lights), path(ink.ochre, dashes)]
}

/** The one lamp that is nearer than all the others. */
const lamp = () => {
  const x = 1120
  return [
    path('#0f1d3a', polygon([[930, 1000], [930, 846], [1010, 770], [1230, 770], [1310, 846], [1310, 1000]])),
    path('#e9eef5', polygon([[906, 862], [1002, 764], [1238, 764], [1334, 862]])),
    path('#dbe3ee', polygon([[1014, 790], [1226, 790], [1300, 862], [940, 862]])),
    path('#16294f', box(1182, 716, 40, 74)),
    path('#e9eef5', box(1176, 708, 52, 14)),
    path(ink.ochre, box(1064, 890, 112, 110)),
    disc(ink.vermilion, x, 934, 24),
    stroke('#0f1d3a', 5, `M${x} 890V912M1064 890H1176M1064 968H1176`),
    path('#0f1d3a', box(1064, 968, 112, 6)),
    path('#1f3767', box(972, 896, 46, 60) + box(1222, 896, 46, 60)),
  ]
}

const trees = () => {
  const next = random(41)
  const out = []
  for (const [from, to, foot, size] of [[-20, 330, 1010, 190], [300, 560, 1020, 110], [1380, 1530, 1010, 210]])
    for (let x = from; x < to; x += size * (0.24 + 0.16 * next())) {
      const h = size * (0.7 + 0.5 * next())
      const w = h * 0.2
      const points = [[x, foot - h]]
      for (let k = 1; k <= 5; k++) points.push([x + w * (k / 5) * 1.1, foot - h + (h * k) / 5], [x + w * (k / 5) * 0.62, foot - h + (h * k) / 5 - 3])
      const left = points.slice(1).map(([a, b]) => [2 * x - a, b]).reverse()
      out.push(polygon([...points, ...left]))
    }
  return out
}

export const files = () => {
  const far = ridge(3, [[-20, 470], [170, 330], [330, 440], [560, 268], [760, 420], [940, 350], [1120, 452], [1330, 300], [1520, 420]], 60, 3)
  const mid = ridge(8, [[-20, 520], [120, 470], [300, 560], [470, 430], [640, 560], [860, 520], [1060, 388], [1230, 540], [1380, 470], [1520, 560]], 66, 3)
  const near = ridge(15, [[-20, 560], [150, 600], [330, 612], [520, 590], [760, 618], [1000, 600], [1230, 606], [1400, 580], [1520, 560]], 22, 3)
  const mirror = (points) => points.map(([x, y]) => [x, shore + 22 + (shore - y) * 0.62])
  const next = random(7)
  const stars = Array.from({ length: 46 }, () => disc('#dfe7f2', next() * W, next() * 230, 1.2 + next() * 1.6)).join('')
  const ripples = Array.from({ length: 44 }, () => {
    const y = shore + 40 + next() ** 1.4 * 300
    const w = 40 + next() * 190
    return box(next() * (W + 200) - 100, y, w, 2 + ((y - shore) / 300) * 4)
  })
  return {
    'blue-hour.svg': picture(W, H, sky[0], [
      sky.map((colour, i) => path(colour, box(0, skyTops[i], W, (skyTops[i + 1] ?? shore + 10) - skyTops[i]))),
      stars,
      range(far, shore, '#5b7fae', '#c3d0e0', 2),
      range(mid, shore, '#33568f', '#8fa8c9', 4),
      range(near, shore + 20, '#21407a', '#3f639b', 6),
      path('#2d4f88', box(0, shore + 18, W, H)),
      path('#3f639b', polygon([[-20, shore + 18], ...mirror(far), [1520, shore + 18]])),
      path('#244479', polygon([[-20, shore + 18], ...mirror(mid), [1520, shore + 18]])),
      path('#7b93b4', ripples.slice(0, 16)),
      path('#1b3263', ripples.slice(16)),
      path('#dbe3ee', polygon([[-20, shore + 6], ...near.filter((_, i) => i % 4 === 0).map(([x]) => [x, shore + 4 - Math.max(0, Math.sin(x / 190)) * 14]), [1520, shore + 26], [-20, shore + 26]])),
      houses(),
      path('#c9d4e4', 'M-10 930Q260 846 560 940T1100 900T1510 880V1010H-10z'),
      lamp(),
      path('#e9eef5', 'M-10 972Q220 900 520 968T1010 960Q1240 940 1510 950V1010H-10z'),
      path('#0f1d3a', trees()),
    ]),
  }
}
