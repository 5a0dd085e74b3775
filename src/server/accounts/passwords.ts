import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Invalid, TooMany } from '../../model/errors.ts'
import type { Reader } from '../db/database.ts'
import { withAccounts } from './tables.ts'

const derive = promisify(argon2)

/** OWASP's second choice for Argon2id: 19 MiB, two passes; about 32 ms. Only tests that are not about it lower it. */
export const passwordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
const maxConcurrent = 2
const maxWaiting = 100

let running = 0
const waiting: (() => void)[] = []

/** Two hashes at a time: a flood of sign-ins takes neither all memory nor all threads. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= maxConcurrent) {
    if (waiting.length >= maxWaiting) throw new TooMany('Too many people are signing in. Try again in a moment.', 5)
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

const tag = (password: string, nonce: Buffer, { memory, passes, parallelism } = passwordCost) =>
  inTurn(() =>
    derive('argon2id', { message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength }),
  )

const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** The password's Argon2id hash in PHC form. Throws `TooMany` when too many wait. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const { memory, passes, parallelism } = passwordCost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(nonce)}$${plain(await tag(password, nonce))}`
}

const form = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([\w+/]{22})\$([\w+/]{43})$/

/** True when the hash is this password's; false for a hash of another form. */
export const verifyPassword = async (hash: string, password: string): Promise<boolean> => {
  const [, memory, passes, parallelism, nonce, expected] = form.exec(hash) ?? []
  if (!nonce || !expected) return false
  const given = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return timingSafeEqual(await tag(password, Buffer.from(nonce, 'base64'), given), Buffer.from(expected, 'base64'))
}

let common: Promise<Set<string>> | undefined

// Half a megabyte; loaded when somebody first chooses a password.
const loadCommon = () => {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return common
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase()
const normalized = (text: string) => folded(text).replace(/\P{L}/gu, '')

/**
 * Throws `Invalid` for this field when the password is easy to guess. Length is checked by the schema. No rule asks for digits or capitals
 * (ASVS 5.0, 6.2.5); common passwords are refused (6.2.4).
 */
export const refuseWeakPassword = async (
  field: 'password' | 'newPassword',
  password: string,
  person: { email: string; username?: string; name?: string; surname?: string },
): Promise<void> => {
  const refuse = (problem: string) => {
    throw new Invalid({ [field]: problem })
  }
  const word = folded(password)
  if (new Set(word).size < 4) refuse('This password repeats a few characters. Choose a longer one, such as four words.')
  const own = [person.email, person.email.split('@')[0], person.username, `${person.name}${person.surname}`, 'vitrine']
  if (own.some((part) => part && normalized(part).length > 2 && normalized(password) === normalized(part)))
    refuse('This password is made of your own name. Choose another one.')
  if ((await loadCommon()).has(word)) refuse('This password is on the lists that are tried first. Choose another one.')
}

export const readPasswordHash = async (reader: Reader, userId: string): Promise<string | undefined> => {
  const stored = await withAccounts(reader)
    .selectFrom('accounts')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return stored?.password ?? undefined
}

/** Writes an account's password, whether it had one or not. */
export const storePasswordHash = async (trx: Reader, userId: string, hash: string): Promise<void> => {
  const db = withAccounts(trx)
  const now = new Date().toISOString()
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ password: hash, updatedAt: now })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const account = { id: crypto.randomUUID(), userId, accountId: userId, providerId: 'credential', password: hash }
  await db
    .insertInto('accounts')
    .values({ ...account, createdAt: now, updatedAt: now })
    .execute()
}

// Without 0, 1, i, l and o, which look alike in print.
const characters = 'abcdefghjkmnpqrstuvwxyz23456789'

const group = () => Array.from({ length: 5 }, () => characters[randomInt(characters.length)]).join('')

/** Random groups of five characters that can be read aloud, such as `k7d2m-w9xqa`: 24.7 bits each. */
export const readableSecret = (groups: number): string => Array.from({ length: groups }, group).join('-')

/** Compares two texts in a time that does not show where they differ. */
export const equalInConstantTime = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Runs `work` and delays its outcome until `minimumMs` have passed, so that the duration does not tell what was found. */
export const withConstantTime = async <T>(
  minimumMs: number,
  work: () => Promise<T>,
  delays: 'all' | 'failures' = 'all',
): Promise<T> => {
  const minimum = wait(minimumMs)
  try {
    const result = await work()
    if (delays === 'all') await minimum
    return result
  } catch (error) {
    await minimum
    throw error
  }
}
