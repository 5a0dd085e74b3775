import { expect, it } from 'vitest'
import type { Check } from './check.ts'
import { runCheck } from './run-check.ts'

const check: Check = {
  name: 'times',
  kind: 'fault',
  promise: 'It ends in time.',
  run: async () => [
    { name: 'longest end', value: 60, unit: 'seconds', goal: { atMost: 10 } },
    { name: 'longest wait', value: 9000, unit: 'ms', goal: { atMost: 50 } },
    { name: 'shortest connection', value: 10, unit: 'ms', goal: { atLeast: 7500 } },
    { name: 'lost', value: 0, unit: 'count', goal: { atMost: 0 } },
  ],
}

it('shows times in the short form and judges them in the long one, and everything else in both', async () => {
  const short = await runCheck(check, { seed: 1, quick: true })
  expect(short.outcome).toBe('held')
  expect(short.figures.map(({ goal }) => goal)).toEqual([undefined, undefined, undefined, { atMost: 0 }])
  const long = await runCheck(check, { seed: 1, quick: false })
  expect(long.outcome).toBe('FAILED')
  expect(long.figures.map(({ goal }) => goal)).not.toContain(undefined)
  const lost: Check = { ...check, run: async () => [{ name: 'lost', value: 1, unit: 'count', goal: { atMost: 0 } }] }
  expect((await runCheck(lost, { seed: 1, quick: true })).outcome).toBe('FAILED')
})
