import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

// Conditions are awaited until a busy machine has come to them as well: what never happens fails all the same.
const awaited = { poll: { timeout: 90_000, interval: 20 } }

// For what hangs: ten times what the longest of them takes on a machine that does nothing else.
const patience = { testTimeout: 300_000, hookTimeout: 300_000 }

const inBrowser = {
  expect: awaited,
  // After the others: what is timed there should not wait for a browser here.
  sequence: { groupOrder: 1 },
  // One browser for each worker.
  isolate: false,
  setupFiles: ['tests/support/quiet.ts', 'tests/support/browser-setup.ts'],
  // Pages wait as well; two workers left half of two cores idle.
  maxWorkers: 3,
  ...patience,
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          expect: awaited,
          ...patience,
          sequence: { groupOrder: 0 },
          // Twice the cores of a small machine: much of it waits, for answers, locks, clocks.
          maxWorkers: 4,
          // Loading the product's modules for each file anew took a third of the time.
          isolate: false,
          include: ['{src,tests,scripts,bench,prove}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.{ts,tsx}', '**/node_modules/**'],
          setupFiles: ['tests/support/quiet.ts'],
          globalSetup: ['tests/support/postgres-setup.ts'],
        },
      },
      { test: { ...inBrowser, name: 'browser', include: ['{src,tests}/**/*.browser.test.{ts,tsx}'] } },
      // Run by `npm run prove` alone.
      { test: { ...inBrowser, name: 'stories', include: ['prove/stories/*.browser.test.ts'] } },
    ],
  },
})
