import { JSDOM } from 'jsdom'
import { describe, expect, it } from 'vitest'
import { htmlProblems } from '../support/html.ts'
import { useSite } from './site.ts'

interface Head {
  title: string
  description: string | null
  canonical: string | null
  graph: Record<string, string | null>
  data: string[]
  language: string
  headings: number
}

const unique = <T>(values: T[]) => new Set(values).size === values.length

describe('Every address', () => {
  const site = useSite()
  const get = (address: string, init?: RequestInit) => fetch(new URL(address, site.url), init)
  const read = new Map<string, Document>()
  /** A page as it comes, before any script. */
  const documentAt = async (address: string): Promise<Document> => {
    const known = read.get(address)
    if (known) return known
    const html = (await (await get(address)).text()).replaceAll(/<style>.*?<\/style>/gs, '')
    const { document } = new JSDOM(html, { url: new URL(address, site.url).href }).window
    read.set(address, document)
    return document
  }

  it('is listed in the sitemap: the page, its filters and every project on it', async () => {
    const addresses = await site.listed()
    const links = (await documentAt('/')).querySelectorAll<HTMLAnchorElement>('[data-portfolio] a[data-project]')
    const cards = [...links].map(({ pathname }) => pathname)
    expect(cards).toHaveLength(7)
    expect(addresses).toEqual(expect.arrayContaining(['/', ...cards]))
    expect(unique(addresses)).toBe(true)
    for (const address of [...addresses, '/all', '/design', '/brand', '/photos']) {
      expect((await get(address)).status, address).toBe(200)
    }
  })

  it('is valid HTML', async () => {
    expect(await htmlProblems('<!doctype html><p><div></div></p>')).not.toEqual([])
    const found: string[] = []
    for (const address of [...(await site.addresses()), '/not-there', '/?sent=1']) {
      const html = await (await get(address)).text()
      found.push(...(await htmlProblems(html)).map((line) => `${address} ${line}`))
    }
    expect(found).toEqual([])
  })

  it('says what it is to search engines and link previews', async () => {
    const heads: [string, Head][] = []
    for (const address of await site.addresses()) {
      const document = await documentAt(address)
      const content = (selector: string) => document.querySelector(selector)?.getAttribute('content') ?? null
      const names = ['og:title', 'og:description', 'og:type', 'og:url', 'og:image', 'og:image:alt']
      const data = [...document.querySelectorAll('script[type="application/ld+json"]')]
      heads.push([
        address,
        {
          title: document.title,
          description: content('meta[name=description]'),
          canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null,
          graph: Object.fromEntries(names.map((name) => [name, content(`meta[property="${name}"]`)])),
          data: data.map((script) => script.textContent ?? ''),
          language: document.documentElement.lang,
          headings: document.querySelectorAll('h1').length,
        },
      ])
    }
    for (const [address, head] of heads) {
      expect(head.title.length, `${address} title`).toBeGreaterThan(5)
      expect(head.description?.length ?? 0, `${address} description`).toBeGreaterThan(20)
      expect(head.language, address).toBe('en')
      expect(head.headings, `${address} h1`).toBe(1)
      expect(new URL(head.canonical ?? '').origin, address).toBe(site.url)
      for (const [name, value] of Object.entries(head.graph)) expect(value, `${address} ${name}`).toBeTruthy()
      expect(head.graph['og:url'], address).toBe(head.canonical)
      expect((await get(head.graph['og:image'] ?? '')).headers.get('content-type'), address).toMatch(
        /^image\/(jpeg|png)$/,
      )
      expect(head.data.length, `${address} JSON-LD`).toBeGreaterThan(0)
    }
    const front = heads.find(([address]) => address === '/')?.[1]
    expect(front?.canonical).toBe(`${site.url}/`)
    const kinds = (data: string[]) => JSON.stringify(data.map((text) => JSON.parse(text)))
    expect(kinds(front?.data ?? [])).toContain('"Person"')
    expect(kinds(front?.data ?? [])).not.toContain('"Review"')
    const projects = heads.filter(([address]) => address.startsWith('/projects/'))
    for (const [address, head] of projects) expect(kinds(head.data), address).toContain('"CreativeWork"')
    expect(unique(projects.map(([, head]) => head.title))).toBe(true)
    expect(unique(projects.map(([, head]) => head.description))).toBe(true)
  })

  it('has no link and no image that leads nowhere', async () => {
    const targets = new Map<string, string>()
    const missing: string[] = []
    for (const address of await site.addresses()) {
      const document = await documentAt(address)
      const valuesOf = (name: string) =>
        [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? '')
      const sets = [...valuesOf('srcset'), ...valuesOf('imagesrcset')].flatMap((list) =>
        list.split(',').map((item) => item.trim().split(/\s+/)[0] ?? ''),
      )
      for (const value of [...valuesOf('href'), ...valuesOf('src'), ...sets]) {
        const target = new URL(value, document.URL).href
        if (target.startsWith(site.url)) targets.set(target, address)
      }
    }
    expect(targets.size).toBeGreaterThan(60)
    for (const [target, from] of targets) {
      const { hash, pathname } = new URL(target)
      const response = await get(target)
      const body = await response.text()
      if (response.status !== 200) missing.push(`${from} → ${pathname}: ${response.status}`)
      else if (hash && !body.includes(`id="${decodeURIComponent(hash.slice(1))}"`))
        missing.push(`${from} → ${target}: no such place`)
    }
    expect(missing).toEqual([])
  })

  it('that does not exist gets a helpful 404, whatever is asked for', async () => {
    for (const address of [
      '/not-there',
      '/projects/not-there',
      '/index.html',
      '/..%2f..%2fetc/passwd',
      '/assets/none.js',
    ]) {
      const response = await get(address)
      expect(response.status, address).toBe(404)
    }
    const page = await documentAt('/not-there')
    expect(page.querySelectorAll('main a[href^="/"]').length).toBeGreaterThan(0)
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toContain('noindex')
  })

  it('has what browsers, robots and watchdogs ask for beside it', async () => {
    const robots = await (await get('/robots.txt')).text()
    expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`)
    expect((await get('/sitemap.xml')).headers.get('content-type')).toContain('xml')
    const manifest = await (await get('/site.webmanifest')).json()
    expect(manifest.icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain('maskable')
    for (const { src } of manifest.icons) expect((await get(src)).status, src).toBe(200)
    const icons = [...(await (await get('/')).text()).matchAll(/<link[^>]*rel="?(?:icon|apple-touch-icon)[^>]*>/g)]
    expect(icons.length).toBeGreaterThan(1)
    for (const [link] of icons) {
      const address = /href="?([^"\s>]+)/.exec(link)?.[1] ?? '/none'
      expect((await get(address)).headers.get('content-type'), address).toMatch(/^image\//)
    }
    const health = await get('/healthz')
    expect(health.status).toBe(200)
    expect(await health.json()).toMatchObject({ status: 'ok' })
  })

  it('answers a second visit with 304 and keeps assets for good', async () => {
    const first = await get('/')
    const again = await get('/', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    const asset = /(?:src|href)="(\/assets\/[^"]+)"/.exec(await first.text())?.[1]
    expect((await get(asset ?? '/none')).headers.get('cache-control')).toContain('immutable')
  })
})
