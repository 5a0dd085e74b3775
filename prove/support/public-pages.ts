import { pageInCutFonts } from '../../tests/support/cut-fonts.ts'
import { startProduct } from '../../tests/support/product.ts'

// The same in every run: pages name the address at which they are.
const env = { PUBLIC_URL: 'https://mira.example', LIMITS: 'off' }

const always = [
  '/',
  '/all',
  '/design',
  '/brand',
  '/photos',
  '/sitemap.xml',
  '/robots.txt',
  '/site.webmanifest',
  '/no-such-page',
]

/** Every page that a visitor can reach, images with them, as a product that is started on this store serves them. */
export const publicPages = async (
  dataDir: string,
  more: Record<string, string> = {},
  meanwhile: () => Promise<void> = async () => {},
): Promise<Map<string, Buffer>> => {
  const product = await startProduct({ dataDir, env: { ...env, ...more } })
  try {
    await pageInCutFonts(async () => (await fetch(product.url)).text())
    const pages = new Map<string, Buffer>()
    const waiting = [...always]
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      if (pages.has(address)) continue
      const body = Buffer.from(await (await fetch(product.url + address)).arrayBuffer())
      pages.set(address, body)
      if (address.startsWith('/media/')) continue
      const text = body.toString()
      for (const [, found] of text.matchAll(/<loc>https:\/\/mira\.example(\/[^<#]*)<\/loc>/g))
        waiting.push(found as string)
      for (const [found] of text.matchAll(/\/media\/[0-9a-f]+-\d+\.\w+/g)) waiting.push(found)
    }
    await meanwhile()
    return pages
  } finally {
    await product.stop()
  }
}

/** Addresses that do not answer the same on both. */
export const unlikePages = (one: Map<string, Buffer>, other: Map<string, Buffer>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((address) => {
    const [a, b] = [one.get(address), other.get(address)]
    return !a || !b || !a.equals(b)
  })
