/** One set of inks for every picture, so that they hang together on warm paper and on near-black alike. */
export const ink = {
  bone: '#f5ecdb',
  sand: '#e9d2aa',
  blush: '#f0b795',
  ochre: '#eca73c',
  vermilion: '#e2492a',
  oxblood: '#8a2622',
  sky: '#a9cdca',
  sea: '#2b7d84',
  deep: '#134650',
  cobalt: '#27489a',
  night: '#14233a',
}

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
export const random = (seed) => {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const n = (value) => String(Math.round(value * 10) / 10).replace(/^(-?)0\./, '$1.')
const pair = ([x, y]) => `${n(x)} ${n(y)}`

/** Path data through points, straight. */
export const line = (points) => `M${points.map(pair).join('L')}`
export const polygon = (points) => `${line(points)}z`

/** Path data through points, rounded by quadratic curves between midpoints. */
export const smooth = (points) => {
  const [first, ...rest] = points
  let d = `M${pair(first)}`
  for (let i = 0; i < rest.length - 1; i++) {
    const [x, y] = rest[i]
    const [u, v] = rest[i + 1]
    d += `Q${pair([x, y])} ${pair([(x + u) / 2, (y + v) / 2])}`
  }
  return `${d}L${pair(rest.at(-1))}`
}

export const path = (fill, d, more = '') => `<path fill="${fill}" d="${Array.isArray(d) ? d.join('') : d}"${more && ` ${more}`}/>`
export const stroke = (colour, width, d, more = '') =>
  `<path fill="none" stroke="${colour}" stroke-width="${n(width)}" d="${Array.isArray(d) ? d.join('') : d}"${more && ` ${more}`}/>`
export const rect = (fill, x, y, w, h, more = '') =>
  `<rect fill="${fill}" x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"${more && ` ${more}`}/>`
export const disc = (fill, x, y, r, more = '') =>
  `<circle fill="${fill}" cx="${n(x)}" cy="${n(y)}" r="${n(r)}"${more && ` ${more}`}/>`
export const ring = (colour, width, x, y, r, more = '') =>
  `<circle fill="none" stroke="${colour}" stroke-width="${n(width)}" cx="${n(x)}" cy="${n(y)}" r="${n(r)}"${more && ` ${more}`}/>`
export const group = (more, body) => `<g${more && ` ${more}`}>${[body].flat(Infinity).join('')}</g>`

/** Path data for a circle, to be joined with others of its colour. */
export const circle = (x, y, r) => `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0z`
export const box = (x, y, w, h) => `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}z`

/** A whole picture. */
export const picture = (width, height, ground, body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
  `${rect(ground, 0, 0, width, height)}${[body].flat(Infinity).join('')}</svg>\n`
