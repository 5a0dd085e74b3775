import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runCli } from '../../prove/support/run-cli.ts'
import { ada, ownedSite } from './admin/people.ts'
import { scrollThrough } from './site.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'vitrine-cut-fonts-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const cut = /\/assets\/fonts\/[0-9a-f]{32}\.woff2/g
const soon = 170_000

/** The fonts that a page fetches when it is read to its end. */
const fetchedBy = async (page: Page, address: string): Promise<string[]> => {
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname)
  })
  await page.goto(address)
  await scrollThrough(page)
  await page.evaluate(async () => void (await document.fonts.ready))
  return fonts
}

/** Glyphs of an element that the fonts of the site draw, and those of the machine. */
const glyphsOf = async (page: Page, selector: string) => {
  const session = await page.context().newCDPSession(page)
  for (const domain of ['DOM', 'CSS'] as const) await session.send(`${domain}.enable`)
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  const count = (isOwn: boolean) =>
    fonts.filter(({ isCustomFont }) => isCustomFont === isOwn).reduce((sum, { glyphCount }) => sum + glyphCount, 0)
  return { own: count(true), others: count(false) }
}

describe('A published site', () => {
  const site = ownedSite()
  const html = async () => (await fetch(site.url)).text()
  const cutFonts = async () => [...new Set((await html()).match(cut))].sort()
  beforeAll(() => site.register(ada, { claim: true }))

  it('fetches fonts that are cut to it, which no cache asks for again', async () => {
    await vi.waitUntil(async () => (await cutFonts()).length > 0, soon)
    const fonts = await fetchedBy(await site.open({ reducedMotion: 'reduce' }), '/')
    expect(fonts.length).toBeGreaterThan(1)
    expect(fonts.filter((font) => !font.startsWith('/assets/fonts/'))).toEqual([])
    const { status, headers } = await fetch(site.url + fonts[0])
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      ...[200, 'font/woff2', 'public, max-age=31536000, immutable'],
    ])
  })

  it('draws new letters at once, and soon from fonts that are cut with them; Greek from the machine', async () => {
    const before = await cutFonts()
    await site.callAs(ada, 'PATCH', '/settings', { name: 'Żółta Ðís' })
    await vi.waitUntil(async () => (await html()).includes('Żółta'), soon)
    await vi.waitUntil(async () => (await cutFonts()).some((font) => !before.includes(font)), soon)
    const page = await site.open({ reducedMotion: 'reduce' })
    const fonts = await fetchedBy(page, '/')
    expect(fonts.filter((font) => !font.startsWith('/assets/fonts/'))).toEqual([])
    expect(await glyphsOf(page, '.home-name')).toEqual({ own: 'ŻółtaÐís'.length, others: 0 })

    await site.callAs(ada, 'PATCH', '/settings', { name: 'Ελένη' })
    await vi.waitUntil(async () => (await html()).includes('Ελένη'), soon)
    const greek = await site.visit('/', { reducedMotion: 'reduce' })
    await greek.evaluate(async () => void (await document.fonts.ready))
    expect(await glyphsOf(greek, '.home-name')).toEqual({ own: 0, others: 5 })
    // The letters of before are those of a file that is still there.
    await vi.waitUntil(async () => String(await cutFonts()) === String(before), soon)
  })

  it('is exported with its cut fonts', async () => {
    const out = path.join(scratch, 'site')
    const { code, err } = await runCli(['export', out, '--base', '/portfolio/'], { DATA_DIR: site.dataDir })
    expect([code, err]).toEqual([0, ''])
    const named =
      readFileSync(path.join(out, 'index.html'), 'utf8').match(/\/portfolio\/assets\/[\w./-]+\.woff2/g) ?? []
    expect(named.filter((font) => font.includes('/assets/fonts/')).length).toBeGreaterThan(1)
    expect(named.filter((font) => !existsSync(path.join(out, font.replace('/portfolio', ''))))).toEqual([])
  })
})
