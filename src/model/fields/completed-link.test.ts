import { expect, it } from 'vitest'
import { completedLink } from './completed-link.ts'
import { fields, isSafeLink } from './fields.ts'

it.each([
  ['github.com/name', 'https://github.com/name'],
  [' github.com/name ', 'https://github.com/name'],
  ['www.example.org', 'https://www.example.org'],
  ['Example.org', 'https://Example.org'],
  ['example.org?q=a.b', 'https://example.org?q=a.b'],
  ['example.org#part', 'https://example.org#part'],
  ['example.org:8080/path', 'https://example.org:8080/path'],
  ['münchen.example/straße', 'https://münchen.example/straße'],
  ['mastodon.example/@name', 'https://mastodon.example/@name'],
  ['name@example.com', 'mailto:name@example.com'],
  ['files.example/cv.pdf', 'https://files.example/cv.pdf'],
])('%s becomes %s', (typed, link) => {
  expect(completedLink(typed)).toBe(link)
  expect(fields.url({ label: 'Link' }).schema.safeParse(link).success).toBe(true)
})

it.each([
  '',
  'https://example.org',
  'HTTP://example.org',
  'mailto:name@example.com',
  'tel:+491701234567',
  '/cv.pdf',
  '#contact',
  '//example.org',
  'cv.pdf',
  'github',
  'two words.example',
  '127.0.0.1',
  '1.5',
  'javascript:alert(1)',
  'javascript:alert.name',
  'data:text/html,example.org',
  'example..org',
  '-example.org',
  'example.org:99999x',
  'example.org\\@evil.example',
  'name@@example.com',
  'see <example.org>',
])('%s stays as it was typed', (typed) => expect(completedLink(typed)).toBe(typed))

it('answers to hostile text in linear time and never makes an unsafe link', () => {
  for (const text of ['a.'.repeat(50_000), 'a-'.repeat(50_000), '@'.repeat(100_000), `${'a'.repeat(100_000)}.b`]) {
    const started = process.threadCpuUsage()
    const link = completedLink(text)
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(200)
    expect(link === text || isSafeLink(link)).toBe(true)
  }
})
