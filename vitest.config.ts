import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,tests,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.{ts,tsx}', '**/node_modules/**'],
          setupFiles: ['tests/support/quiet.ts'],
          globalSetup: ['tests/support/postgres-setup.ts'],
        },
      },
      {
        test: {
          name: 'browser',
          include: ['{src,tests}/**/*.browser.test.{ts,tsx}'],
          setupFiles: ['tests/support/quiet.ts'],
          // Real pages on two cores: one file after another, with time to spare.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
