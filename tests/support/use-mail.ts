import { afterEach, beforeEach } from 'vitest'
import { emptySettings, type Settings } from '../../src/model/settings/settings.ts'
import type { Database } from '../../src/server/db/database.ts'
import { createMessages, type Messages } from '../../src/server/inbox/messages.ts'
import { createMail, type Mail } from '../../src/server/mail/mail.ts'
import { createLog } from '../../src/server/process/log.ts'
import { createSettings } from '../../src/server/settings/settings-store.ts'
import type { TestStore } from './databases.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { type MailConfig, mailParts } from './mail-parts.ts'
import { type ReadLetter, readLetter } from './sample-email.ts'
import { startSmtp, type TestSmtp } from './smtp-server.ts'

/** An inbox, its mail and a mail server for each test, at ten in the morning of a clock of its own. */
export interface TestMail {
  database: Database
  smtp: TestSmtp
  mail: Mail
  messages: Messages
  clock: FakeClock
  /** Another process on the same database, set up so; it delivers once it is started. */
  build(config?: Partial<MailConfig>): { made: Mail; time: FakeClock; inbox: Messages }
  /** Goes on with a process that is set up so. */
  use(config?: Partial<MailConfig>): Promise<void>
  set(patch: Partial<Settings>): Promise<unknown>
  /** What has arrived, once nothing is under way. */
  emails(): Promise<ReadLetter[]>
  /** To whom. */
  to(): (string | undefined)[]
}

export const useMail = (store: () => TestStore): TestMail => {
  let open: Mail[] = []

  const build: TestMail['build'] = (config = {}) => {
    const time = createFakeClock(() => made.outbox.settled(), new Date(2026, 4, 4, 10).getTime())
    const made: Mail = createMail({
      ...mailParts({
        smtp: { url: bench.smtp.url, from: 'post@mira.example' },
        emailjs: undefined,
        mailTo: 'Mira <mira@mira.example>',
        publicUrl: 'https://mira.example',
        ...config,
      }),
      database: bench.database,
      settings: createSettings(bench.database),
      log: createLog({ level: 'error', terminal: false }),
      clock: time,
    })
    open.push(made)
    return { made, time, inbox: createMessages(bench.database, { learn: async () => {}, mail: made }) }
  }
  const bench = {
    build,
    use: (config) => {
      const { made, time, inbox } = build(config)
      Object.assign(bench, { mail: made, clock: time, messages: inbox })
      made.outbox.start()
      return made.outbox.settled()
    },
    set: (patch) => createSettings(bench.database).update({ ...emptySettings, ...patch }, { by: 'me' }),
    emails: async () => {
      await bench.mail.outbox.settled()
      return bench.smtp.received.map(({ raw }) => readLetter(raw))
    },
    to: () => bench.smtp.received.map(({ to: [address] }) => address),
  } as TestMail

  beforeEach(async () => {
    bench.database = store().database
    for (const table of ['deliveries', 'messages', 'settings', 'meta'] as const)
      await bench.database.kysely.deleteFrom(table).execute()
    bench.smtp = await startSmtp()
    open = []
    await bench.set({ name: 'Mira Solberg' })
    await bench.use()
  })
  afterEach(async () => {
    await Promise.all(open.map((one) => one.outbox.stop(0)))
    await bench.smtp.close()
  })
  return bench
}
