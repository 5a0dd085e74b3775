// Draws the buildings of the sample owner of Poster: node samples/draw/poster.js [name …]. White volumes, one sun, grey tones: the theme
// makes its dots of them. Takes some minutes.
import sharp from 'sharp'

const { abs, atan2, cos, floor, hypot, max, min, PI, round, sin, sqrt, tan } = Math
const clamp = (value, low, high) => min(max(value, low), high)
const unit = ([x, y, z]) => {
  const length = hypot(x, y, z)
  return [x / length, y / length, z / length]
}
const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d]

/** Distance to a box round the origin, by its half sizes. */
const box = (x, y, z, a, b, c) => {
  const [p, q, r] = [abs(x) - a, abs(y) - b, abs(z) - c]
  return sqrt(max(p, 0) ** 2 + max(q, 0) ** 2 + max(r, 0) ** 2) + min(max(p, q, r), 0)
}
/** Distance to an upright cylinder round the origin, by radius and half height. */
const drum = (x, y, z, radius, half) => {
  const [p, q] = [sqrt(x * x + z * z) - radius, abs(y) - half]
  return min(max(p, q), 0) + sqrt(max(p, 0) ** 2 + max(q, 0) ** 2)
}
/** Coordinate in the nearest of `from` to `to` cells. */
const cell = (value, size, from, to) => value - size * clamp(round(value / size), from, to)
const turned = (x, z, angle) => [x * cos(angle) - z * sin(angle), x * sin(angle) + z * cos(angle)]

const tooth = 4
const shed = (x, y, z) => {
  const n = clamp(floor(x / tooth), 0, 6)
  let roof = 1e9
  for (let k = max(0, n - 1); k <= min(6, n + 1); k++) {
    const u = x - k * tooth
    const slope = (y - 4 - (tooth - u) * 0.6) * 0.857
    roof = min(roof, max(slope, abs(u - tooth / 2) - tooth / 2, -y))
  }
  const body = max(roof, abs(z - 6) - 6)
  const gate = box(x - (n + 0.5) * tooth, y - 1.5, z, 1, 1.7, 3.2)
  return min(max(body, -gate), y + 0.02, box(x - 14, y, z - 5.5, 14.6, 0.14, 6.6))
}

const kiosk = (x, y, z) => {
  const angle = cell(atan2(z, x), PI / 4, -4, 4)
  const radius = hypot(x, z)
  const column = hypot(radius * cos(angle) - 3.4, radius * sin(angle)) - 0.09
  return min(
    max(column, abs(y - 1.8) - 1.8),
    drum(x, y - 1.6, z, 1.55, 1.6),
    drum(x, y - 3.55, z, 4.1, 0.16),
    drum(x, y - 4.6, z, 0.75, 1),
    drum(x, y - 5.7, z, 1.15, 0.13),
    drum(x, y, z, 4.3, 0.16),
    drum(x, y + 0.25, z, 4.7, 0.14),
    box(x - 0.6, y - 0.6, z + 1.6, 0.9, 0.5, 0.5),
  )
}

const hall = (x, y, z) => {
  const column = box(cell(x, 3.2, -1, 1), 0, cell(z, 3.6, 0, 8), 0.36, 9, 0.36)
  const wall = max(abs(x - 5.2) - 0.15, -box(x - 5.2, y - 0.85, z - 15, 1.2, 0.45, 17))
  const ceiling = max(abs(y - 4.9) - 0.3, x - 5.4)
  return min(column, y, ceiling, wall, x + 5.2, 36 - z)
}

const urns = (x, y, z) => {
  const radius = hypot(x, z)
  const wall = max(6 - radius, y - 8.6)
  const angle = cell(atan2(z, x), PI / 18, -18, 18)
  const level = cell(y - 1.4, 1.05, 0, 4)
  const niche = max(abs(radius * sin(angle)) - 0.3, abs(level) - 0.34, abs(radius - 6) - 0.55)
  const dome = max(abs(hypot(x, y - 0.2, z) - 9.2) - 0.2, -max(hypot(x - 1, z - 0.6) - 1.75, -y))
  return min(max(wall, -niche), y, dome, box(x - 0.4, y - 0.3, z - 0.8, 0.9, 0.34, 0.55))
}

