import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { fileExporting, isProduct, readSources } from '../scripts/sources.ts'

const sources = readSources(path.resolve(import.meta.dirname, '..'))

const freshConfig = async () => {
  vi.resetModules()
  const { z } = await import('../src/model/zod.ts')
  return z.config().jitless
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it('schemas compile no code in a browser, where the policy forbids it', async () => {
  vi.stubGlobal('document', {})
  expect(await freshConfig()).toBe(true)
})

it('every schema that can reach a browser is built with the configured zod', () => {
  const files = [...sources].filter(([file]) => isProduct(file) && /^src\/(?:model|site|admin)\//.test(file))
  expect(files.length).toBeGreaterThan(100)
  const direct = files.filter(([, text]) => /from 'zod'/.test(text))
  expect(direct.map(([file]) => file)).toEqual([fileExporting(sources, 'z')])
})
