import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ada, claimToken, ownedSite } from '../../tests/e2e/admin/people.ts'
import { freePort } from '../../tests/support/free-port.ts'
import type { OtherBrowser } from '../../tests/support/other-browsers/other-browser.ts'
import { otherBrowsers } from '../../tests/support/other-browsers/start.ts'

const named = (kind: string, name: string) =>
  `[...document.querySelectorAll('${kind}')].find((one) => one.checkVisibility() && (one.ariaLabel ?? one.textContent).trim() === '${name}')`
const button = (name: string) => named('button', name)
/** A field by its label, which may end in the mark of what is required. */
const field = (label: string) =>
  `[...document.querySelectorAll('label')].find((one) => one.textContent.replace('*', '').trim() === '${label}')?.control`
const filter = (name: string) => `document.querySelector('[data-filter=${name}]')`
const openDialog = `document.querySelector('dialog.project-dialog[open]')`

for (const { name, missing, start } of otherBrowsers) {
  if (missing) process.stdout.write(`${name} is ${missing}: its story is skipped.\n`)
  // WebKitGTK draws without a graphics card, for seconds a page.
  describe.skipIf(missing)(`In ${name}`, { timeout: 180_000 }, () => {
    const site = ownedSite()
    let page: OtherBrowser
    beforeAll(async () => {
      page = await start()
    })
    afterAll(() => page?.close())

    const eventually = (expression: string, expected: unknown = true) =>
      expect.poll(() => page.evaluate(expression), { timeout: 30_000 }).toEqual(expected)
    const fill = async (values: Record<string, string>) => {
      for (const [label, text] of Object.entries(values)) await page.type(field(label), text)
    }
    const refused = async () => {
      const response = await fetch(`${site.url}/api/health`, { headers: await site.headersOf(ada) })
      const { findings } = (await response.json()) as { findings: { name: string; message: string }[] }
      return findings.find((one) => one.name === 'Browsers’ reports')?.message
    }

    it('the portfolio is filtered in place, and back', async () => {
      await page.open(site.url)
      await page.click(filter('design'))
      const shown = `[...document.querySelectorAll('[data-portfolio] [data-category]')].filter((card) => card.checkVisibility())`
      await eventually(`[...new Set(${shown}.map((card) => card.dataset.category))]`, ['design'])
      await eventually('location.pathname', '/design')
      await page.evaluate('history.back()')
      await eventually(`new Set(${shown}.map((card) => card.dataset.category)).size`, 3)
      expect(await page.errors()).toEqual([])
    })

    it('a project opens over the page, at its address, and closes', async () => {
      await page.open(site.url)
      const card = `document.querySelector('[data-portfolio] a[data-project]')`
      const address = await page.evaluate<string>(`${card}.pathname`)
      await page.click(card)
      await eventually(`${openDialog}?.querySelector('h1, h2')?.checkVisibility()`)
      await eventually('location.pathname', address)
      await page.click(`${openDialog}.querySelector('.project-close')`)
      await eventually(`!${openDialog}`)
      await eventually('location.pathname', '/')
      expect(await page.errors()).toEqual([])
    })

    it('the claim link makes an account the owner’s, and a skill that is created is on the page', async () => {
      await page.open(`${site.url}/register#claim=${claimToken}`)
      await fill({ Name: ada.name, 'Family Name': ada.surname, Username: ada.username })
      await fill({ 'Email address': ada.email, Password: ada.password })
      await page.click(button('Make this site yours'))
      await eventually('location.pathname', '/')
      await page.open(`${site.url}/admin/skill/create`)
      await fill({ Name: 'Semaphore', Percent: '70' })
      await page.click(button('Publish'))
      await eventually('location.pathname', '/admin/resume')
      // Firefox may show the page that it has once more, and fetch the new one meanwhile (RFC 5861, section 3).
      await expect
        .poll(
          async () => {
            await page.open(site.url)
            return page.evaluate(`document.querySelector('[data-meters]').textContent`)
          },
          { timeout: 30_000 },
        )
        .toContain('Semaphore')
      expect(await page.errors()).toEqual([])
    })

    it('the contact form sends a message, which is stored', async () => {
      await page.open(site.url)
      await fill({ Name: 'Emmy', Email: 'emmy@example.com', Message: `Written in ${name}.` })
      await page.click(button('Send'))
      await eventually(`document.querySelector('form[data-island=contact]').dataset.state`, 'sent')
      expect(await page.errors()).toEqual([])
      // Written faster than people do, it may lie in any of the lists.
      const stored = await fetch(`${site.url}/api/messages?view=all`, { headers: await site.headersOf(ada) })
      expect(await stored.json()).toMatchObject({ messages: [{ message: `Written in ${name}.` }] })
    })

    // WebKit tells nothing of its fonts.
    if (name === 'Firefox')
      it('a font that does not come is an error, unless the page was left before', async () => {
        let held = false
        const server = createServer(({ url }, response) => {
          if (url === '/held') held = true
          else response.writeHead(url === '/' ? 200 : 404, { 'content-type': 'text/html' }).end('<p>Text')
        })
        const port = await freePort()
        await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
        const ask = (file: string) =>
          page.evaluate(`document.body.insertAdjacentHTML('beforeend',
            '<style>@font-face { font-family: ${file}; src: url(/${file}) }</style><p style="font-family: ${file}">Text')`)
        await page.open(`http://127.0.0.1:${port}/`)
        await ask('held')
        await expect.poll(() => held).toBe(true)
        await page.open(`http://127.0.0.1:${port}/`)
        await ask('gone')
        const heard: string[] = []
        await expect.poll(async () => heard.push(...(await page.errors()))).toBeGreaterThan(0)
        expect(heard).toEqual([expect.stringMatching(/^downloadable font: .*gone/)])
        server.closeAllConnections()
        server.close()
      })

    it('nothing of it was reported as refused by the policy, and an error is heard', async () => {
      expect(await refused()).toBe('No browser was kept from loading anything.')
      await page.open(`${site.url}/login`)
      await page.evaluate(`void setTimeout(() => { throw new Error('heard') })`)
      await expect.poll(async () => (await page.errors()).join(), { timeout: 30_000 }).toContain('heard')
    })
  })
}
