import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../tests/support/random.ts'
import type { BackupDescription } from './backup-description.ts'
import { seal, unseal } from './sealed-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-seal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const description: BackupDescription = {
  format: 1,
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

  it('gives back what was sealed, and can be read by SQLite as it is', async () => {
    const copy = path.join(folder, 'copy')
    expect(await unseal(file, copy)).toEqual(description)
    expect(readFileSync(copy).equals(database)).toBe(true)
    const opened = new DatabaseSync(file, { readOnly: true })
    expect(opened.prepare('select a from t').get()).toEqual({ a: 'vitrine backup {}' })
    opened.close()
  })

  const refuses = async (damaged: Uint8Array) => {
    writeFileSync(other, damaged)
    await expect(unseal(other)).rejects.toThrow(/damaged|cut off|not a backup/)
  }

  it('is refused for any one bit that is not as it was: in all of its end, and anywhere in its database', async () => {
    const random = seededRandom(1)
    const end = Array.from({ length: bytes.length - database.length }, (_, n) => database.length + n)
    const within = Array.from({ length: 200 }, () => random.below(database.length))
    for (const at of [...end, ...within]) {
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] as number) ^ (1 << random.below(8))
      await refuses(damaged)
    }
  })

  it('is refused when it is cut, grows, is empty, or is something else', async () => {
    for (const length of [0, 1, 64, 4096, database.length, bytes.length - 66, bytes.length - 1])
      await refuses(bytes.subarray(0, length))
    await refuses(Buffer.concat([bytes, Buffer.from('\n')]))
    await refuses(Buffer.from('<!doctype html><title>404</title>'))
    await expect(unseal(path.join(folder, 'nowhere'))).rejects.toThrow(/nowhere cannot be read \(ENOENT\)/)
    await expect(unseal(folder)).rejects.toThrow(/is not a file|EISDIR/)
  })

  it('is refused when a later Vitrine made it in another way', async () => {
    writeFileSync(other, database)
    await seal(other, { ...description, format: 2 as 1 })
    await expect(unseal(other)).rejects.toThrow(/newer Vitrine/)
  })
})
