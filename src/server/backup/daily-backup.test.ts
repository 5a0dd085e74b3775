import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../../tests/support/fake-clock.ts'
import { openDatabase } from '../db/open.ts'
import type { Clock } from '../process/clock.ts'
import { createLog } from '../process/log.ts'
import { backupFolder, backupName, listBackups } from './backup-folder.ts'
import { backUpInChildProcess } from './backup-process.ts'
import { scheduleBackups } from './backup-schedule.ts'
import { dailyBackup } from './daily-backup.ts'
import { unseal } from './sealed-file.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-daily-'))
const folder = backupFolder(dataDir)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
beforeAll(async () => (await openDatabase({ dataDir })).close())

const anHour = 3_600_000
const aDay = 24 * anHour
const start = Date.parse('2026-03-01T04:00:00Z')

describe('The daily backup', () => {
  it('lets its own old ones go once it is safe, and nothing else', async () => {
    const first = await dailyBackup({ dataDir }, new Date(start))
    const asked = path.join(folder, backupName('vitrine', new Date(start - 90 * aDay)))
    writeFileSync(asked, 'asked for')
    writeFileSync(path.join(folder, 'notes.txt'), '')
    const leftover = path.join(folder, 'daily-2026-01-01-040000.backup.00.part')
    writeFileSync(leftover, '')
    utimesSync(leftover, 0, 0)
    for (let day = 1; day <= 20; day += 1) await dailyBackup({ dataDir }, new Date(start + day * aDay))
    const daily = (await listBackups(folder)).filter(({ kind }) => kind === 'daily')
    expect(daily.map(({ at }) => (at - start) / aDay).slice(0, 7)).toEqual([20, 19, 18, 17, 16, 15, 14])
    expect(daily.length).toBeLessThanOrEqual(11)
    expect(daily.map(({ file }) => file)).not.toContain(first.file)
    const others = readdirSync(folder).filter((name) => !name.startsWith('daily'))
    expect(others).toEqual(['notes.txt', path.basename(asked)])
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
  })

  it('removes nothing when it fails, and leaves nothing', async () => {
    const before = readdirSync(folder)
    await expect(dailyBackup({ dataDir: path.join(dataDir, 'elsewhere') })).rejects.toThrow(/ENOENT|nothing to back up/)
    expect(readdirSync(folder)).toEqual(before)
  })

  it('is made in a process of its own', async () => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, NODE_NO_WARNINGS: '1' }
    const started = Date.now()
    await backUpInChildProcess(env)
    const [newest] = await listBackups(folder)
    expect(newest?.at).toBeGreaterThanOrEqual(started - 1000)
    expect((await unseal(newest?.file as string)).from).toBe('sqlite')
    await expect(backUpInChildProcess({ ...env, DATA_DIR: path.join(dataDir, 'elsewhere') })).rejects.toThrow(
      /nothing to back up|ENOENT/,
    )
  })

  it('is made five minutes after a start when the newest is a day old, tried again each hour when it fails, and no more after the end', async () => {
    // A look has ended when the next is planned.
    const looks = { planned: 0, begun: 0 }
    const settled = async () => {
      while (looks.begun === looks.planned) await wait(1)
    }
    const time = createFakeClock(settled, start + 21 * aDay)
    const clock: Clock = {
      now: time.now,
      schedule: (ms, look) => {
        looks.planned += 1
        return time.schedule(ms, () => {
          looks.begun += 1
          look()
        })
      },
    }
    const lines: string[] = []
    const log = createLog({
      level: 'info',
      terminal: false,
      writer: { write: (line) => lines.push(line), close: () => {} },
    })
    const made: number[] = []
    let full = false
    const end = scheduleBackups(
      { dataDir, log },
      async () => {
        if (full) throw new Error('The disk is full.')
        made.push((clock.now() - start) / anHour - 21 * 24)
        writeFileSync(path.join(folder, backupName('daily', new Date(clock.now()))), 'made')
      },
      clock,
    )
    await time.pass(0.08 * anHour)
    expect(made).toEqual([])
    await time.pass(50 * anHour)
    expect(made.map(Math.floor)).toEqual([0, 24, 48])
    full = true
    await time.pass(24 * anHour)
    expect(lines.filter((line) => line.includes('The disk is full.')).length).toBeGreaterThan(1)
    full = false
    await time.pass(anHour)
    expect(made).toHaveLength(4)
    end()
    await time.pass(48 * anHour)
    expect(made).toHaveLength(4)
  })
})
