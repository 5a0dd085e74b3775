import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'

const sources = path.resolve(import.meta.dirname, '../src')
const filesOf = (layer: string) =>
  readdirSync(path.join(sources, layer), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => path.join(layer, name))

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
  const files = ['model', 'site', 'admin'].flatMap(filesOf)
  expect(files.length).toBeGreaterThan(200)
  const direct = files.filter((file) => /from 'zod'/.test(readFileSync(path.join(sources, file), 'utf8')))
  expect(direct).toEqual([path.join('model', 'zod.ts')])
})
