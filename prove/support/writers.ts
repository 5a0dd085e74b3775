import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnedProduct } from './owned-product.ts'

/** What was acknowledged: what must be there, come what may. */
export interface Acknowledged {
  /** Ids of messages answered with 201. */
  messages: string[]
  /** For each entry the last version that was answered with 200, and the number it then held. */
  saves: Map<string, { version: number; percent: number }>
  /** Ids of entries answered with 201. */
  entries: string[]
  /** All of them together. */
  writes: number
}

export const nothingYet = (): Acknowledged => ({ messages: [], saves: new Map(), entries: [], writes: 0 })

/** Entries to be saved over and over, one for each writer. */
export const makeEntries = async (product: OwnedProduct, count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const made = await product.own('POST', '/api/entries/skills', { data: { name: `Writer ${n}`, percent: 0 } })
    if (made.status !== 201) throw new Error(`No entry could be made: ${made.status} ${made.text}`)
    ids.push(made.json.id)
  }
  return ids
}

export interface WriterOptions {
  entries: readonly string[]
  /** How many send messages at once. */
  visitors: number
  /** Every so many saves goes onto the page; the others stay drafts. */
  publishEach?: number
}

export interface Writers {
  /** Resolves when this many more writes are acknowledged. Rejects when none was for 90 s. */
  acknowledged(count: number): Promise<void>
  /** Answers that were neither an acknowledgement nor a refusal in order: anything but 200, 201, 409, 429, 503. */
  strange: string[]
  refused: number
  stop(): Promise<void>
}

const inOrder = new Set([409, 429, 503])
const patienceMs = 90_000

/** Saves entries and sends messages until stopped, and notes what was acknowledged. */
export const startWriters = (product: OwnedProduct, known: Acknowledged, options: WriterOptions): Writers => {
  const { entries, visitors, publishEach = 5 } = options
  let going = true
  const writers: Writers = { acknowledged: async () => {}, strange: [], refused: 0, stop: async () => {} }
  const refused = (status: number, text: string) => {
    writers.refused += 1
    if (!inOrder.has(status)) writers.strange.push(`${status} ${text.slice(0, 120)}`)
  }

  const editor = async (id: string) => {
    let round = 0
    let version: number | undefined
    while (going) {
      const stored =
        version ?? (await product.own('GET', `/api/entries/skills/${id}`).catch(() => undefined))?.json?.version
      if (stored === undefined) {
        await sleep(10)
        continue
      }
      round += 1
      const percent = (stored * 7) % 101
      const body = { data: { percent }, publish: round % publishEach === 0 }
      const answer = await product
        .own('PATCH', `/api/entries/skills/${id}`, body, { 'if-match': `"${stored}"` })
        .catch(() => undefined)
      version = undefined
      if (answer?.status === 200) {
        version = answer.json.version as number
        known.saves.set(id, { version, percent })
        known.writes += 1
      } else if (answer) refused(answer.status, answer.text)
      else await sleep(10)
    }
  }
  const visitor = async (number: number) => {
    let round = 0
    while (going) {
      round += 1
      const body = {
        user_name: `Visitor ${number}`,
        user_email: 'visitor@people.example',
        message: `Message ${round} of ${number}, ${Date.now()}`,
      }
      const answer = await product.ask('/api/messages', { method: 'POST', body }).catch(() => undefined)
      if (answer?.status === 201) {
        known.messages.push(answer.json.id)
        known.writes += 1
      } else if (answer) refused(answer.status, answer.text)
      else await sleep(10)
    }
  }

  const all = [...entries.map(editor), ...Array.from({ length: visitors }, (_, n) => visitor(n))]
  writers.acknowledged = async (count) => {
    const before = known.writes
    let [seen, seenAt] = [before, Date.now()]
    while (known.writes < before + count) {
      if (known.writes > seen) [seen, seenAt] = [known.writes, Date.now()]
      else if (Date.now() > seenAt + patienceMs)
        throw new Error(
          `Only ${seen - before} of ${count} writes were acknowledged, and none for ${patienceMs / 1000} s.`,
        )
      await sleep(1)
    }
  }
  writers.stop = async () => {
    going = false
    await Promise.all(all)
  }
  return writers
}
