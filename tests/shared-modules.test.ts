import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const folder = path.join(import.meta.dirname, 'support')
// Loaded for each file, as `setupFiles`.
const setUps = ['quiet.ts', 'browser-setup.ts']

// The files of a worker share the modules: a hook at the top of one would hold for the first file alone.
it('modules that tests share register no hooks when they are loaded', () => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const hooked = names.filter(
    (name) =>
      !setUps.includes(name) && /^(?:before|after)(?:All|Each)\(/m.test(readFileSync(path.join(folder, name), 'utf8')),
  )
  expect(names.length).toBeGreaterThan(40)
  expect(hooked).toEqual([])
})
