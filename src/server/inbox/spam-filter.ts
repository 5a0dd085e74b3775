import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { StaleVersion, TooMany } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import { challengeExpiry, hashInput, proofOfWork } from '../../model/inbox/contact-form.ts'
import type { MessageInput } from '../../model/inbox/message.ts'
import type { DryRunMessage, SpamDryRun } from '../../model/inbox/spam-dry-run.ts'
import {
  defaultSpamRules,
  readSignals,
  type SpamRules,
  type SpamRulesPatch,
  type SpamScore,
  type SpamSignal,
  scoreSignals,
  spamReasons,
  spamRulesPatch,
  spamRulesSchema,
  spamSignalNames,
} from '../../model/inbox/spam-rules.ts'
import type { MessageLabel, MessageStatus } from '../../model/inbox/stored-message.ts'
import { type Database, type Reader, readMeta, type Trx, writeMeta } from '../db/database.ts'
import { conflict, journaled, type Reverter, reverted } from '../journal/record-change.ts'
import type { Attempts } from '../limits/attempts.ts'
import { clockGraceMs } from '../process/clock.ts'
import { learn, learnedSignals, similaritySignals } from './learned-signals.ts'
import { textSignals } from './spam-signals.ts'

/** Long enough to write a message. */
const lifetimeSeconds = 2 * 60 * 60

/** Result of checking a proof. */
export type ProofState = 'holds' | 'none' | 'made up' | 'too old' | 'used before'

/** Challenges that pages solve before they send a message. Stateless until they are spent. */
interface Proofs {
  /** A new, signed challenge. */
  challenge(): Promise<string>
  /** Checks a proof, and spends it when it holds. */
  spend(proof: string): Promise<ProofState>
  /** Makes a spent proof valid again: its message could not be stored. */
  release(proof: string): Promise<void>
}

const isSolution = (signature: string, piece: number, nonce: number) => {
  const hash = createHash('sha256')
    .update(hashInput(signature, piece, nonce))
    .digest()
  return hash.readUInt32BE() >>> (32 - proofOfWork.zeroBits) === 0
}

const format = /^([0-9a-z]{1,10})\.([\w-]{8})\.([\w-]{22})~(\d{1,9}(?:-\d{1,9}){0,31})$/

