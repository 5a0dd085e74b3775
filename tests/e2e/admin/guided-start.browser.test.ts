import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { browser, eventually, newPage } from '../../support/browser.ts'
import { ada, sampleTexts, walkThroughSetup } from '../../support/guided-start.ts'
import { cheapWork, startProduct } from '../../support/product.ts'
import { addressesOf } from '../../support/public-addresses.ts'
import { currentPage } from './content.ts'
import { expectFine } from './looks.ts'

const icon = (size: number) => path.resolve(import.meta.dirname, `../../../dist/client/icon-${size}.png`)

describe('a new user', () => {
  it('comes from the claim to a page without a trace of the samples in at most 40 clicks', async () => {
    const product = await startProduct({ preload: cheapWork, env: { LIMITS: 'off' } })
    onTestFinished(async () => void (await product.stop()))
    const before = await addressesOf(product.url)
    const { effort, page } = await walkThroughSetup(await browser(), {
      said: product.said(),
      portrait: icon(512),
      image: icon(192),
    })

    await currentPage(product.url)
    const after = await addressesOf(product.url)
    const home = after.get('/') ?? ''
    // As the browser says.
    expect(home).toContain('<html lang="fr"')
    for (const text of ['Ada Byron', ...ada.facts.map(([, fact]) => fact), ...ada.projects])
      expect(home).toContain(text)
    expect(sampleTexts.filter((text) => before.get('/')?.includes(text)).length).toBeGreaterThan(20)
    for (const [address, body] of after)
      expect([address, sampleTexts.filter((text) => body.includes(text))]).toEqual([address, []])
    // What only the samples had is gone: their images, their projects, their CV.
    const gone = [...before.keys()].filter((address) => /^\/(media|projects)\/|cv/.test(address) && !after.has(address))
    // Where a link was shared, its card of before leads to that of today.
    const homeCards = gone.filter((address) => address.startsWith('/media/cards/home.'))
    expect(homeCards).toHaveLength(1)
    for (const address of homeCards)
      expect(after.has(new URL((await fetch(product.url + address)).url).pathname)).toBe(true)
    expect(gone.length).toBeGreaterThan(7)
    for (const address of gone.filter((one) => !homeCards.includes(one)))
      expect([address, (await fetch(product.url + address)).status]).toEqual([address, 404])

    await page.goto(`${product.url}/admin`)
    await page.getByRole('table', { name: 'About' }).waitFor()
    expect(await page.getByText('Sample content that is left').count()).toBe(0)
    expect(effort.clicks).toBeLessThanOrEqual(40)
    // A third of a second a key and three a click: far below ten minutes.
    expect(effort.keys / 3 + effort.clicks * 3).toBeLessThan(600)
  })

  it('whose work is words begins with a text made of the answers, and with an index for a portfolio', async () => {
    const product = await startProduct({ preload: cheapWork, empty: true, env: { LIMITS: 'off' } })
    onTestFinished(async () => void (await product.stop()))
    const page = await newPage({ baseURL: product.url, locale: 'de-DE', width: 1280 })
    await page.goto(/Make it yours\s+(\S+)/.exec(product.said())?.[1] ?? '')
    for (const [label, text] of ada.account) await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Make this site yours' }).click()
    await page.getByRole('complementary', { name: 'Welcome' }).waitFor()
    await page.goto('/admin/start')
    await page.getByText('Words or code', { exact: true }).click()
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await field('Role').fill('Analytikerin')
    const take = page.getByRole('button', { name: 'Begin with this text' })
    expect(await take.count()).toBe(0)
    await field('Location').fill('London')
    await take.press('Enter')
    const draft = 'Ich bin Ada Byron, Analytikerin, und lebe in London.'
    await eventually(() => field('Introduction').inputValue(), draft)
    await eventually(() => field('Introduction').evaluate((element) => element === document.activeElement), true)
    await page.setViewportSize({ width: 360, height: 800 })
    await expectFine(page, 'the introduction on a phone')
    await field('Introduction').fill(`${draft} Nebenbei webe ich.`)
    await page.getByRole('button', { name: 'Publish and continue' }).click()
    await page.getByRole('complementary', { name: 'First steps' }).waitFor()
    const home = await currentPage(product.url)
    expect(home).toContain('<html lang="de"')
    expect(home).toContain(`${draft} Nebenbei webe ich.`)
    const { portfolioLayout } = (await (await page.request.get('/api/settings')).json()) as { portfolioLayout: string }
    expect(portfolioLayout).toBe('index')
  })
})
