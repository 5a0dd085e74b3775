// Takes messages and delivers them, until it is killed. argv: data directory, SMTP address, how many messages to take, how far its
// clock is ahead in ms. Prints the id of each message when it is acknowledged. With none to take it ends when all is delivered.
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises' // until all is sent
import { openDatabase } from '../../src/server/db/open.ts'
import { createMessages } from '../../src/server/inbox/messages.ts'
import { createMail } from '../../src/server/mail/mail.ts'
import { systemClock } from '../../src/server/process/clock.ts'
import { createLog } from '../../src/server/process/log.ts'
import { createSettings } from '../../src/server/settings/settings-store.ts'
import { mailParts } from '../support/mail-parts.ts'

const [dataDir = '', url = '', take = '0', ahead = '0'] = process.argv.slice(2)
const begun = Date.now()
const speed = ahead === '0' ? 1 : 50
const database = await openDatabase({ dataDir })
const mail = createMail({
  ...mailParts({
    smtp: { url, from: 'post@mira.example' },
    emailjs: undefined,
    mailTo: 'mira@mira.example',
    publicUrl: 'https://mira.example',
  }),
  database,
  settings: createSettings(database),
  log: createLog({ level: 'error', terminal: false }),
  // One that is ahead also runs faster: it has to wait for what a killed process leaves behind.
  clock: {
    now: () => begun + Number(ahead) + (Date.now() - begun) * speed,
    schedule: (ms, call) => systemClock.schedule(ms / speed, call),
  },
})
const messages = createMessages(database, { learn: async () => {}, mail })
mail.outbox.start()
for (let n = 0; n < Number(take); n += 1) {
  const { id } = await messages.create({ user_name: 'Ada', user_email: 'ada@example.com', message: `No. ${n}` })
  writeSync(1, `${id}\n`)
}
while (take === '0' && (await mail.describe()).queued > 0) await sleep(20)
if (take !== '0') await new Promise(() => setInterval(() => {}, 60_000))
await mail.outbox.stop(5000)
await database.close()
process.exit(0)
