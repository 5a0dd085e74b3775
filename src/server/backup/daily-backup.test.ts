import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises' // until the next look is planned
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../../tests/support/fake-clock.ts'
import { keptLog } from '../../../tests/support/kept-log.ts'
import { openDatabase } from '../db/open.ts'
import type { Clock } from '../process/clock.ts'
import { readConfig } from '../process/config.ts'
import { backupFolder } from '../process/private-files.ts'
import { backupCommand } from './backup-command.ts'
import { backupName, listBackups } from './backup-folder.ts'
import { backUpInChildProcess, dailyBackup, scheduleBackups } from './daily-backup.ts'
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

  it('of a clock that is years ahead deletes no honest one, and is left out when the clock is right again', async () => {
    const days = async () =>
      (await listBackups(folder))
        .filter(({ kind }) => kind === 'daily')
        .map(({ at }) => Math.round((at - start) / aDay))
    const honest = await days()
    const ahead = await dailyBackup({ dataDir }, new Date(start + 1000 * aDay))
    expect(await days()).toEqual([1000, ...honest])
    const right = await dailyBackup({ dataDir }, new Date(start + 21 * aDay))
    // As if it were not there: the newest of seven days, and of five weeks.
    expect((await days()).slice(0, 8)).toEqual([1000, 21, 20, 19, 18, 17, 16, 15])
    expect((await days()).length).toBe(honest.length + 1)
    for (const { file } of [ahead, right]) rmSync(file)
  })

  it('of a site that runs every ten days lets its old ones go, too', async () => {
    const other = path.join(dataDir, 'seldom')
    await (await openDatabase({ dataDir: other })).close()
    const first = await dailyBackup({ dataDir: other }, new Date(start))
    for (let n = 1; n <= 8; n += 1) await dailyBackup({ dataDir: other }, new Date(start + 10 * n * aDay))
    const left = (await listBackups(backupFolder(other))).map(({ file }) => file)
    expect(left).not.toContain(first.file)
    expect(left).toHaveLength(7)
  })

  it('removes nothing when it fails, and leaves nothing', async () => {
    const before = readdirSync(folder)
    await expect(dailyBackup({ dataDir: path.join(dataDir, 'elsewhere') })).rejects.toThrow(/ENOENT|nothing to back up/)
    expect(readdirSync(folder)).toEqual(before)
  })

  it('says at once when a restore will refuse it, for an index that somebody added', async () => {
    const other = path.join(dataDir, 'with an index')
    const config = { ...readConfig({}), dataDir: other }
    await (await openDatabase({ dataDir: other })).close()
    expect((await backupCommand([], config)).lines.join()).not.toContain('refuse')
    const database = new DatabaseSync(path.join(other, 'vitrine.db'))
    database.exec('create index mine on meta (value)')
    database.close()
    expect((await backupCommand([], config)).lines).toContainEqual(
      'A restore will refuse it: the store has what is not of Vitrine, or lacks what is: index mine. Put that right and back up again.',
    )
  })

  it('is made in a process of its own', async () => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, NODE_NO_WARNINGS: '1' }
    const started = Date.now()
    await backUpInChildProcess(['--daily'], env)
    const [newest] = await listBackups(folder)
    expect(newest?.at).toBeGreaterThanOrEqual(started - 1000)
    expect((await unseal(newest?.file as string)).from).toBe('sqlite')
    await expect(
      backUpInChildProcess(['--daily'], { ...env, DATA_DIR: path.join(dataDir, 'elsewhere') }),
    ).rejects.toThrow(/nothing to back up|ENOENT/)
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
    const { lines, log } = keptLog()
    const made: number[] = []
    const noted: (string | undefined)[] = []
    let full = false
    const end = scheduleBackups(
      { dataDir, log, note: (failure) => noted.push(failure) },
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
    expect(noted.at(-1)).toBe('The disk is full.')
    full = false
    await time.pass(anHour)
    expect(made).toHaveLength(4)
    expect(noted.at(-1)).toBeUndefined()
    end()
    await time.pass(48 * anHour)
    expect(made).toHaveLength(4)
  })
})
