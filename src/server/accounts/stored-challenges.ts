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

/** Lets the library find challenges that are not stored. It has no option for that, so its store is asked only for other ids. */
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
