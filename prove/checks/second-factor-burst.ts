import path from 'node:path'
import { findPostgres, startPostgres } from '../../tests/support/postgres.ts'
import { type Check, Skipped } from '../check.ts'
import { startAgain, withOwned } from '../support/owned-product.ts'
import { scanCodes } from '../support/second-factor-burst.ts'

const count = 60

/** Codes of second factors, all at once. */
export const secondFactorBurst: Check = {
  name: 'second-factor-burst',
  kind: 'threat',
  promise:
    'Of sixty codes sent at once, authenticator and recovery codes alike, at most five are checked: on SQLite, and on Postgres with two processes. A locked account answers the same to right and wrong codes.',
  run: async ({ folder }) => {
    const onSqlite = await withOwned({ env: { LIMITS: 'on' } }, async (product) => [
      ...(await scanCodes([product], 'Sixt', ['totp'], count)),
      ...(await scanCodes([product], 'Stella', ['recovery'], count)),
      ...(await scanCodes([product], 'Sven', ['totp', 'recovery'], count)),
    ])
    const bin = findPostgres()
    if (!bin) throw new Skipped('It takes Postgres (initdb and postgres), which is not on this machine.')
    const server = await startPostgres(bin)
    try {
      const env = { LIMITS: 'on', DATABASE_URL: server.url('postgres') }
      return await withOwned({ env, dataDir: path.join(folder, 'first') }, async (first) => {
        const second = await startAgain(first.cookie, { env, dataDir: path.join(folder, 'second'), empty: true })
        try {
          return [
            ...onSqlite,
            ...(await scanCodes([first, second], 'Pablo', ['totp'], count)),
            ...(await scanCodes([first, second], 'Petra', ['recovery'], count)),
            ...(await scanCodes([first, second], 'Pia', ['totp', 'recovery'], count)),
          ]
        } finally {
          await second.stop()
        }
      })
    } finally {
      await server.stop()
    }
  },
}
