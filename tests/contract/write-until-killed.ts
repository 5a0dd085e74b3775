// Writes entries and messages through the store in argv[2] and prints the id of each when it is acknowledged, until it is killed.
import { writeSync } from 'node:fs'
import { examples } from '../../src/model/content/examples.ts'
import { createEntries } from '../../src/server/content/entries.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { createMessages } from '../../src/server/inbox/messages.ts'

const database = await openDatabase({ dataDir: process.argv[2] as string })
const entries = createEntries(database)
const messages = createMessages(database)
const [skill] = examples.skills
if (!skill) throw new Error('The examples are gone.')
const message = { user_name: 'Ada', user_email: 'ada@example.com', message: 'Hello' }

const forever = async (write: () => Promise<{ id: string }>) => {
  for (;;) writeSync(1, `${(await write()).id}\n`)
}

await Promise.all([
  forever(() => entries.create('skills', skill, { by: 'writer' })),
  forever(() => entries.create('skills', skill, { by: 'writer' })),
  forever(() => messages.create(message)),
])
