import { emptySettings } from '../../src/model/settings/settings.ts'
import type { Database } from '../../src/server/db/database.ts'
import type { NewDelivery } from '../../src/server/mail/deliveries.ts'
import { emailOf } from '../../src/server/mail/emails.ts'
import { createOutbox, type Outbox } from '../../src/server/mail/outbox.ts'
import { createSmtp } from '../../src/server/mail/smtp.ts'
import { createLog } from '../../src/server/process/log.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'

export interface TestOutbox extends Outbox {
  clock: FakeClock
  /** Puts an email in and commits it; resolves to its Message-ID. */
  put(given?: Partial<NewDelivery>): Promise<string>
}

/** An outbox on this database that sends to this server, with a clock of its own and no randomness, if `more` says nothing else. */
export const testOutbox = (
  database: Database,
  url: string,
  timeoutMs = 30_000,
  more: Partial<Parameters<typeof createOutbox>[0]> = {},
): TestOutbox => {
  const clock = createFakeClock(() => outbox.settled())
  const transport = createSmtp({ url, from: 'post@mira.example', timeoutMs })
  const outbox: Outbox = createOutbox({
    database,
    clock,
    transport: () => transport,
    emailOf: (row) => emailOf(database.kysely, row, { settings: emptySettings, owner: 'mira@mira.example' }),
    host: () => 'mira.example',
    log: createLog({ level: 'error', terminal: false }),
    random: () => 1,
    ...more,
  })
  return {
    ...outbox,
    clock,
    put: async (given = {}) => {
      const row = await database.transaction((trx) =>
        outbox.enqueue(trx, {
          ...{ message: null, kind: 'digest', recipient: 'mira@mira.example', subject: 'Hello', text: 'Hello.' },
          ...given,
        }),
      )
      return row.mail_id
    },
  }
}
