import { expect, it } from 'vitest'
import { supersededUpdates } from './backup-folder.ts'

const made = (kind: string, at: number) => ({ kind, at })

it('of the backups from before updates the newest of each of the last three versions is kept, and others are not touched', () => {
  const daily = [made('daily', 9), made('vitrine', 8), made('before-restore', 7)]
  const of = (version: string, ...times: number[]) => times.map((at) => made(`vitrine-before-${version}`, at))
  const kept = [...of('1.3.0', 60), ...of('1.2.0', 40), ...of('1.1.0', 30)]
  const superseded = [...of('1.3.0', 50), ...of('1.1.0', 20), ...of('1.0.0', 10)]
  expect(supersededUpdates([...daily, ...superseded, ...kept])).toEqual(superseded)
  // Made while the clock was ahead: no newest one of its version, and not deleted either.
  const ahead = of('1.2.0', 999)
  expect(supersededUpdates([...ahead, ...superseded, ...kept], 100)).toEqual(superseded)
})
