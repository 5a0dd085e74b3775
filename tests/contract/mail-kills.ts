import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises' // until so many are acknowledged, and a random moment more
import { openDatabase } from '../../src/server/db/open.ts'
import type { seededRandom } from '../support/random.ts'
import { startSmtp } from '../support/smtp-server.ts'

const program = path.join(import.meta.dirname, 'deliver-until-killed.ts')
// Longer than whatever a killed process leaves behind makes the next one wait.
const ahead = 20 * 60_000

export interface MailKills {
  acknowledged: number
  /** Acknowledged messages that are not stored, or of which no email came. */
  lost: string[]
  undelivered: string[]
  /** Emails that came more than once, and emails whose Message-ID is no delivery's. */
  doubled: string[]
  unknown: string[]
  /** How many kills hit while something was still to be sent. */
  hits: number
}

/** Kills a process that takes and delivers messages so many times at random moments; what came of it in the end. */
export const killWhileSending = async (options: {
  dataDir: string
  messages: number
  kills: number
  random: ReturnType<typeof seededRandom>
}): Promise<MailKills> => {
  const { dataDir, messages, kills, random } = options
  const smtp = await startSmtp()
  const acknowledged: string[] = []
  const run = (...words: (string | number)[]) => {
    const child = spawn(process.execPath, [program, dataDir, smtp.url, ...words.map(String)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let rest = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      acknowledged.push(...lines)
    })
    return child
  }

  let hits = 0
  for (let round = 0; round < kills; round += 1) {
    const left = messages - acknowledged.length
    const take = Math.max(1, Math.ceil(left / (kills - round)))
    const [before, came] = [acknowledged.length, smtp.received.length]
    const child = run(take)
    const ended = once(child, 'close')
    // At any moment from the first acknowledgement to when all may have left.
    while (acknowledged.length === before) await sleep(2)
    const reach = Math.floor(random.below(take + 1) * 0.95)
    const deadline = Date.now() + 20_000
    while (smtp.received.length - came < reach && Date.now() < deadline) await sleep(1)
    await sleep(random.below(8))
    child.kill('SIGKILL')
    await ended
    if (smtp.received.length - came < take) hits += 1
  }
  const rest = messages - acknowledged.length
  if (rest > 0) {
    const child = run(rest)
    const ended = once(child, 'close')
    while (acknowledged.length < messages) await sleep(5)
    child.kill('SIGKILL')
    await ended
  }
  await once(run(0, ahead), 'close')
  await smtp.close()

  const database = await openDatabase({ dataDir })
  const stored = new Set((await database.kysely.selectFrom('messages').select('id').execute()).map(({ id }) => id))
  const rows = await database.kysely.selectFrom('deliveries').select(['message', 'mail_id']).execute()
  await database.close()
  const came = smtp.received.map(({ raw }) => /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? 'none')
  const messageOf = new Map(rows.map(({ mail_id, message }) => [mail_id, message]))
  const told = new Set(came.map((id) => messageOf.get(id)))
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((id) => !stored.has(id)),
    undelivered: acknowledged.filter((id) => !told.has(id)),
    doubled: came.filter((id, index) => came.indexOf(id) !== index),
    unknown: came.filter((id) => !messageOf.has(id)),
    hits,
  }
}
