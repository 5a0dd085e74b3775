import { createHmac, randomBytes } from 'node:crypto'

/** Lifetime of a challenge. */
export const challengeSeconds = 5 * 60

/** Challenges for signing in with a passkey. Each follows from its id, which a signed cookie carries, so nothing is stored of it until it was used. */
export interface PasskeyChallenges {
  create(): { id: string; challenge: string }
  /** The challenge with this id; undefined when it is over, or the id is no challenge’s. */
  find(id: string): string | undefined
}

const shape = /^passkey\.([0-9a-z]{1,11})\.[\w-]{22}$/

export const createPasskeyChallenges = (key: Buffer): PasskeyChallenges => {
  const challengeOf = (id: string) => createHmac('sha256', key).update(id).digest('base64url')
  return {
    create: () => {
      const id = `passkey.${(Date.now() + challengeSeconds * 1000).toString(36)}.${randomBytes(16).toString('base64url')}`
      return { id, challenge: challengeOf(id) }
    },
    find: (id) => {
      const end = shape.exec(id)?.[1]
      return end !== undefined && Number.parseInt(end, 36) > Date.now() ? challengeOf(id) : undefined
    },
  }
}
