import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

// Noise hides the next real warning, so it fails the test that makes it.
const noise: string[] = []

for (const level of ['warn', 'error'] as const) {
  console[level] = (...words: unknown[]) => {
    noise.push(`console.${level}: ${words.map(String).join(' ')}`)
  }
}

beforeEach(() => {
  noise.length = 0
})

afterEach(() => {
  expect(noise).toEqual([])
})

// The next file runs in this process as well.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
