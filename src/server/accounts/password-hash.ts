import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { TooMany } from '../../model/errors.ts'

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
