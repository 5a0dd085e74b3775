import { expect, it } from 'vitest'
import { refuseForeignOrigin } from './app.ts'

const from = (headers: Record<string, string>, publicUrl: string) => () =>
  refuseForeignOrigin(new Headers(headers), publicUrl)

it.each([
  ['https://mira.example', 'https://mira.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://localhost:3000', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000', 'http://[::1]:3000'],
])('the site at %s takes what comes from %s', (publicUrl, origin) => {
  expect(from({ origin }, publicUrl)).not.toThrow()
})

it.each([
  ['https://mira.example', 'https://www.mira.example'],
  ['https://mira.example', 'http://localhost:3000'],
  ['http://localhost:3000', 'http://localhost:3001'],
  ['http://localhost:3000', 'https://localhost:3000'],
  ['http://localhost:3000', 'http://127.0.0.1.evil.example:3000'],
  ['http://localhost:3000', 'null'],
])('the site at %s refuses what comes from %s', (publicUrl, origin) => {
  expect(from({ origin }, publicUrl)).toThrow(publicUrl)
})

it('goes by Sec-Fetch-Site when there is no Origin, and lets scripts through that send neither', () => {
  expect(from({ 'sec-fetch-site': 'cross-site' }, 'https://mira.example')).toThrow('mira.example')
  expect(from({ 'sec-fetch-site': 'same-origin' }, 'https://mira.example')).not.toThrow()
  expect(from({}, 'https://mira.example')).not.toThrow()
})
