import { expect, it } from 'vitest'
import { hashInEarnest } from '../../../tests/support/password-cost.ts'
import { hashPassword, passwordCost, verifyPassword } from './passwords.ts'

const password = 'a ferry, a bakery, a festival'
hashInEarnest()

it('a password hash is Argon2id with 19 MiB and two passes', async () => {
  expect(await hashPassword(password)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
})

it('a password hash is that of its password alone, and another each time', async () => {
  const [one, other] = [await hashPassword(password), await hashPassword(password)]
  expect(one).not.toBe(other)
  expect([await verifyPassword(one, password), await verifyPassword(one, `${password} `)]).toEqual([true, false])
})

it('a password hash is verified at the cost it was made with', async () => {
  const before = { ...passwordCost }
  Object.assign(passwordCost, { memory: 64, passes: 1 })
  const cheap = await hashPassword(password)
  Object.assign(passwordCost, before)
  expect(cheap).toContain('m=64,t=1,p=1')
  expect([await verifyPassword(cheap, password), await verifyPassword(cheap, 'another one')]).toEqual([true, false])
})

it('a hash of another form is nobody’s', async () => {
  for (const hash of ['', 'plain', '$2b$10$abcdefghijklmnopqrstuv', '$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA'])
    expect(await verifyPassword(hash, password)).toBe(false)
})
