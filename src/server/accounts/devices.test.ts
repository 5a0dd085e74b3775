import { expect, it } from 'vitest'
import { createFakeClock } from '../../../tests/support/fake-clock.ts'
import { createDevices } from './sessions.ts'

const clock = createFakeClock(async () => {})
const devices = createDevices(async () => 'a secret of thirty-two characters', 'https://mira.example', clock)
const cookieOf = (line: string) => line.split(';')[0] as string

it('a device that has signed in is known for that account and keeps its id', async () => {
  const first = cookieOf(await devices.remember('', 'olga'))
  const id = await devices.known(`other=1; ${first}`, 'olga')
  expect(id).toMatch(/^[\w-]{22}$/)
  await clock.pass(86_400_000)
  const second = cookieOf(await devices.remember(first, 'olga'))
  expect(second).not.toBe(first)
  expect(await devices.known(second, 'olga')).toBe(id)
})

it('a device is not known for another account, by another secret, with another id, nor after half a year', async () => {
  const cookie = cookieOf(await devices.remember('', 'olga'))
  expect(await devices.known(cookie, 'bo')).toBeUndefined()
  const others = createDevices(async () => 'another secret of thirty-two chars', 'https://mira.example', clock)
  expect(await others.known(cookie, 'olga')).toBeUndefined()
  const changed = cookie.replace(/=(.)/, (_, letter) => `=${letter === 'A' ? 'B' : 'A'}`)
  expect(await devices.known(changed, 'olga')).toBeUndefined()
  await clock.pass(181 * 86_400_000)
  expect(await devices.known(cookie, 'olga')).toBeUndefined()
})

it('a device that was remembered while the clock was a year ahead is not known', async () => {
  const ahead = { now: () => clock.now() + 365 * 86_400_000 }
  const remembered = createDevices(async () => 'a secret of thirty-two characters', 'https://mira.example', ahead)
  expect(await devices.known(cookieOf(await remembered.remember('', 'olga')), 'olga')).toBeUndefined()
})