const pitch = 2.2
const ramp = (x, y, z) => {
  const radius = hypot(x, z)
  const height = y - (pitch * atan2(z, x)) / (2 * PI)
  const below = floor(height / pitch)
  let turns = 1e9
  for (const n of [below, below + 1]) {
    const local = height - pitch * clamp(n, -9, 0)
    const slab = max(abs(radius - 4.3) - 1.1, abs(local) - 0.13)
    const rail = max(abs(radius - 3.2) - 0.08, abs(local - 0.35) - 0.5)
    turns = min(turns, slab, rail)
  }
  const wall = max(5.35 - radius, y - 0.9)
  return min(turns * 0.75, wall, drum(x, y + 9, z, 0.85, 10.4), y + 16)
}

const walls = [
  [-4.6, 5, 0.5, 1.5, 2.1],
  [-1.6, 7.6, -0.35, 1.2, 2.3],
  [1.9, 6.6, 0.15, 1.35, 1.9],
  [5.2, 8.4, -0.7, 1.6, 2.4],
  [-7.8, 8.2, -0.2, 1.4, 2.2],
  [7.6, 4.4, 0.9, 1.1, 2],
]
const panels = (x, y, z) => {
  let near = min(y, 13 - z, drum(x, y - 0.55, z - 2.2, 0.62, 0.55), hypot(x, y - 1.62, z - 2.2) - 0.5)
  for (const [a, c, angle, wide, high] of walls) {
    const [u, w] = turned(x - a, z - c, angle)
    near = min(near, box(u, y - high, w, wide, high, 0.07))
  }
  return near
}

const balconies = (x, y, z) => {
  const row = round(y / 3)
  let near = z < -4 ? 1e9 : -z
  for (const r of [row - 1, row, row + 1]) {
    const u = cell(x - (r % 2 === 0 ? 0 : 2.5), 5, -6, 6)
    const v = y - r * 3
    const tray = max(box(u, v, z + 0.9, 1.5, 0.62, 0.95), -box(u, v - 0.25, z + 0.9, 1.36, 0.62, 0.82))
    near = min(near, tray)
    near = max(near, -box(u, v - 0.6, z, 0.9, 1.1, 0.35))
  }
  return near
}

const flight = (x, y, z, way) => {
  const along = way * x
  const middle = y - along * 0.6
  const slab = max(abs(middle) * 0.857 - 0.16, abs(along) - 2.6, abs(z) - 0.75)
  const side = max(abs(middle - 0.75) * 0.857 - 0.55, abs(along) - 2.6, abs(z + 0.72) - 0.06)
  return min(slab, side)
}
const stair = (x, y, z) => {
  const n = clamp(round(y / 3.12), 0, 8)
  let near = min(1.2 - z, y + 3)
  for (let k = max(0, n - 1); k <= min(8, n + 1); k++) {
    const way = k % 2 === 0 ? 1 : -1
    near = min(near, flight(x, y - k * 3.12, z - 0.2, way))
    near = min(near, box(x - way * 3.3, y - k * 3.12 - 1.56, z - 0.2, 0.8, 0.15, 0.8))
  }
  return near
}

