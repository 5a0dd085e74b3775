import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { seededRandom } from '../../tests/support/random.ts'

const longest = 1800
const inks = [
  ['#f3e9d8', '#d7472f', '#1f3a5f', '#e8b04a', '#2f6b57'],
  ['#e7eef0', '#233d4d', '#fe7f2d', '#a1c181', '#619b8a'],
  ['#fdf1e3', '#7b2d43', '#e2725b', '#f0c27b', '#3d5a6c'],
  ['#1d2433', '#f2d0a4', '#c03221', '#545e75', '#f7f7f2'],
] as const

/** An illustration of so many pixels: a sun, hills one behind the other, grass in front. Every number is another one. */
const drawn = (number: number, width: number, height: number): string => {
  const random = seededRandom(number + 1)
  const [paper, sun, far, near, front] = inks[number % inks.length] ?? inks[0]
  const short = Math.min(width, height)
  const hill = (base: number, swell: number, colour: string) => {
    const points = Array.from({ length: 9 }, (_, n) => {
      const y = height * base + (random.below(1000) / 500 - 1) * swell * short
      return `${(n * width) / 8},${y.toFixed(0)}`
    })
    return `<path d="M0,${height} L${points.join(' L')} L${width},${height} Z" fill="${colour}" stroke="${colour}" stroke-width="${short / 30}" stroke-linejoin="round"/>`
  }
  const blades = Array.from({ length: Math.round((60 * width) / short) }, () => {
    const x = random.below(width)
    const tall = short * (0.05 + random.below(100) / 800)
    return `<path d="M${x},${height} q${random.below(40) - 20},${-tall / 2} ${random.below(80) - 40},${-tall}" stroke="${paper}" stroke-width="${short / 160}" fill="none" stroke-linecap="round"/>`
  })
  const at = [width * (0.25 + random.below(500) / 1000), height * (0.2 + random.below(200) / 1000)]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${paper}"/>
<circle cx="${at[0]}" cy="${at[1]}" r="${short / 6}" fill="${sun}"/>${hill(0.55, 0.12, far)}${hill(0.7, 0.09, near)}${hill(0.87, 0.05, front)}${blades.join('')}</svg>`
}

export interface Picture {
  file: string
  ratio: number
}

/** So many ratios, from three times as high as wide to four times as wide as high: no two are nearly alike. */
export const ratiosOf = (count: number): number[] =>
  Array.from({ length: count }, (_, n) => (1 / 3) * 12 ** (n / (count - 1)))

/** Draws an illustration of each ratio into a folder. */
export const drawPictures = (folder: string, name: string, ratios: readonly number[]): Promise<Picture[]> =>
  Promise.all(
    ratios.map(async (ratio, n) => {
      const [width, height] = (ratio > 1 ? [longest, longest / ratio] : [longest * ratio, longest]).map(Math.round)
      const file = path.join(folder, `${name}-${String(n + 1).padStart(2, '0')}.jpg`)
      const svg = drawn(n, width ?? 1, height ?? 1)
      await writeFile(file, await sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer())
      return { file, ratio: (width ?? 1) / (height ?? 1) }
    }),
  )
