import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { publicPages, unlikePages } from '../../prove/support/public-pages.ts'
import { runCli } from '../../prove/support/run-cli.ts'
import { copySampleData } from '../support/product.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-backup-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = path.join(folder, 'site.backup')
const site = { DATA_DIR: path.join(folder, 'site') }
const elsewhere = { DATA_DIR: path.join(folder, 'elsewhere') }

it('what is backed up while it runs is the same site elsewhere, page by page', async () => {
  await copySampleData(site.DATA_DIR)
  const there = await publicPages(site.DATA_DIR, {}, async () => {
    const { code, out } = await runCli(['backup', file, '--json'], site)
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ file, from: 'sqlite' })])
  })
  const { code, out, err } = await runCli(['restore', file], elsewhere)
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^Restored as of \d{4}-.* \d+ entries, \d+ images, 0 messages, 0 accounts/)
  const here = await publicPages(elsewhere.DATA_DIR)
  expect(there.size).toBeGreaterThan(100)
  expect(unlikePages(there, here)).toEqual([])
})

it('what is not wanted is said with the right exit code, and changes nothing', async () => {
  const nowhere = { DATA_DIR: path.join(folder, 'nowhere') }
  const usage = await runCli(['restore'], nowhere)
  expect([usage.code, usage.err]).toEqual([2, expect.stringContaining('restore FILE [--force]')])
  expect((await runCli(['backup', 'a', 'b'], site)).code).toBe(2)
  expect((await runCli(['backup', '--frce'], site)).code).toBe(2)
  expect(await runCli(['backup'], nowhere)).toMatchObject({
    code: 1,
    err: expect.stringContaining('nothing to back up'),
  })
  expect(await runCli(['backup', file], site)).toMatchObject({ code: 1, err: expect.stringContaining('there already') })
  expect(await runCli(['restore', file], site)).toMatchObject({ code: 1, err: expect.stringContaining('--force') })
  const text = path.join(folder, 'text')
  writeFileSync(text, 'Dear Sir')
  expect(await runCli(['restore', text], nowhere)).toMatchObject({ code: 1, err: 'text is not a backup of Vitrine.\n' })
  expect(readdirSync(nowhere.DATA_DIR)).toEqual([])
})