const scenes = {
  shed: { map: shed, size: [1400, 875], eye: [-7.5, 1.9, -9], at: [9, 3.1, 3], view: 46, sun: [-0.35, 0.62, -0.7], sky: 0.02 },
  shedair: { map: shed, size: [1200, 1200], eye: [-8, 17, -15], at: [11, 1, 5], view: 42, sun: [-0.5, 0.6, -0.45], sky: 0.02 },
  shedface: { map: shed, size: [1400, 660], eye: [14, 3, -46], at: [14, 3.4, 0], view: 36, sun: [-0.55, 0.6, -0.6], sky: 0.02 },
  kiosk: { map: kiosk, size: [1000, 1184], eye: [3, 2.1, -15], at: [0, 2.5, 0], view: 42, sun: [-0.6, 0.7, -0.5], sky: 1, fill: 0.2 },
  columns: { map: hall, size: [1300, 983], eye: [1.5, 1.8, -4], at: [2.3, 1.6, 12], view: 64, sun: [0.93, 0.25, -0.16], sky: 0, fill: 0.1 },
  oculus: { map: urns, size: [1000, 1184], eye: [-0.6, 1.7, -5.4], at: [0.4, 4.3, 3], view: 84, sun: [0.2, 0.95, 0.02], sky: 1, fill: 0.16 },
  ramp: { map: ramp, size: [1200, 1200], eye: [1.5, 5.2, -0.9], at: [0, -5, 0.4], view: 88, sun: [-0.34, 0.9, -0.25], sky: 0, fill: 0.16 },
  panels: { map: panels, size: [1300, 924], eye: [0.6, 1.7, -5.5], at: [0.2, 2.2, 5], view: 62, sun: [-0.62, 0.62, -0.45], sky: 0, fill: 0.12 },
  facade: { map: balconies, size: [1200, 1013], eye: [-8, -9, -9], at: [0.5, 2.5, 0], view: 52, sun: [0.62, 0.68, -0.4], sky: 1 },
  stair: { map: stair, size: [1300, 1059], eye: [-3.2, -1.2, -11], at: [0, 6.6, 0], view: 66, sun: [0.55, 0.62, -0.5], sky: 0.02 },
}

/** Tone from 0 to 1 where a ray ends. */
const shade = ({ map, sun, sky, fill = 0.14 }, eye, ray) => {
  let far = 0.05
  for (let step = 0; step < 160; step++) {
    const near = map(eye[0] + ray[0] * far, eye[1] + ray[1] * far, eye[2] + ray[2] * far)
    if (near < 0.0008 * far) break
    far += near * 0.92
    if (far > 110) return sky
  }
  const [x, y, z] = ray.map((part, i) => eye[i] + part * far)
  const e = 0.0015 * far
  const normal = unit([
    map(x + e, y, z) - map(x - e, y, z),
    map(x, y + e, z) - map(x, y - e, z),
    map(x, y, z + e) - map(x, y, z - e),
  ])
  const [nx, ny, nz] = normal
  const facing = max(0, nx * sun[0] + ny * sun[1] + nz * sun[2])
  let open = facing > 0 ? 1 : 0
  for (let along = 0.06, step = 0; open > 0 && along < 45 && step < 240; step++) {
    const near = map(
      x + nx * 0.03 + sun[0] * along,
      y + ny * 0.03 + sun[1] * along,
      z + nz * 0.03 + sun[2] * along,
    )
    open = near < 0.002 ? 0 : min(open, (120 * near) / along)
    along += max(near, 0.02)
  }
  let shut = 0
  for (const reach of [0.15, 0.45, 1]) shut += max(0, reach - map(x + nx * reach, y + ny * reach, z + nz * reach)) / reach
  const ambient = fill * (0.75 + 0.25 * ny) * (1 - shut / 4)
  return clamp(ambient + facing * open + (open > 0.5 && facing > 0.25 ? 0.08 : 0), 0, 1)
}

const draw = async (name) => {
  const scene = { ...scenes[name], sun: unit(scenes[name].sun) }
  const { size, eye, at, view } = scene
  const [width, height] = size.map((side) => round(side * 1.2))
  const ahead = unit(at.map((part, i) => part - eye[i]))
  const right = unit(cross([0, 1, 0], ahead))
  const up = cross(ahead, right)
  const half = tan((view * PI) / 360)
  const pixels = Buffer.alloc(width * height)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const [u, v] = [((2 * column) / width - 1) * half, ((height - 2 * row) / width) * half]
      const ray = unit(ahead.map((part, i) => part + right[i] * u + up[i] * v))
      pixels[row * width + column] = round(255 * shade(scene, eye, ray) ** 0.85)
    }
  await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize(...size)
    .normalise()
    .webp({ quality: 82, effort: 6 })
    .toFile(new URL(`../poster/media/${name}.webp`, import.meta.url).pathname)
  console.log(name)
}

const named = process.argv.slice(2)
for (const name of named.length > 0 ? named : Object.keys(scenes)) await draw(name)
