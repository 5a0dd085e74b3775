import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealUncompressed } from '../../../tests/support/old-backup.ts'
import { seededRandom } from '../../../tests/support/random.ts'
import type { BackupDescription } from './backup-folder.ts'
import { seal, skipped, unseal } from './sealed-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-seal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const description: BackupDescription = {
  format: 2,
  at: '2026-11-21T10:00:00.000Z',
  from: 'sqlite',
  holds: { entries: 1, pictures: 0, messages: 0, accounts: 0 },
  secret: { within: true, print: 'abc' },
}

describe('A sealed file', () => {
  const file = path.join(folder, 'sealed')
  const other = path.join(folder, 'other')
  let database: Buffer
  let bytes: Buffer
  beforeAll(async () => {
    const made = new DatabaseSync(file)
    made.exec("create table t (a text); insert into t values ('vitrine backup {}')")
    made.close()
    database = readFileSync(file)
    await seal(file, description)
    bytes = readFileSync(file)
  })

  it('gives back what was sealed, byte for byte', async () => {
    const copy = path.join(folder, 'copy')
    expect(await unseal(file, copy)).toEqual({ ...description, database: database.length })
    expect(readFileSync(copy).equals(database)).toBe(true)
    expect(bytes.length).toBeLessThan(database.length / 4)
  })

  it('is a file of zstd, which gives the SQLite file without us', () => {
    expect(zstdDecompressSync(bytes).equals(database)).toBe(true)
  })

  it('of an older version, not compressed, gives back what was sealed, and is refused when a bit of it is not as it was', async () => {
    const old = path.join(folder, 'old')
    const copy = path.join(folder, 'copy of old')
    writeFileSync(old, database)
    sealUncompressed(old, { ...description, format: 1 })
    expect(await unseal(old, copy)).toEqual({ ...description, format: 1 })
    expect(readFileSync(copy).equals(database)).toBe(true)
    const damaged = readFileSync(old)
    damaged[100] = (damaged[100] as number) ^ 1
    await refuses(damaged)
  })

  it('that says less than it holds is refused, and fills no disk', async () => {
    const bomb = path.join(folder, 'bomb')
    writeFileSync(bomb, zstdCompressSync(Buffer.alloc(50_000_000)))
    const said = JSON.stringify({ ...description, database: 1000 })
    const told = Buffer.concat([skipped(said.length + 17 + 65), Buffer.from(`\nvitrine backup ${said}\n`)])
    appendFileSync(bomb, told)
    appendFileSync(bomb, `${createHash('sha256').update(readFileSync(bomb)).digest('hex')}\n`)
    const copy = path.join(folder, 'copy of bomb')
    await expect(unseal(bomb, copy)).rejects.toThrow(/larger than it says/)
    expect(statSync(copy).size).toBeLessThan(1_000_000)
  })

  const refuses = async (damaged: Uint8Array) => {
    writeFileSync(other, damaged)
    await expect(unseal(other)).rejects.toThrow(/damaged|cut off|not a backup/)
  }

  it('is refused for any one bit that is not as it was: in all of its end, and anywhere in its database', async () => {
    const random = seededRandom(1)
    const begins = bytes.lastIndexOf('\nvitrine backup ') - 8
    const end = Array.from({ length: bytes.length - begins }, (_, n) => begins + n)
    const within = Array.from({ length: 200 }, () => random.below(begins))
    for (const at of [...end, ...within]) {
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] as number) ^ (1 << random.below(8))
      await refuses(damaged)
    }
  })

  it('is refused when it is cut, grows, is empty, or is something else', async () => {
    for (const length of [0, 1, 64, bytes.lastIndexOf('\nvitrine backup '), bytes.length - 66, bytes.length - 1])
      await refuses(bytes.subarray(0, length))
    await refuses(Buffer.concat([bytes, Buffer.from('\n')]))
    await refuses(Buffer.from('<!doctype html><title>404</title>'))
    await expect(unseal(path.join(folder, 'nowhere'))).rejects.toThrow(/nowhere cannot be read \(ENOENT\)/)
    await expect(unseal(folder)).rejects.toThrow(/is not a regular file/)
  })

  it('is refused when it is a pipe or a device, and never waits for one', async () => {
    const pipe = path.join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    for (const given of [pipe, '/dev/zero'])
      await expect(unseal(given)).rejects.toThrow(`${given} is not a regular file.`)
  })

  it('is refused when a later Vitrine made it in another way', async () => {
    writeFileSync(other, database)
    sealUncompressed(other, { ...description, format: 3 })
    await expect(unseal(other)).rejects.toThrow(/newer Vitrine/)
  })
})
