import path from 'node:path'
import { exampleContent } from '../../tests/support/example-content.ts'
import { freePort } from '../../tests/support/free-port.ts'
import type { Check } from '../check.ts'
import { call } from '../support/call.ts'
import { atLeast, none } from '../support/figures.ts'
import { type OwnedProduct, startOwned } from '../support/owned-product.ts'
import { until } from '../support/until.ts'
import { varnishInFront } from '../support/varnish-in-front.ts'

const secret = 'the secret of the cache in these checks'
const variant = '/cv/short.txt'

const done = (answer: { status: number; text: string; json: unknown }) => {
  if (answer.status >= 300) throw new Error(`A save answered ${answer.status}: ${answer.text.slice(0, 200)}`)
  // biome-ignore lint/suspicious/noExplicitAny: an answer of the API.
  return answer.json as any
}

/** Saves of every kind, each after the one before. */
async function* saves({ own }: OwnedProduct) {
  const [project] = done(await own('GET', '/api/entries/projects?limit=1')).entries
  const at = (id: string) => `/api/entries/projects/${id}`
  const { version } = done(await own('PATCH', at(project.id), { data: { summary: 'Another summary' } }, like(project)))
  yield 'a project changed'
  done(await own('DELETE', at(project.id), undefined, { 'if-match': `"${version}"` }))
  yield 'it was deleted'
  const [example] = exampleContent().skills
  const { id: _, order: __, ...skill } = example as NonNullable<typeof example>
  done(await own('POST', '/api/entries/skills', { data: { ...skill, name: 'Another skill' } }))
  yield 'a skill came'
  done(await own('PATCH', '/api/settings', { location: 'Another place' }))
  yield 'a setting changed'
  const [one] = done(await own('GET', '/api/cv-variants')).variants
  done(await own('PATCH', `/api/cv-variants/${one.id}`, { headline: 'Another one' }, like(one)))
  yield 'a variant of the CV changed'
  done(await own('PATCH', '/api/settings', { name: 'Another name' }))
  yield 'the name changed'
}

const like = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` })

/** Every address that a cache may keep, as the site itself lists them. */
const addressesOf = async (url: string): Promise<string[]> => {
  const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, address = '']) => address)
  const site = (await call(`${url}/sitemap.xml`)).text
  const pages = found(site, /<loc>http:\/\/[^/<]+(\/[^<#]*)<\/loc>/g)
  const page = (await call(`${url}/`)).text
  const files = found(page, /rel="alternate"[^>]* href="(\/[^"#]+)"/g)
  const others = ['/', '/all', '/projects', '/sitemap.xml', '/robots.txt', '/api/content', variant]
  return [...new Set([...pages, ...files, ...others, ...['pdf', 'docx', 'txt', 'json'].map((kind) => `/cv.${kind}`)])]
}

/** Entity tags by address; the status for what is not there. */
const tagsAt = async (url: string, addresses: readonly string[]) => {
  const tags = new Map<string, string>()
  for (const address of addresses) {
    const { status, headers } = await call(url + address)
    tags.set(address, status === 200 ? String(headers.etag) : String(status))
  }
  return tags
}

/** The purge with a real cache, which would go on showing for an hour what it is not told of. */
export const cacheInFront: Check = {
  name: 'cache-in-front',
  kind: 'fault',
  timed: true,
  promise:
    'Behind a cache that keeps everything for an hour, a save is seen by visitors within seconds at every address whose answer it changed: Vitrine purges these and no others.',
  run: async ({ folder }) => {
    const port = await freePort()
    const varnish = await varnishInFront(path.join(folder, 'varnish'), { upstream: port, secret })
    const env = { PUBLIC_URL: varnish.url, TRUST_PROXY: '1', PURGE_URL: varnish.purgeUrl, PURGE_SECRET: secret }
    const product = await startOwned({ empty: false, port, env })
    const stop = await varnish.start()
    const [stale, needless, missed]: [string[], string[], string[]] = [[], [], []]
    let [judged, purged, kinds] = [0, 0, 0]
    try {
      done(await product.own('POST', '/api/cv-variants', { name: 'short', access: 'public' }))
      const settled = async () => {
        // Quiet is: no call for four seconds. Fonts are cut a moment after a publish, which then is followed by another.
        let last = performance.now()
        let seen = varnish.calls.length
        await until(() => {
          if (varnish.calls.length !== seen) [seen, last] = [varnish.calls.length, performance.now()]
          return performance.now() - last > 4000
        }, 60_000)
      }
      // This changes what is ready at any time: these addresses are judged as well.
      done(await product.own('PATCH', '/api/settings', { name: 'A first name' }))
      await settled()
      const named = () =>
        new Set(varnish.calls.splice(0).flatMap(({ urls }) => urls.map((one) => one.slice(varnish.url.length))))
      const addresses = [...new Set([...(await addressesOf(varnish.url)), ...named()])]
      let before = await tagsAt(varnish.url, addresses)
      await settled()
      const hits = await tagsAt(varnish.url, addresses)
      const unkept = addresses.filter((address) => before.get(address) !== hits.get(address))
      for await (const what of saves(product)) {
        kinds += 1
        await settled()
        const purgedNow = named()
        const shown = await tagsAt(varnish.url, addresses)
        const now = await tagsAt(product.url, addresses)
        const changed = addresses.filter((address) => before.get(address) !== now.get(address))
        judged = addresses.length
        purged += purgedNow.size
        stale.push(...addresses.filter((one) => shown.get(one) !== now.get(one)).map((one) => `${what}: ${one}`))
        missed.push(...changed.filter((one) => !purgedNow.has(one)).map((one) => `${what}: ${one}`))
        const unchanged = addresses.filter((one) => purgedNow.has(one) && !changed.includes(one))
        needless.push(...unchanged.map((one) => `${what}: ${one}`))
        before = now
      }
      return [
        atLeast('addresses in the cache', judged, 15),
        atLeast('kinds of saves', kinds, 6),
        atLeast('addresses purged', purged, kinds),
        none('not kept by the cache while nothing changed', unkept),
        none('changed, and not purged', missed),
        none('purged, and not changed', needless),
        none('stale in the cache', stale),
        none('calls with a wrong signature', varnish.refused),
      ]
    } finally {
      await product.stop()
      await stop()
    }
  },
}
