import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually, type Visit } from '../support/browser.ts'
import { clickInPlace, fetchedCode } from '../support/moments.ts'
import { halves } from '../support/pictures.ts'
import { contentOf, currentPage } from './admin/content.ts'
import { ada, ownedSite } from './admin/people.ts'
import { openOver, scrollThrough, sideways } from './site.ts'

const still = { reducedMotion: 'reduce' } as const
const shapes = { tall: [500, 1500], upright: [900, 1200], wide: [1600, 400], small: [300, 200] } as const
type Shape = keyof typeof shapes

const viewer = (page: Page) => page.locator('dialog.viewer')
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('href'))

describe('The pictures of a project', () => {
  const site = ownedSite()
  const owner = contentOf(site)
  const images = {} as Record<Shape, string>

  beforeAll(async () => {
    await site.register(ada, { claim: true })
    for (const [name, [width, height]] of Object.entries(shapes)) {
      const picture = await halves(width, height, 'teal', 'tan').jpeg().toBuffer()
      const [answer] = await site.uploadAs<{ id: string }>(ada, [[`${name}.jpg`, picture]])
      images[name as Shape] = answer?.body.id ?? ''
    }
    const gallery = Object.values(images).map((image, n) => ({ image, caption: n === 1 ? 'The second' : '' }))
    await owner.create('projects', {
      ...{ title: 'Labels', slug: 'labels', categories: ['design'], size: 'small', image: images.tall },
      blocks: [
        { id: 'i', kind: 'image', image: images.small, caption: '' },
        { id: 'g', kind: 'gallery', images: gallery },
      ],
    })
  })

  const visit = async (path: string, options: Visit = still) => {
    await currentPage(site.url, '/projects/labels')
    return site.visit(path, options)
  }

  it('stand whole, no wider than their file and within the window, at every width', async () => {
    const page = await visit('/projects/labels')
    for (const [width, height] of [
      [360, 740],
      [768, 1024],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height })
      await scrollThrough(page)
      expect(await sideways(page)).toEqual([])
      const drawn = await page.locator('.project-article img').evaluateAll((all) =>
        all.map((one) => {
          const img = one as HTMLImageElement
          const [across, along] = [img.clientWidth / Number(img.width), img.clientHeight / Number(img.height)]
          const natural = [Number(img.getAttribute('width')), Number(img.getAttribute('height'))]
          const { objectFit } = getComputedStyle(img)
          // What of the box the picture takes when nothing is cut off.
          const scale = Math.min(img.clientWidth / (natural[0] ?? 1), img.clientHeight / (natural[1] ?? 1))
          const whole = objectFit === 'contain' || Math.abs(across - along) < 0.01
          return { whole, scale, height: (natural[1] ?? 0) * scale }
        }),
      )
      expect(drawn).toHaveLength(2 + Object.keys(shapes).length)
      for (const { whole, scale, height: tall } of drawn) {
        expect(whole).toBe(true)
        expect(scale).toBeLessThanOrEqual(1.001)
        expect(tall).toBeLessThanOrEqual(height * 0.85 + 1)
      }
    }
    // In the order in which they are read, and all of a row equally tall.
    const boxes = await page
      .locator('.gallery > li')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
    const order = boxes.toSorted((one, other) => one.top - other.top || one.left - other.left)
    expect(boxes).toEqual(order)
  })

  it('are fetched as large as they are drawn in a tile that cuts them', async () => {
    await owner.create('projects', { title: 'Shore', slug: 'shore', categories: ['design'], image: images.wide })
    await eventually(async () => (await currentPage(site.url)).includes('/projects/shore'), true)
    for (const width of [390, 1280]) {
      const page = await visit('/', { ...still, width })
      const picture = page.locator('a[href="/projects/shore"] img')
      await picture.scrollIntoViewIfNeeded()
      await eventually(() => picture.evaluate((one: HTMLImageElement) => one.complete && one.currentSrc !== ''), true)
      const [drawn = 0, fetched = 0] = await picture.evaluate(async (one: HTMLImageElement) => {
        const file = new Image()
        file.src = one.currentSrc
        await file.decode()
        return [one.clientHeight, file.naturalHeight]
      })
      // On a phone two thirds do, whose screens have many pixels.
      expect(fetched * (width < 1000 ? 1.65 : 1)).toBeGreaterThanOrEqual(drawn - 1)
    }
  })

  it('open over the page, turn by the arrow keys, and close with Escape and Back where they were', async () => {
    const page = await visit('/projects/labels')
    const link = page.locator('.gallery a[data-view]').first()
    await link.focus()
    await fetchedCode(page, 'viewer')
    await page.keyboard.press('Enter')
    await viewer(page).waitFor()
    const place = viewer(page).getByRole('status')
    // The project's own, that of its block, and then the gallery.
    await eventually(() => place.textContent(), '3 of 6')
    await page.keyboard.press('ArrowRight')
    await eventually(() => place.textContent(), '4 of 6')
    const slide = viewer(page).locator('.viewer-slide:not([inert])')
    expect(await slide.locator('.viewer-caption').textContent()).toBe('The second')
    const [box, room] = [await slide.locator('img').boundingBox(), await slide.locator('.viewer-image').boundingBox()]
    expect(box && room && [box.y >= room.y, box.y + box.height <= room.y + room.height + 1]).toEqual([true, true])
    await page.keyboard.press('Escape')
    await viewer(page).waitFor({ state: 'detached' })
    const second = page.locator('.gallery a[data-view]').nth(1)
    expect(await focused(page)).toBe(await second.getAttribute('href'))
    // Twice before it is there.
    await second.evaluate((one: HTMLElement) => {
      one.click()
      one.click()
    })
    await viewer(page).waitFor()
    await page.goBack()
    await viewer(page).waitFor({ state: 'detached' })
    await eventually(async () => new URL(page.url()).pathname, '/projects/labels')
  })

  it('leave the focus on the button that has led to the last of them', async () => {
    const page = await visit('/projects/labels')
    await clickInPlace(page.locator('.gallery a[data-view]').nth(2), 'viewer')
    const place = viewer(page).getByRole('status')
    await eventually(() => place.textContent(), '5 of 6')
    const next = viewer(page).getByRole('button', { name: 'Next image' })
    const state = () => next.evaluate((button) => [button === document.activeElement, button.ariaDisabled])
    await next.focus()
    expect(await state()).toEqual([true, 'false'])
    await page.keyboard.press('Enter')
    await eventually(() => place.textContent(), '6 of 6')
    await eventually(state, [true, 'true'])
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowLeft')
    await eventually(() => place.textContent(), '5 of 6')
    expect(await state()).toEqual([true, 'false'])
  })

  it('open over the dialog of a project, which stays where it is', async () => {
    const page = await visit('/')
    await openOver(page.locator('a[href="/projects/labels"]'))
    const dialog = page.locator('dialog.project-dialog')
    await clickInPlace(dialog.locator('.gallery a[data-view]').nth(2), 'viewer')
    await viewer(page).waitFor()
    await page.keyboard.press('ArrowLeft')
    // A swipe turns the images, and not the projects as well.
    const heard = await dialog.evaluate((element) => {
      let count = 0
      element.addEventListener('touchstart', () => {
        count += 1
      })
      element.querySelector('.viewer-strip')?.dispatchEvent(new Event('touchstart', { bubbles: true }))
      return count
    })
    expect(heard).toBe(0)
    const close = viewer(page).getByRole('button', { name: 'Close' })
    await close.evaluate((one: HTMLElement) => {
      one.click()
      one.click()
    })
    await viewer(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('hidden')
    expect(await dialog.locator('h1').textContent()).toBe('Labels')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    // A ratio of the dialog's own images is known there, too.
    expect(
      await dialog
        .locator('.gallery > li')
        .first()
        .evaluate((one) => getComputedStyle(one).getPropertyValue('--r')),
    ).toBe('0.333')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('have no arrows in the viewer where there is one alone', async () => {
    await owner.create('projects', {
      ...{ title: 'Alone', slug: 'alone', categories: ['design'], size: 'small', image: images.upright, blocks: [] },
    })
    await currentPage(site.url, '/projects/alone')
    const page = await visit('/projects/alone')
    await clickInPlace(page.locator('a[data-view]'), 'viewer')
    await viewer(page).waitFor()
    expect(
      await viewer(page)
        .getByRole('button')
        .evaluateAll((all) => all.filter((one) => one.checkVisibility()).length),
    ).toBe(1)
  })

  it('are links to their files without scripts', async () => {
    const page = await visit('/projects/labels', { javaScriptEnabled: false })
    const href = await page.locator('.project-image a').getAttribute('href')
    const answer = await fetch(site.url + href)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })
})
