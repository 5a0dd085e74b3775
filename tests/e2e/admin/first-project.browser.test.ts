import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { browser } from '../../support/browser.ts'
import { firstProject, walkToFirstProject } from '../../support/first-project.ts'
import { cheapWork, startProduct } from '../../support/product.ts'
import { currentPage } from './content.ts'

const upload = path.resolve(import.meta.dirname, '../../../dist/client/icon-512.png')

it('leads a new user from what the start prints to a published first project with an image, in a few clicks and keys and without a document', async () => {
  // A site is made one's own once: whoever tries again starts with another.
  const product = await startProduct({ preload: cheapWork, env: { LIMITS: 'off' } })
  onTestFinished(async () => void (await product.stop()))
  const { effort, visitor } = await walkToFirstProject(await browser(), {
    said: product.said(),
    image: upload,
    at: async (stop) => stop === 'published' && currentPage(product.url),
  })

  // Visible to somebody who is nobody here, with its image, and at an address of its own.
  const card = visitor.locator('[data-portfolio] a[data-project]').filter({ hasText: firstProject.title })
  const image = card.locator('img')
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
  const address = await card.getAttribute('href')
  const whole = await fetch(new URL(address ?? '', product.url))
  expect([whole.status, await whole.text()]).toEqual([200, expect.stringContaining(firstProject.summary)])

  // A person needs about a third of a second a key and two a click, reading included: under a minute and a half, besides what the machine takes.
  expect(effort.clicks).toBeLessThanOrEqual(14)
  expect(effort.keys).toBeLessThanOrEqual(150)
})
