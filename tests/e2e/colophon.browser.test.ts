import { beforeAll, expect, it, vi } from 'vitest'
import { axeViolations } from '../support/axe.ts'
import { eventually, started } from '../support/browser.ts'
import { inItsFonts } from '../support/moments.ts'
import { ada, ownedSite } from './admin/people.ts'
import { sideways } from './site.ts'

const site = ownedSite()
const still = { reducedMotion: 'reduce' } as const
const publish = async (settings: object, seen: string) => {
  await site.callAs(ada, 'PATCH', '/settings', settings)
  await vi.waitUntil(async () => (await (await fetch(site.url)).text()).includes(seen), 90_000)
}

beforeAll(async () => {
  await site.register(ada, { claim: true })
  await publish({ colophon: true, timeZone: 'Asia/Tokyo' }, 'data-zone="Asia/Tokyo"')
})

it('the colophon has the time at the owner’s place once it comes near, minute by minute, and nothing moves for it', async () => {
  const page = await site.open({ ...still, width: 1280, timezoneId: 'America/New_York' })
  await page.clock.install({ time: new Date('2026-02-03T04:00:00Z') })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await started(page)
  await inItsFonts(page)
  await page.clock.pauseAt(new Date('2026-02-03T04:05:50Z'))
  const clock = page.locator('[data-zone]')
  expect(asked.filter((path) => path.includes('clock'))).toEqual([])
  const boxes = () =>
    page
      .locator('.footer, .footer li, .footer p')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
  const placed = (rects: { x: number; width: number; height: number }[]) =>
    rects.map(({ x, width, height }) => [x, width, height])
  const before = placed(await boxes())
  await clock.scrollIntoViewIfNeeded()
  await eventually(() => clock.textContent(), '1:05 PM')
  expect(placed(await boxes())).toEqual(before)
  await page.clock.runFor(60_000)
  await eventually(() => clock.textContent(), '1:06 PM')
})

it('the colophon names the zone without a script, and keeps the name in a browser that does not know it', async () => {
  const page = await site.visit('/', { ...still, javaScriptEnabled: false })
  expect(await page.locator('.colophon').innerText()).toContain('Japan Standard Time')
  const other = await site.open(still)
  await other.addInitScript(() => {
    Object.assign(Intl, {
      DateTimeFormat: () => {
        throw new RangeError('unknown zone')
      },
    })
  })
  const fetched = other.waitForResponse((response) => response.url().includes('/clock-'))
  await other.goto('/')
  await started(other)
  await other.locator('[data-zone]').scrollIntoViewIfNeeded()
  await (await fetched).finished()
  expect(await other.locator('[data-zone]').textContent()).toBe('Japan Standard Time')
})

it('the settings show the time zone once the colophon is on, that of the device first', async () => {
  const page = await site.openAs(ada, { timezoneId: 'Europe/Lisbon' })
  await page.goto('/admin/settings?tab=sections')
  const zone = page.getByLabel('Time zone')
  await zone.waitFor()
  expect((await zone.locator('option').allTextContents()).slice(0, 2)).toEqual(['None', 'Europe/Lisbon (this device)'])
  await page.getByRole('switch', { name: 'Colophon' }).click()
  await zone.waitFor({ state: 'detached' })
  await page.getByRole('switch', { name: 'Colophon' }).click()
  await zone.waitFor()
})

it('the colophon names its typefaces, passes axe and sticks out nowhere on a page in Arabic', async () => {
  await publish({ language: 'ar' }, `dir="rtl"`)
  const page = await site.visit('/', { ...still, width: 360 })
  expect(await page.locator('.colophon bdi').first().textContent()).not.toBe('')
  await page.locator('.colophon').scrollIntoViewIfNeeded()
  expect(await axeViolations(page)).toEqual([])
  expect(await sideways(page)).toEqual([])
})
