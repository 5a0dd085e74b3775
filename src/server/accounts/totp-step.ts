import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { withAccounts } from './tables.ts'

const period = 30
const digits = 6

/** The code of this step: RFC 6238 over RFC 4226, with SHA-1 as every authenticator app does. */
export const totpCode = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac[mac.length - 1] as number) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** The step of this time, in ms. */
export const totpStep = (time: number): number => Math.floor(time / 1000 / period)

/** The step, of the present one and its neighbours, that this code belongs to. */
export const stepOfCode = (secret: string, code: string, time: number): number | undefined => {
  const given = Buffer.from(code)
  const now = totpStep(time)
  return [now, now - 1, now + 1].find((step) => {
    const expected = Buffer.from(totpCode(secret, step))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/**
 * Takes this step, so that neither its code nor an older one is ever taken again. False when it was taken before:
 * of many who send the same code at once, one gets true.
 */
export const takeTotpStep = async (kysely: Kysely<Tables>, twoFactorId: string, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await withAccounts(kysely)
    .updateTable('two_factors')
    .set({ lastUsedStep: step })
    .where('id', '=', twoFactorId)
    .where((is) => is.or([is('lastUsedStep', 'is', null), is('lastUsedStep', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
