import { describe, expect, it } from 'vitest'
import { cleanable, elsewhere, logos, refused } from '../../../tests/support/svg-corpus.ts'
import { Refused } from './image-job.ts'
import { sanitizeSvg } from './svg.ts'

const bytesOf = (file: string | Uint8Array) => (typeof file === 'string' ? new TextEncoder().encode(file) : file)
const sanitized = (file: string | Uint8Array) => new TextDecoder().decode(sanitizeSvg(bytesOf(file)).svg)

// Text in a title or a text element is no markup; `&lt;script>` is read aloud, not run.
const hostile = new RegExp(
  [
    elsewhere,
    'elsewhere\\.invalid',
    '<script',
    '<foreignObject',
    '<animate',
    '<set',
    '<iframe',
    '<img',
    '\\son\\w+\\s*=',
    'javascript:\\w*"',
    '@import',
    'xml-stylesheet',
    'feImage',
    'xml:base',
    '<!',
  ].join('|'),
  'i',
)

describe('a hostile SVG', () => {
  it.each(Object.entries(cleanable).filter(([name]) => name !== 'a title with markup'))(
    'loses %s and keeps its shapes',
    (_, file) => {
      const text = sanitized(file)
      expect(text).toContain('id="kept"')
      expect(text).not.toMatch(hostile)
    },
  )

  it('shows markup in its title as text', () => {
    expect(sanitized(cleanable['a title with markup'] ?? '')).toContain('<title>&lt;script')
  })

  it.each(Object.entries(refused))('that is %s is refused, within a second', (_, file) => {
    const started = process.threadCpuUsage()
    expect(() => sanitizeSvg(bytesOf(file))).toThrow(Refused)
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(1000)
  })
})

describe('a logo', () => {
  it.each(Object.entries(logos))('%s keeps how it looks', (_, { text, keeps }) => {
    const result = sanitized(text)
    for (const part of keeps) expect(result).toContain(part)
    // Stable: a restored or exported file is taken again as it is.
    expect(sanitized(result)).toBe(result)
  })

  it.each([
    ['width="200" height="50"', [512, 128]],
    ['viewBox="0 0 48 24"', [512, 256]],
    ['width="100%" height="100%" viewBox="0 0 1000 500"', [1000, 500]],
    ['width="10cm" viewBox="0 0 2 1"', [512, 256]],
    ['viewBox="0 0 100000 50000"', [4096, 2048]],
    ['viewBox="0 0 0 0"', [512, 256]],
    ['', [512, 256]],
  ])('with %s has that shape in whole pixels', (attributes, [width, height]) => {
    const file = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><path d="M0 0h9"/></svg>`
    expect(sanitizeSvg(bytesOf(file))).toMatchObject({ width, height })
  })
})
