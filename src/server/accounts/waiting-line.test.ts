import { beforeEach, expect, it } from 'vitest'
import { createFakeClock, type FakeClock } from '../../../tests/support/fake-clock.ts'
import { createWaitingLine } from './attempts.ts'

let clock: FakeClock
let line: ReturnType<typeof createWaitingLine>
let outcomes: string[]
beforeEach(() => {
  clock = createFakeClock(() => new Promise((resolve) => setImmediate(resolve)))
  line = createWaitingLine(1000, 4, clock)
  outcomes = []
})

const enter = (name: string, network: string, address = name, turns = 0) => {
  const shares = [
    { group: network, turns: 0 },
    { group: address, turns },
  ]
  line.turn(shares).then(
    () => outcomes.push(name),
    () => outcomes.push(`${name} refused`),
  )
}

it('lets callers of different networks through in order of arrival, one a second', async () => {
  for (const name of ['one', 'two', 'three']) enter(name, name)
  await clock.pass(1000)
  expect(outcomes).toEqual(['one'])
  await clock.pass(2000)
  expect(outcomes).toEqual(['one', 'two', 'three'])
})

it('lets another network through after the first of many callers of one, and refuses the last of those', async () => {
  for (let n = 1; n <= 4; n += 1) enter(`sprayer ${n}`, 'sprayers')
  enter('stranger', 'elsewhere')
  await clock.pass(2000)
  expect(outcomes).toEqual(['sprayer 4 refused', 'sprayer 1', 'stranger'])
})

it('lets an address through that guessed less than others of its network', async () => {
  for (let n = 1; n <= 3; n += 1) enter(`guess ${n}`, 'provider', 'guesser', 5)
  await clock.pass(1000)
  enter('neighbour', 'provider', 'neighbour')
  await clock.pass(2000)
  expect(outcomes).toEqual(['guess 1', 'guess 2', 'neighbour'])
})

it('lets nobody wait for more turns than it has places', async () => {
  enter('many guesses', 'newcomers', 'guesser', 19)
  for (let n = 1; n <= 4; n += 1) {
    enter(`newcomer ${n}`, `network ${n}`)
    await clock.pass(1000)
  }
  expect(outcomes).toEqual(['newcomer 1', 'newcomer 2', 'newcomer 3', 'newcomer 4', 'many guesses refused'])
})
