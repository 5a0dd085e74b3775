import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { sampleMp4 } from '../../support/sample-video.ts'
import { contentOf } from './content.ts'
import { expectFine } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

interface Item {
  id: string
  name: string
  alt: string
  kind: string
  type: string
  url: string
  width: number
}
const videos = async () => (await content.call<{ media: Item[] }>('GET', '/media?kind=video')).media

/** A moment of a moving square, recorded by the browser itself. */
const record = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
    const context = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
    const pieces: Blob[] = []
    recorder.ondataavailable = ({ data }) => pieces.push(data)
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    for (let frame = 0; frame < 25; frame += 1) {
      context?.fillRect(0, 0, 320, 180)
      if (context) context.fillStyle = frame % 2 ? '#c04020' : '#2040c0'
      await new Promise(requestAnimationFrame)
    }
    recorder.stop()
    await stopped
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  return Buffer.from(base64, 'base64')
}

describe('a video', () => {
  it('is uploaded, described, played and replaced in Media, and plays on its own address', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    const buffer = await record(page)
    await page.locator('input[type=file]').setInputFiles({ name: 'reel.webm', mimeType: 'video/webm', buffer })
    const tile = page.locator('.media-tile', { hasText: 'reel.webm' })
    await eventually(async () => (await videos()).length, 1)
    await tile.waitFor()
    const [item] = await videos()
    expect(item).toMatchObject({ kind: 'video', type: 'video/webm', width: 320 })
    await eventually(() => tile.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth), 320)
    await tile.getByText('No description').waitFor()
    await expectFine(page, 'Media with a video')

    await tile.click()
    const dialog = page.getByRole('dialog', { name: 'reel.webm' })
    const player = dialog.locator('video')
    await player.evaluate(async (video: HTMLVideoElement) => {
      video.muted = true
      await video.play()
    })
    await eventually(() => player.evaluate((video: HTMLVideoElement) => video.currentTime > 0), true)
    await expectFine(page, 'the dialog of a video')
    await dialog.getByLabel('Description').fill('A square changes its colour')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect((await videos())[0]?.alt).toBe('A square changes its colour')

    // Opened on its own, under its own policy.
    await page.goto(site.url + item?.url)
    await eventually(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState > 0), true)
  })

  it('that this browser cannot play says so, and stays a file that can be replaced or deleted', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    const buffer = sampleMp4('not a film')
    await page.locator('input[type=file]').setInputFiles({ name: 'silent.mp4', mimeType: 'video/mp4', buffer })
    const tile = page.locator('.media-tile', { hasText: 'silent.mp4' })
    await tile.getByText('Does not play here').waitFor()
    await tile.click()
    const dialog = page.getByRole('dialog', { name: 'silent.mp4' })
    await dialog.getByRole('alert').filter({ hasText: 'cannot play it' }).waitFor()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Video deleted').waitFor()
  })

  it('is refused when it is a page by another name, or larger than 30 MB', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    const before = (await videos()).length
    const line = (name: string) =>
      page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name }).getByRole('alert')
    await page.locator('input[type=file]').setInputFiles([
      { name: 'page.mp4', mimeType: 'video/mp4', buffer: Buffer.from('<!doctype html><script>alert(1)</script>') },
      { name: 'cut.mp4', mimeType: 'video/mp4', buffer: sampleMp4('cut', { padding: 5000 }).subarray(0, -50) },
    ])
    await line('page.mp4').waitFor()
    await line('cut.mp4').filter({ hasText: 'damaged or cut short' }).waitFor()
    expect((await videos()).length).toBe(before)
  })
})
