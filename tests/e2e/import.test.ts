import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from '../../prove/support/run-cli.ts'
import { cheapWork, type Product, startProduct } from '../support/product.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-import-cli-'))
let product: Product
let env: { DATA_DIR: string }
beforeAll(async () => {
  product = await startProduct({ preload: cheapWork })
  env = { DATA_DIR: product.dataDir }
})
afterAll(async () => {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('content that was fetched, changed and imported is on the running page; a wrong file says where, and nothing happens', async () => {
  const page = async () => (await fetch(product.url)).text()
  const content = await (await fetch(`${product.url}/api/content`)).json()
  const file = path.join(folder, 'content.json')
  const { projects } = content
  projects[0].title = 'A title from a file'
  writeFileSync(file, JSON.stringify(content))
  const done = await runCli(['import', file, '--json'], env)
  expect([done.code, done.err]).toEqual([0, ''])
  expect(JSON.parse(done.out)).toMatchObject({ created: 0, changed: 1 })
  await expect.poll(page).toContain('A title from a file')

  const before = await page()
  projects[0].title = 'Another one'
  projects[1].year = 'soon'
  writeFileSync(file, JSON.stringify(content))
  const refused = await runCli(['import', file], env)
  expect([refused.code, refused.out]).toEqual([1, ''])
  expect(refused.err).toMatch(/^Nothing was imported\.\n {2}projects\.1\.year: .+\n$/)
  expect(await page()).toBe(before)
  expect((await runCli(['import'], env)).code).toBe(2)
  expect((await runCli(['import', path.join(folder, 'none')], env)).err).toContain('ENOENT')
})

it('a case study that was exported as Markdown, edited and imported is on the running page, and no text is lost on the way', async () => {
  const out = path.join(folder, 'content')
  const page = async () => (await fetch(`${product.url}/projects/tideline`)).text()
  const exported = await runCli(['export', out, '--content', '--json'], env)
  expect([exported.code, exported.err]).toEqual([0, ''])
  expect(JSON.parse((await runCli(['import', out, '--json'], env)).out)).toMatchObject({ created: 0, changed: 0 })
  const file = path.join(out, 'projects', 'tideline.md')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, `${text}\nAdded in an editor.\n`)
  const again = await runCli(['export', out, '--content'], env)
  expect([again.code, again.err]).toEqual([
    1,
    expect.stringContaining('Edited since the last export: projects/tideline.md.'),
  ])
  const imported = await runCli(['import', out], env)
  expect([imported.code, imported.err]).toEqual([0, ''])
  await expect.poll(page).toContain('Added in an editor.')

  writeFileSync(file, text)
  const refused = await runCli(['import', out], env)
  expect([refused.code, refused.out]).toEqual([1, ''])
  expect(refused.err).toContain('It was edited here after the export.')
  expect(await page()).toContain('Added in an editor.')
  expect((await runCli(['import', out, '--replace'], env)).code).toBe(0)
  await expect.poll(page).not.toContain('Added in an editor.')
})
