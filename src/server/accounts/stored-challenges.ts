import type { PasskeyChallenges } from './passkey-challenges.ts'

interface Verification {
  id: string
  identifier: string
  value: string
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
}

interface VerificationStore {
  consumeVerificationValue(identifier: string): Promise<Verification | null>
}

/**
 * Lets the library find the challenges that are stored nowhere. It knows no option for that: what it asks its store for by the signed
 * cookie's id is answered here, and everything else by the store.
 */
export const addPasskeyChallenges = (store: VerificationStore, challenges: PasskeyChallenges): void => {
  const consume = store.consumeVerificationValue
  store.consumeVerificationValue = async (identifier) => {
    const expectedChallenge = challenges.find(identifier)
    if (expectedChallenge === undefined) return consume(identifier)
    const now = new Date()
    const value = JSON.stringify({ type: 'authentication', expectedChallenge, userData: { id: '' } })
    return { id: identifier, identifier, value, expiresAt: now, createdAt: now, updatedAt: now }
  }
}