export const createProofs = (
  attempts: Pick<Attempts, 'take' | 'release'>,
  readSecret: () => Promise<string>,
  clock: () => number = Date.now,
): Proofs => {
  let secret: Promise<string> | undefined
  const sign = async (text: string): Promise<string> => {
    secret ??= readSecret().catch((error: unknown) => {
      secret = undefined
      throw error
    })
    return createHmac('sha256', await secret)
      .update(`proof of work ${text}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url')
  }
  const key = (signature: string) => `proof ${signature}`

  return {
    challenge: async () => {
      const end = Math.ceil(clock() / 1000) + lifetimeSeconds
      const text = `${end.toString(36)}.${randomBytes(6).toString('base64url')}`
      return `${text}.${await sign(text)}`
    },

    spend: async (proof) => {
      if (proof === '') return 'none'
      const [, end = '', id = '', signature = '', nonces = ''] = format.exec(proof) ?? []
      if (!signature) return 'made up'
      if (!timingSafeEqual(Buffer.from(signature), Buffer.from(await sign(`${end}.${id}`)))) return 'made up'
      const leftMs = challengeExpiry(end) - clock()
      // More than it was given: a clock was ahead.
      if (leftMs < 0 || leftMs > lifetimeSeconds * 1000 + clockGraceMs) return 'too old'
      const solved = nonces.split('-').map(Number)
      if (solved.length !== proofOfWork.pieces || !solved.every((nonce, piece) => isSolution(signature, piece, nonce)))
        return 'made up'
      try {
        await attempts.take(key(signature), { max: 1, windowSeconds: lifetimeSeconds })
        return 'holds'
      } catch (error) {
        if (error instanceof TooMany) return 'used before'
        throw error
      }
    },

    release: async (proof) => {
      const signature = format.exec(proof)?.[3]
      if (signature) await attempts.release(key(signature))
    },
  }
}

/** Characters of a message that the dry run shows. */
const startLength = 200

/** Applies rules to the newest `last` messages, from the signals stored with them. Changes nothing. */
const dryRunSpamRules = async (
  reader: Reader,
  { present, tried, last }: { present: SpamRules; tried: SpamRules; last: number },
): Promise<SpamDryRun> => {
  const rows = await reader
    .selectFrom('messages')
    .select(['id', 'user_name', 'user_email', 'message', 'status', 'label', 'spam_reasons', 'created_at'])
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(last)
    .execute()
  const all = rows.map(({ id, user_name, user_email, ...row }): DryRunMessage => {
    const signals = readSignals(row.spam_reasons)
    const [is, would] = [scoreSignals(signals, present), scoreSignals(signals, tried)]
    return {
      ...{ id, user_name, user_email },
      start: row.message.slice(0, startLength),
      createdAt: row.created_at,
      status: row.status as MessageStatus,
      label: row.label as MessageLabel | null,
      score: is.score,
      quarantined: is.isQuarantined,
      wouldScore: would.score,
      wouldBeQuarantined: would.isQuarantined,
      reasons: spamReasons(would.signals),
    }
  })
  const quarantined = all.filter((message) => message.quarantined)
  const wouldBe = all.filter((message) => message.wouldBeQuarantined)
  const count = (messages: DryRunMessage[], label: MessageLabel) =>
    messages.filter((message) => message.label === label).length
  return {
    messages: all.length,
    quarantined: quarantined.length,
    wouldBeQuarantined: wouldBe.length,
    notSpamQuarantined: count(quarantined, 'wanted'),
    notSpamWouldBeQuarantined: count(wouldBe, 'wanted'),
    spamPassed: count(all, 'spam') - count(quarantined, 'spam'),
    spamWouldPass: count(all, 'spam') - count(wouldBe, 'spam'),
    list: all.filter((one) => one.quarantined || one.wouldBeQuarantined || one.status === 'spam'),
  }
}

const key = 'spam rules'

/** Rules as stored and journaled: one number for each name, so that each can be undone alone. */
type FlatRules = Record<string, number>

interface VersionedRules {
  version: number
  rules: SpamRules
}

const { threshold, points } = spamRulesSchema.shape
/** Stored rules for today's signals. Missing and invalid values take their defaults. */
const lenientRules = z.object({
  threshold: threshold.catch(defaultSpamRules.threshold),
  ...Object.fromEntries(spamSignalNames.map((name) => [name, points.shape[name].catch(defaultSpamRules.points[name])])),
})

const flat = ({ threshold, points }: SpamRules): FlatRules => ({ threshold, ...points })

const readRules = async (reader: Reader): Promise<VersionedRules> => {
  const value = await readMeta(reader, key)
  const { version, rules } = value
    ? (JSON.parse(value) as { version: number; rules: FlatRules | null })
    : { version: 0, rules: null }
  const { threshold, ...points } = lenientRules.parse(rules ?? {})
  return { version, rules: { threshold, points: points as SpamRules['points'] } }
}

/** Writes the rules over version `replaced`; null restores the defaults. */
const writeRules = (trx: Trx, rules: FlatRules | null, replaced: number): Promise<void> =>
  writeMeta(trx, key, JSON.stringify({ version: replaced + 1, rules }))

/** Changes some rules. Throws `Invalid` with a sentence for each invalid one, and `StaleVersion`. */
const updateRules = (
  database: Database,
  patch: SpamRulesPatch,
  options: { by: string; version?: number | undefined },
): Promise<VersionedRules> => {
  const { threshold, points } = parse(spamRulesPatch, patch)
  return journaled(database, async (trx, record) => {
    const { version, rules: present } = await readRules(trx)
    if (options.version !== undefined && options.version !== version)
      throw new StaleVersion('set of rules', { version, ...present })
    const rules: SpamRules = {
      threshold: threshold ?? present.threshold,
      points: { ...present.points, ...(points as Partial<SpamRules['points']>) },
    }
    if (isDeepStrictEqual(rules, present)) return { version, rules }
    const [before, after] = [flat(present), flat(rules)]
    await writeRules(trx, after, version)
    await record({ by: options.by, action: 'update', collection: 'spam-rules', before, after, hidden: true })
    return { version: version + 1, rules }
  })
}

/** Circumstances in which a message was sent. */
interface Arrival {
  /** Content of the honeypot field. */
  website: string
  /** Time the form was open, in ms, as the page reports it. */
  elapsed?: number | undefined
  /** Too many messages came in and this one has no proof of work: it is quarantined. */
  isCrowdedOut?: boolean
}

/** Faster than anyone can find the form, and faster than most people fill it in. */
const [impossibleMs, hastyMs] = [1500, 3000]

/** Signals in the circumstances of the sending: honeypot, time, proof of work. */
const arrivalSignals = ({ website, elapsed, isCrowdedOut }: Arrival, proof: ProofState): SpamSignal[] => {
  const signals: SpamSignal[] = []
  if (isCrowdedOut) signals.push({ name: 'crowd', amount: 1 })
  if (website !== '') signals.push({ name: 'honeypot', amount: 1 })
  if (elapsed !== undefined && elapsed < hastyMs)
    signals.push({
      name: 'too-quick',
      amount: elapsed < impossibleMs ? 1 : 0.15,
      detail: `in ${(elapsed / 1000).toFixed(1)} seconds`,
    })
  // An expired challenge is no forgery: the form may have been open overnight.
  if (proof === 'none' || proof === 'too old') signals.push({ name: 'unproven', amount: 1 })
  else if (proof !== 'holds') signals.push({ name: 'false-proof', amount: 1, detail: `it is ${proof}` })
  return signals
}

/** All signals of a new message. */
export const findSignals = async (
  reader: Reader,
  message: MessageInput,
  arrival: Arrival,
  proof: ProofState,
): Promise<SpamSignal[]> => {
  const stored = await Promise.all([similaritySignals(reader, message), learnedSignals(reader, message)])
  return [...arrivalSignals(arrival, proof), ...textSignals(message), ...stored.flat()]
}

/**
 * Spam filter: named signals with points, and tokens learned from the owner's labels. `readSecret` returns the key that signs
 * challenges. It is read when the first challenge is made.
 */
export const createSpamFilter = (parts: {
  database: Database
  attempts: Attempts
  readSecret: () => Promise<string>
}) => {
  const { database, attempts, readSecret } = parts
  const { kysely } = database
  return {
    proofs: createProofs(attempts, readSecret),
    learn,

    /** Scores a new message. Changes nothing. */
    classify: async (message: MessageInput, arrival: Arrival, proof: ProofState): Promise<SpamScore> => {
      const { rules } = await readRules(kysely)
      const scored = scoreSignals(await findSignals(kysely, message, arrival, proof), rules)
      return { ...scored, isQuarantined: scored.isQuarantined || arrival.isCrowdedOut === true }
    },

    rules: () => readRules(kysely),
    updateRules: (patch: SpamRulesPatch, options: { by: string; version?: number | undefined }) =>
      updateRules(database, patch, options),

    /** Result of these rules for the newest `last` messages, from the signals stored with them. */
    dryRun: async (tried: SpamRules, last: number): Promise<SpamDryRun> => {
      const { rules: present } = await readRules(kysely)
      return dryRunSpamRules(kysely, { present, tried, last })
    },
  }
}

/** Undoes a change of the spam rules, rule by rule. */
export const spamRulesReverter: Reverter<FlatRules> = {
  revert: async (trx, { before, after }) => {
    const { rules, version } = await readRules(trx)
    const present = flat(rules)
    const target = reverted(before, after, present)
    if (target === conflict) throw new StaleVersion('set of rules', present)
    await writeRules(trx, target as FlatRules | null, version)
    return { before: present, after: target, hidden: true }
  },
}
