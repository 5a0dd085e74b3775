import { createHmac, randomBytes } from 'node:crypto'
import { clockGraceMs } from '../process/clock.ts'

export const challengeSeconds = 5 * 60

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>

const shape = /^passkey\.([0-9a-z]{1,11})\.[\w-]{22}$/

/**
 * Challenges for signing in with a passkey. Each is derived from its id, which a signed cookie carries, so that nothing is stored before
 * it was used.
 */
export const createPasskeyChallenges = (key: Buffer) => {
  const challengeOf = (id: string) => createHmac('sha256', key).update(id).digest('base64url')
  return {
    create: () => {
      const id = `passkey.${(Date.now() + challengeSeconds * 1000).toString(36)}.${randomBytes(16).toString('base64url')}`
      return { id, challenge: challengeOf(id) }
    },
    /** The challenge with this id; undefined for an expired or malformed one. */
    find: (id: string): string | undefined => {
      const leftMs = Number.parseInt(shape.exec(id)?.[1] ?? '', 36) - Date.now()
      return leftMs > 0 && leftMs <= challengeSeconds * 1000 + clockGraceMs ? challengeOf(id) : undefined
    },
  }
}
