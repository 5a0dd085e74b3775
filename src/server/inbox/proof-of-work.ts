import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { TooMany } from '../../model/errors.ts'
import { challengeExpiry, hashInput, proofOfWork } from '../../model/inbox/contact-form.ts'
import type { Attempts } from '../limits/attempts.ts'
import { clockGraceMs } from '../process/clock.ts'

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
