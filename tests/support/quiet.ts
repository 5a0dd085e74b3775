import { afterEach, beforeEach, expect } from 'vitest'

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
