import { readClientBuild } from '../src/server/publishing/client-build.ts'
import { startOwned } from './admin/owned-product.ts'
import { launch } from './chromium.ts'
import type { Bench, Figure } from './figure.ts'
import { firstView, type Transferred, views } from './transfer.ts'

const settledMs = 60_000
/** Looks, five in a second, in which the page stays as long: then it has its smallest encoding. */
const sameLooks = 15

const kB = (files: readonly Transferred[]) => files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000

/** Chooses a theme, and waits for the page in it with the fonts that are cut for it, as small as it gets. */
const choose = async ({ url, token }: { url: string; token: string }, theme: string, display: string) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/settings`, { method: 'PATCH', headers, body: JSON.stringify({ theme }) })
  if (!response.ok) throw new Error(`Choosing ${theme} was answered with ${response.status}.`)
  const deadline = Date.now() + settledMs
  let [length, same] = ['', 0]
  while (same < sameLooks) {
    const page = await fetch(url, { headers: { 'accept-encoding': 'br' } })
    const [now, text] = [page.headers.get('content-length') ?? '', await page.text()]
    const isShown = text.includes(`--display:"${display}"`) && text.includes('href="/assets/fonts/')
    same = isShown && now === length ? same + 1 : 0
    length = now
    if (Date.now() > deadline) throw new Error(`The fonts of ${theme} were not cut within ${settledMs / 1000} s.`)
    await new Promise((resolve) => setTimeout(resolve, 200)) // until the page stays as it is
  }
}

/** What a phone fetches for the first view of each theme. */
export const themes = async (): Promise<Bench> => {
  const [browser, product] = [await launch(), await startOwned()]
  const figures: Figure[] = []
  try {
    for (const { id, name, tokens } of readClientBuild('dist/client').themes) {
      await choose(product, id, tokens.font.display.$value[0] ?? '')
      const { files } = await firstView(browser, product.url, views.phone)
      const own = files.filter(({ kind }) => kind !== 'Image')
      const fonts = own.filter(({ kind }) => kind === 'Font')
      figures.push(
        {
          name: `${name}: everything but images`,
          value: kB(own),
          unit: 'kB',
          goal: { atMost: 65 },
          note: `of it ${fonts.length} fonts with ${kB(fonts).toFixed(1)} kB`,
        },
        {
          name: `${name}: fonts that are whole`,
          value: fonts.filter(({ url }) => !url.includes('/assets/fonts/')).length,
          unit: 'count',
          goal: { atMost: 0 },
        },
      )
    }
  } finally {
    await browser.close()
    await product.stop()
  }
  return {
    title: 'The themes',
    method:
      'Each theme with the sample content on a phone, once its fonts are cut to the page: all that comes over the wire in 5 s without ' +
      'scrolling, headers included. `npm run bench -- themes`',
    figures,
  }
}
