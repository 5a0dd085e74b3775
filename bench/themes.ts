import { readClientBuild } from '../src/server/publishing/client-build.ts'
import { startOwned } from './admin/owned-product.ts'
import { launch } from './chromium.ts'
import type { Bench, Figure } from './figure.ts'
import { firstView, type Transferred, views } from './transfer.ts'

const cutMs = 60_000

const kB = (files: readonly Transferred[]) => files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000

/** Chooses a theme, and waits for the page in it with the fonts that are cut for it. */
const choose = async ({ url, token }: { url: string; token: string }, theme: string, display: string) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/settings`, { method: 'PATCH', headers, body: JSON.stringify({ theme }) })
  if (!response.ok) throw new Error(`Choosing ${theme} was answered with ${response.status}.`)
  const deadline = Date.now() + cutMs
  for (;;) {
    const page = await (await fetch(url)).text()
    if (page.includes(`--display:"${display}"`) && page.includes('href="/assets/fonts/')) return
    if (Date.now() > deadline) throw new Error(`The fonts of ${theme} were not cut within ${cutMs / 1000} s.`)
    await new Promise((resolve) => setTimeout(resolve, 200)) // until the page is published again
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
      if (process.env.FILES) console.log(files.map((f) => `${f.kind} ${f.url} ${f.bytes}`).join('\n'))
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
