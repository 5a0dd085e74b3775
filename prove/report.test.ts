import { expect, it } from 'vitest'
import { withResults } from './report.ts'
import type { Result } from './result.ts'

const machine = { cores: 2, memory: '24 GiB', system: 'Linux 6.18, x64', versions: { Node: '24.21.0' } }
const checks = (['kill', 'locked', 'nul'] as const).map((name) => ({
  name,
  kind: name === 'nul' ? ('threat' as const) : ('fault' as const),
}))
const result = (name: string, value: number, kind: Result['kind'] = 'fault'): Result => ({
  ...{ name, kind, promise: `What ${name} promises.`, seconds: 1.6 },
  outcome: value > 0 ? 'FAILED' : 'held',
  figures: [{ name: 'lost', value, unit: 'count', goal: { atMost: 0 }, ...(value > 0 ? { note: 'a | b' } : {}) }],
})
const report = (day: string, results: Result[]) => ({ day, seed: 1, seconds: 2, machine, results })
const headings = (text: string) => [...text.matchAll(/^##.*/gm)].map(([line]) => line)

it('has each result in its check’s place, with the day of its run, and keeps what did not run again', () => {
  const first = withResults('', report('2026-11-01', [result('nul', 0, 'threat'), result('locked', 1)]), checks)
  expect(headings(first)).toEqual(['## Faults', '### locked: FAILED', '## Threats', '### nul'])
  expect(first).toContain('| lost | 1 | ≤ 0 | a \\| b |\n\n2026-11-01, 2 s, seed 1.\n')
  const second = withResults(first, report('2026-11-02', [result('locked', 0), result('kill', 0)]), checks)
  expect(headings(second)).toEqual(['## Faults', '### kill', '### locked', '## Threats', '### nul'])
  expect(second.match(/^2026-11-0\d, /gm)).toEqual(['2026-11-02, ', '2026-11-02, ', '2026-11-01, '])
  expect(withResults(second, report('2026-11-02', []), checks)).toBe(second)
  const fewer = checks.filter(({ name }) => name !== 'locked')
  expect(headings(withResults(second, report('2026-11-02', []), fewer))).not.toContain('### locked')
})
