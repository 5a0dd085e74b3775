import { describe, expect, it } from 'vitest'
import { sampleMp4, sampleWebm } from '../../../tests/support/sample-video.ts'
import { UnsupportedType } from '../../model/errors.ts'
import { isVideo, readVideo } from './video.ts'

const page = Buffer.from('<!doctype html><script>alert(1)</script>')

const emptyBox = Buffer.from([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65])

const outcomeOf = (bytes: Buffer) => {
  try {
    return isVideo(bytes) ? readVideo(bytes).type : 'no video'
  } catch (error) {
    return error instanceof UnsupportedType ? 'refused' : 'failed'
  }
}

describe('The container of a video', () => {
  it('tells its type and the size of a frame, upright', () => {
    expect(readVideo(sampleMp4('a'))).toEqual({ type: 'video/mp4', width: 640, height: 360 })
    expect(readVideo(sampleMp4('a', { turned: true }))).toEqual({ type: 'video/mp4', width: 360, height: 640 })
    expect(readVideo(sampleWebm('a', { width: 320, height: 200 }))).toEqual({
      type: 'video/webm',
      width: 320,
      height: 200,
    })
  })

  it('is read from a file whose bytes lie in the middle of a larger buffer', () => {
    const bytes = sampleMp4('a')
    const within = Buffer.concat([page, bytes, page]).subarray(page.length, page.length + bytes.length)
    expect(readVideo(within)).toMatchObject({ type: 'video/mp4' })
  })

  it('is read when a live recording did not know its own length', () => {
    const bytes = sampleWebm('live')
    const segment = bytes.indexOf(Buffer.from('18538067', 'hex'))
    bytes.fill(0xff, segment + 5, segment + 12)
    expect(readVideo(bytes)).toMatchObject({ type: 'video/webm' })
  })

  it.each<[string, Buffer]>([
    ['a page named .mp4', page],
    ['an AVIF', sampleMp4('a', { brand: 'avif' })],
    ['a HEIC', sampleMp4('a', { brand: 'heic' })],
    ['nothing', Buffer.alloc(0)],
    ['four bytes', Buffer.from('1a45dfa3', 'hex')],
  ])('is not seen in %s', (_, bytes) => {
    expect(isVideo(bytes)).toBe(false)
  })

  it.each<[string, Buffer]>([
    ['cut short in its pictures', sampleMp4('a', { padding: 500 }).subarray(0, -100)],
    ['cut short in its head', sampleMp4('a').subarray(0, 60)],
    ['with a page behind it', Buffer.concat([sampleMp4('a'), page])],
    ['with a page in place of its boxes', Buffer.concat([sampleMp4('a').subarray(0, 20), page])],
    ['of sound alone', sampleMp4('a', { handler: 'soun' })],
    ['of another brand', sampleMp4('a', { brand: 'qt  ' })],
    ['that is larger than any screen', sampleMp4('a', { width: 30_000 })],
    ['without size', sampleMp4('a', { width: 0 })],
    ['of a hundred thousand empty boxes', Buffer.concat([sampleMp4('a'), ...Array(100_000).fill(emptyBox)])],
  ])('is refused of an MP4 %s', (_, bytes) => {
    expect(() => readVideo(bytes)).toThrow(UnsupportedType)
  })

  it.each<[string, Buffer]>([
    ['cut short in its pictures', sampleWebm('a', { padding: 500 }).subarray(0, -100)],
    ['cut short in its head', sampleWebm('a').subarray(0, 30)],
    ['with a page behind it', Buffer.concat([sampleWebm('a'), page])],
    ['of sound alone', sampleWebm('a', { handler: 'soun' })],
    ['that is a Matroska file', sampleWebm('a', { docType: 'matroska' })],
    ['that says to be a page', sampleWebm('a', { docType: '<html>' })],
    ['without size', sampleWebm('a', { height: 0 })],
  ])('is refused of a WebM %s', (_, bytes) => {
    expect(() => readVideo(bytes)).toThrow(UnsupportedType)
  })

  it('never reads beyond the end, wherever a file is cut or changed', () => {
    for (const bytes of [sampleMp4('a', { padding: 20 }), sampleWebm('a', { padding: 20 })])
      for (let at = 8; at < bytes.length; at += 1) {
        for (const value of [0x00, 0x01, 0x7f, 0xff]) {
          const changed = Buffer.from(bytes)
          changed[at] = value
          expect(outcomeOf(changed)).not.toBe('failed')
        }
        expect(outcomeOf(bytes.subarray(0, at))).not.toBe('failed')
      }
  })
})
