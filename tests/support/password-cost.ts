import { afterAll, beforeAll } from 'vitest'
import { passwordCost } from '../../src/server/accounts/passwords.ts'

const full = { ...passwordCost }

/** Passwords are hashed with the least memory that Argon2 takes: in earnest they were half of what the account tests computed. */
const hashCheaply = () => Object.assign(passwordCost, { memory: 8, passes: 1 })
hashCheaply()

/** The tests of this file hash as the product does, since what the hash costs is what they are about. */
export const hashInEarnest = () => {
  beforeAll(() => void Object.assign(passwordCost, full))
  afterAll(() => void hashCheaply())
}
