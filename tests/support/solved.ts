import { createHash } from 'node:crypto'
import { hashInput, proofOfWork } from '../../src/model/inbox/contact-form.ts'

const solves = (text: string) =>
  createHash('sha256').update(text).digest().readUInt32BE() >>> (32 - proofOfWork.zeroBits) === 0

/** The proof for a challenge of the contact form, as its page would find it. */
export const solved = (challenge: string): string => {
  const signature = challenge.split('.').at(-1) ?? ''
  const nonces = Array.from({ length: proofOfWork.pieces }, (_, piece) => {
    let nonce = 0
    while (!solves(hashInput(signature, piece, nonce))) nonce += 1
    return nonce
  })
  return `${challenge}~${nonces.join('-')}`
}
