import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { childrenOf } from '../../bench/child.ts'
import { bomb } from '../../tests/support/pictures.ts'
import { sampleMp4, sampleWebm } from '../../tests/support/sample-video.ts'
import type { Check } from '../check.ts'
import { atLeast, figure, none, pageFigures } from '../support/figures.ts'
import { startOwned } from '../support/owned-product.ts'
import { watchPage } from '../support/watch-page.ts'

const canvas = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#375' } })
const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`)

/** Files that would like to be taken for images, or are more image than a small machine can hold. */
const hostile = async (): Promise<[name: string, file: Uint8Array, mayBeTaken: boolean][]> => {
  const jpeg = await canvas(400, 300).jpeg().toBuffer()
  const png = await canvas(400, 300).png().toBuffer()
  const script = Buffer.from('<script>alert(1)</script>')
  return [
    ['an interlaced PNG of 24 megapixels', bomb(4898, 4898), true],
    ['the same again', bomb(4898, 4899), true],
    ['one pixel row too many', bomb(6000, 6000), false],
    ['a PNG of 20,000 × 20,000', await canvas(20_000, 2000).png({ compressionLevel: 9 }).toBuffer(), false],
    ['a JPEG of 24 megapixels', await canvas(6000, 4000).jpeg({ progressive: true }).toBuffer(), true],
    ['a WebP of 24 megapixels', await canvas(6000, 4000).webp({ lossless: true }).toBuffer(), true],
    ['an AVIF of 24 megapixels', await canvas(6000, 4000).avif({ effort: 0 }).toBuffer(), true],
    [
      'an animated WebP',
      await sharp({ create: { width: 100, height: 4000, channels: 3, background: '#111', pageHeight: 100 } as never })
        .webp({ loop: 0 })
        .toBuffer(),
      true,
    ],
    ['a GIF', await canvas(50, 50).gif().toBuffer(), false],
    ['a TIFF', await canvas(50, 50).tiff().toBuffer(), false],
    ['an SVG with a script', svg('<script>alert(1)</script>'), true],
    ['an SVG that asks for a file', svg('<image href="file:///etc/passwd"/>'), true],
    ['a JPEG cut short', jpeg.subarray(0, jpeg.length / 2), false],
    ['a JPEG with a page behind it', Buffer.concat([jpeg, script]), true],
    ['a PNG with a page behind it', Buffer.concat([png, script]), true],
    ['a page that begins like a PNG', Buffer.concat([png.subarray(0, 33), script]), false],
    ['nothing', Buffer.alloc(0), false],
    ['a megabyte of zeros', Buffer.alloc(2 ** 20), false],
    ['seven megabytes', Buffer.concat([jpeg, Buffer.alloc(7 * 2 ** 20)]), false],
    ['a page named as a video', Buffer.concat([Buffer.from('<!doctype html>'), script]), false],
    ['an MP4', sampleMp4('kept', { padding: 2 ** 20 }), true],
    ['an MP4 cut short', sampleMp4('cut', { padding: 2 ** 20 }).subarray(0, 2 ** 19), false],
    ['an MP4 with a page in it', sampleMp4('<script>alert(1)</script>'), true],
    ['an MP4 with a page behind it', Buffer.concat([sampleMp4('page'), script]), false],
    ['a WebM with a page behind it', Buffer.concat([sampleWebm('page'), script]), false],
    ['31 MB of video', sampleMp4('large', { padding: 31 * 2 ** 20 }), false],
    ['a ZIP archive', Buffer.from('504b0304140000000800', 'hex'), false],
  ]
}

/** Memory of a process in MB; what it shares counts in parts. Linux only. */
const resident = (pid: number): number => {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024
  } catch {
    // It has just ended.
    return 0
  }
}

/** Limit for all processes, in MB: that of the process that reads images, and 200 for the others. */
const mostOfAll = 768 + 200

/** A video is served as it is, as nothing but a video. */
const isHarmless = (type: string, text: string) =>
  /^video\/(?:mp4|webm)$/.test(type) ||
  (/^image\/(?:jpeg|webp|avif|png|svg\+xml)$/.test(type) && !/<script|file:/.test(text))

/** Twenty-seven files by somebody who got hold of the owner's session. */
export const uploads: Check = {
  name: 'uploads',
  kind: 'threat',
  timed: true,
  promise:
    'Twenty-seven hostile files, four at a time: a file that is no image and no video is refused with a message, an image is encoded again under a new name, an SVG is sanitized, and a video is served as nothing else; the server’s own memory stays under 200 MB, that of all its processes within what the one that reads images may take, and the page is served meanwhile.',
  run: async ({ random }) => {
    const product = await startOwned()
    try {
      const files = random.shuffled(await hostile())
      const wrong: string[] = []
      let [ownPeak, peak] = [0, 0]
      const gauge = setInterval(() => {
        const own = resident(product.pid)
        ownPeak = Math.max(ownPeak, own)
        peak = Math.max(
          peak,
          childrenOf(product.pid)
            .map(resident)
            .reduce((sum, one) => sum + one, own),
        )
      }, 50)
      const watch = watchPage(product.url, { visitors: 2, pause: 10 })
      const waiting = [...files]
      const sender = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const [name, file, mayBeTaken] = next
          const head =
            '--x\r\nContent-Disposition: form-data; name="file"; filename="../../a.svg"\r\nContent-Type: image/svg+xml\r\n\r\n'
          const body = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')])
          const headers = {
            'content-type': 'multipart/form-data; boundary=x',
            origin: product.url,
            cookie: product.cookie,
          }
          const answer = await product
            .ask('/api/media', { method: 'POST', headers, body, timeoutMs: 60_000 })
            .catch((error: Error) => error)
          if (answer instanceof Error) wrong.push(`${name}: ${answer.message}`)
          else if (answer.status === 201 && mayBeTaken) {
            // Nothing published uses it, so it is the owner's alone.
            const file = await product.own('GET', answer.json.url)
            if (!isHarmless(String(file.headers['content-type']), file.text))
              wrong.push(`${name}: served as ${file.headers['content-type']}`)
          } else if (![413, 415, 422].includes(answer.status))
            wrong.push(`${name}: ${answer.status} ${answer.text.slice(0, 100)}`)
        }
      }
      await Promise.all(Array.from({ length: 4 }, sender))
      clearInterval(gauge)
      const met = await watch.stop()
      return [
        atLeast('hostile files', files.length, 27),
        none('taken, served or failed wrongly', wrong),
        figure('resident memory of the server, highest', ownPeak, { atMost: 200 }, { unit: 'MB' }),
        // Reading an AVIF of 24 megapixels takes 490 MB for a moment.
        figure('resident memory of all processes, highest', peak, { atMost: mostOfAll }, { unit: 'MB' }),
        ...pageFigures(met, 200),
      ]
    } finally {
      await product.stop()
    }
  },
}
