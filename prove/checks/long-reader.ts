import { statSync } from 'node:fs'
import path from 'node:path'
import type { Check } from '../check.ts'
import { figure } from '../support/figures.ts'
import { otherProgram } from '../support/other-program.ts'
import { startOwned } from '../support/owned-product.ts'
import { makeEntries, nothingYet, startWriters } from '../support/writers.ts'

const megabyte = 2 ** 20

/** Somebody looks at the file with a tool and forgets to close it. */
export const longReader: Check = {
  name: 'long-reader',
  kind: 'fault',
  quick: true,
  timed: true,
  promise:
    'A program that reads the database for a long time makes its write-ahead log grow; soon after it has ended, the log is small again.',
  run: async ({ times }) => {
    const product = await startOwned()
    try {
      const log = path.join(product.dataDir, 'vitrine.db-wal')
      const entries = await makeEntries(product, 6)
      const held = times(12, 9)
      const { ended } = await otherProgram(
        path.join(product.dataDir, 'vitrine.db'),
        `db.exec('begin'); db.prepare('select count(*) from changes').get(); console.log('reading')
         const { statSync } = await import('node:fs')
         let size = 0
         while (size < ${held * megabyte}) {
           await sleep(20)
           size = statSync(${JSON.stringify(log)}).size
         }
         console.log(size)
         db.exec('rollback')`,
      )
      const writers = startWriters(product, nothingYet(), { entries, visitors: 8, publishEach: 1000 })
      // It may be cut the moment nobody reads it any more: only the reader has seen how large it was.
      const grown = Number(await ended) / megabyte
      await writers.acknowledged(300)
      await writers.stop()
      const after = statSync(log).size / megabyte
      return [
        figure('log while it is read', grown, { atLeast: held }, { unit: 'MB' }),
        figure('log 300 writes after that', after, { atMost: 8 }, { unit: 'MB' }),
      ]
    } finally {
      await product.stop()
    }
  },
}
