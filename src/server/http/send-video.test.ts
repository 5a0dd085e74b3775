import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveSite, startLiveSite } from '../../../tests/support/live-site.ts'
import { by } from '../../../tests/support/media.ts'
import { sampleMp4, sampleWebm } from '../../../tests/support/sample-video.ts'
import type { MediaItem } from '../../model/media/media-item.ts'
import type { StoredVideo } from '../media/stored-bytes.ts'

const megabyte = 2 ** 20
const bytes = sampleMp4('served', { padding: 3 * megabyte })
for (let at = 400; at < bytes.length; at += 4) bytes.writeUInt32BE(at, Math.min(at, bytes.length - 4))
const { length } = bytes

let site: LiveSite
let video: MediaItem
const links: string[] = []
/** A video that the page links to. */
const upload = async (file: Buffer, name = 'Lebenslauf – Rolle.mp4') => {
  const item = await site.services.media.upload(file, { name, by })
  links.push(`[Film](${item.url})`)
  await site.services.settings.update({ introduction: links.join(' ') }, { by })
  return item
}
beforeAll(async () => {
  site = await startLiveSite()
  video = await upload(bytes)
})
afterAll(() => site.stop())

const ask = (headers: Record<string, string> = {}, method = 'GET') => site.ask(video.url, { method, headers })

describe('A video', () => {
  it('is sent whole, as what it is, to be kept for good, and may neither run nor fetch', async () => {
    const { status, headers, body } = await ask()
    expect(status).toBe(200)
    expect(body.equals(bytes)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'",
      'content-disposition': expect.stringContaining('inline; filename="Lebenslauf  Rolle.mp4"'),
      'x-content-type-options': 'nosniff',
      etag: `"${video.url.slice('/media/'.length)}"`,
    })
    const webm = await upload(sampleWebm('served'))
    expect((await site.ask(webm.url)).headers['content-type']).toBe('video/webm')
  })

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=1000-', 1000, length - 1],
    ['bytes=131071-131072', 131_071, 131_072],
    ['bytes=-7', length - 7, length - 1],
    [`bytes=${length - 1}-${length + 500}`, length - 1, length - 1],
  ])('is sent in part when %s are asked for', async (range, from, to) => {
    const { status, headers, body } = await ask({ range })
    expect([status, headers['content-range'], headers['content-length']]).toEqual([
      206,
      `bytes ${from}-${to}/${length}`,
      String(to - from + 1),
    ])
    expect(body.equals(bytes.subarray(from, to + 1))).toBe(true)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('has no bytes behind its end', async () => {
    const { status, headers, body } = await ask({ range: `bytes=${length}-` })
    expect([status, headers['content-range'], body.length]).toEqual([416, `bytes */${length}`, 0])
    expect(headers['cache-control']).toBe('no-store')
  })

  it('is sent in part only to whoever has the same file, and not again to whoever has it all', async () => {
    const { etag = '' } = (await ask({}, 'HEAD')).headers
    expect((await ask({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
    for (const other of ['"another"', `W/${etag}`, 'Sun, 22 Nov 2026 20:00:00 GMT'])
      expect((await ask({ range: 'bytes=0-9', 'if-range': other })).status).toBe(200)
    const again = await ask({ 'if-none-match': etag, range: 'bytes=0-9' })
    expect([again.status, again.body.length]).toEqual([304, 0])
  })

  it('has the headers of a whole file for HEAD, and takes no other method', async () => {
    const { status, headers, body } = await ask({ range: 'bytes=0-9' }, 'HEAD')
    expect([status, headers['content-length'], body.length]).toEqual([200, String(length), 0])
    expect((await ask({}, 'POST')).status).toBe(405)
  })

  it('leads to the one that took its place, and to nothing once it is in the trash', async () => {
    const former = await upload(sampleMp4('former'))
    const next = await site.services.media.replace(former.id, sampleMp4('next'), { by, name: 'next.mp4' })
    const moved = await site.ask(former.url)
    expect([moved.status, moved.headers.location, moved.headers['cache-control']]).toEqual([302, next.url, 'no-store'])
    await site.services.media.remove(next.id, { by })
    expect((await site.ask(next.url)).status).toBe(404)
    expect((await site.ask('/media/0123456789abcdef.mp4')).status).toBe(404)
  })

  it('is read no faster than its visitor takes it', async () => {
    const large = await upload(sampleMp4('slow', { padding: 20 * megabyte }))
    const before = process.memoryUsage().rss
    const sockets = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const socket = connect({ port: site.port, host: '127.0.0.1' })
        socket.pause()
        socket.write(`GET ${large.url} HTTP/1.1\r\nHost: x\r\n\r\n`)
        // The head has come: the answer has begun, and stands still.
        await new Promise((resolve) => socket.once('readable', resolve))
        return socket
      }),
    )
    const grown = process.memoryUsage().rss - before
    for (const socket of sockets) socket.destroy()
    expect(grown).toBeLessThan(150 * megabyte)
    expect((await ask({ range: 'bytes=0-9' })).status).toBe(206)
  })

  it('has hundreds of readers without a visit that waits for more than a few parts', async () => {
    const found = (await site.services.media.video(video.url.slice('/media/'.length))) as StoredVideo
    let parts = 0
    let most = 0
    let turns = 0
    let going = true
    const watch = () => {
      most = Math.max(most, parts)
      parts = 0
      turns += 1
      if (going) setImmediate(watch)
    }
    setImmediate(watch)
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        for await (const part of await found.read(0, megabyte)) if (part.length > 0) parts += 1
      }),
    )
    going = false
    expect(turns).toBeGreaterThan(100)
    expect(most).toBeLessThan(10)
  })
})
