import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startOwned } from '../../prove/support/owned-product.ts'
import { currentPage } from './admin/content.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-availability-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const dayFromNow = (days: number) => {
  const date = new Date()
  date.setDate(date.getDate() + days)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
}

it('an availability stands on the page, in the card and in an export to its last day, and in none of them after it', async () => {
  const product = await startOwned()
  const seen = async (availableUntil: string) => {
    const settings = { availability: 'Available from March', availableUntil }
    expect((await product.own('PATCH', '/api/settings', settings)).status).toBe(200)
    const out = path.join(folder, `out ${availableUntil}`)
    const words = ['dist/server/cli.js', 'export', out, '--origin', 'https://ada.example', '--json']
    execFileSync(process.execPath, words, { env: { PATH: process.env.PATH, DATA_DIR: product.dataDir } })
    await currentPage(product.url)
    const served = ['/', '/card.vcf', '/index.md', '/api/content'].map(async (to) =>
      (await fetch(product.url + to)).text(),
    )
    const exported = ['index.html', 'card.vcf', 'index.md'].map((name) => readFileSync(path.join(out, name), 'utf8'))
    return [...(await Promise.all(served)), ...exported].map((text) => text.includes('Available from March'))
  }
  expect(await seen(dayFromNow(0))).toEqual(Array(7).fill(true))
  expect(await seen(dayFromNow(-1))).toEqual(Array(7).fill(false))
  await product.stop()
})
