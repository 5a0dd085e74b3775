import { hash, randomFrom } from '../../markup/seed.ts'

type Point = readonly [number, number]

const pointsPerRing = 14
const ringCount = 26

/** A closed smooth curve through the points (uniform Catmull–Rom), in whole units, relative to keep it short. */
const curve = (points: Point[]): string => {
  const at = (i: number) => points[(i + points.length) % points.length] as Point
  const first = at(0)
  let [x, y] = [Math.round(first[0]), Math.round(first[1])]
  let path = `M${x} ${y}`
  for (let i = 0; i < points.length; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const controls: Point[] = [
      [p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6],
      [p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6],
      p2,
    ]
    // After the first segment the first control point mirrors the one before it: `s` says so in two numbers less.
    const numbers = (i === 0 ? controls : controls.slice(1)).flatMap(([cx, cy]) => [
      Math.round(cx) - x,
      Math.round(cy) - y,
    ])
    path += (i === 0 ? 'c' : 's') + numbers.join(' ').replaceAll(' -', '-')
    ;[x, y] = [Math.round(p2[0]), Math.round(p2[1])]
  }
  return `${path}z`
}

/**
 * The year rings of a name: closed curves round the middle of a 1000 × 1000 square, from the inside out.
 * The same name always grows the same rings; wide years and narrow ones, and a lean that every ring hands on to the next.
 */
export const rings = (name: string): string[] => {
  const random = randomFrom(hash(name))
  const waves = [2, 3, 5, 7].map((count) => ({ count, phase: random() * Math.PI * 2, size: random() / count }))
  const lean = random() * Math.PI * 2
  const years = Array.from({ length: ringCount }, () => 0.45 + random() ** 2 * 1.5)
  const whole = years.reduce((sum, year) => sum + year, 0)
  let grown = 0
  return years.map((year, index) => {
    grown += year / whole
    const radius = 24 + grown * 410
    const drift = index * 0.035
    return curve(
      Array.from({ length: pointsPerRing }, (_, i) => {
        const angle = (i / pointsPerRing) * Math.PI * 2
        const bend = waves.reduce(
          (sum, { count, phase, size }) => sum + size * Math.sin(angle * count + phase + drift * count),
          0,
        )
        const distance = radius * (1 + (0.03 + 0.12 * grown) * bend) + grown * (1 - grown) * 60 * Math.cos(angle - lean)
        return [500 + Math.cos(angle) * distance, 500 + Math.sin(angle) * distance] as const
      }),
    )
  })
}
