import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { openDatabase } from '../../src/server/db/open.ts'
import { createTestApp, ownerIn } from './app.ts'
import type { TestStore } from './databases.ts'

/** A site for each test, on files that are searched for what was to be erased. */
export const searchedStore = (traces: readonly string[]) => {
  let dataDir = ''
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-erased-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))
  return {
    dataDir: () => dataDir,
    /** Each trace as often as these files of the folder hold it, whatever the case. */
    foundIn: (names: readonly string[]): string[] => {
      const text = names.map((name) => readFileSync(path.join(dataDir, name), 'latin1').toLowerCase()).join('')
      return traces.flatMap((trace) => Array(text.split(trace.toLowerCase()).length - 1).fill(trace))
    },
    /** Names of the store’s files. */
    ofStore: () => readdirSync(dataDir).filter((name) => name.startsWith('vitrine.db')),
    start: async () => {
      const options = { dataDir }
      const database = await openDatabase(options)
      const app = await createTestApp({ database, options } as TestStore, { limits: false, dataDir })
      const owner = await ownerIn(app)
      const stop = async () => {
        await app.services.mail.outbox.stop(0)
        await app.close()
        await database.close()
      }
      return { app, database, owner, stop }
    },
  }
}
