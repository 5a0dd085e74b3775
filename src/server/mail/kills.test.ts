import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { killWhileSending } from '../../../tests/contract/mail-kills.ts'
import { seededRandom } from '../../../tests/support/random.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'vitrine-mail-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

// The full measure, 1,000 messages and 50 kills: npm run prove -- mail-kills
it('delivers every acknowledged message though its process is killed eight times while it sends', async () => {
  const end = await killWhileSending({ dataDir, messages: 160, kills: 8, random: seededRandom(4) })
  expect(end).toMatchObject({ lost: [], undelivered: [], unknown: [] })
  expect(end.acknowledged).toBeGreaterThanOrEqual(160)
  expect(end.hits).toBeGreaterThanOrEqual(4)
  // At most one for each kill: handed over, and the outcome not yet stored.
  expect(end.doubled.length).toBeLessThanOrEqual(end.hits)
}, 120_000)
