import { expect, test } from 'vitest'
import { nothingSeen, simulate } from '../../../../tests/support/autosave-simulation.ts'
import { fields } from '../../../model/fields/fields.ts'
import { opened, rulesOf, unsaved } from './autosave.ts'
import { createAutosaver } from './autosaver.ts'

const runs = 500

const tortured = (tabs: number, from: number) => {
  const seen = nothingSeen()
  for (let seed = from; seed < from + runs; seed += 1) {
    const result = simulate(seed, tabs)
    expect(result.lost, `seed ${seed}: typed, and neither on the server nor asked about`).toEqual([])
    expect(result.unsaved, `seed ${seed}: still unsaved after everything was quiet`).toEqual([])
    if (tabs === 1) expect(result.seen.asked, `seed ${seed}: a conflict with oneself`).toBe(0)
    for (const key of Object.keys(seen) as (keyof typeof seen)[]) seen[key] += result.seen[key]
  }
  return seen
}

test('in 500 random runs on a bad line, with kills and ended sessions, nothing typed is lost and nobody is asked about their own text', () => {
  const seen = tortured(1, 1)
  // Without these having happened, the runs would show nothing.
  for (const [what, times] of Object.entries({ ...seen, asked: 1 })) expect(times, what).toBeGreaterThan(0)
  expect(seen.typed).toBeGreaterThan(10_000)
}, 60_000)

test('in 500 random runs with two tabs on the same entry, nothing typed is lost: what both changed is asked about', () => {
  const seen = tortured(2, 10_001)
  expect(seen.asked).toBeGreaterThan(100)
}, 60_000)

test('a field that the server trims is not sent again and again, and the space being typed stays', () => {
  const rules = rulesOf({ title: fields.text({ label: 'Title' }) })
  let sent = 0
  let clock = 0
  const due: (() => void)[] = []
  const saver = createAutosaver(opened({ version: 1, status: 'draft', data: { title: '' } }), rules, {
    now: () => clock,
    schedule: (ms, act) => {
      due.push(() => {
        clock += ms
        act()
      })
      return () => {}
    },
    keep: () => {},
    send: (call, done) => {
      sent += 1
      done({ kind: 'stored', entry: { version: call.version + 1, status: 'draft', data: { title: 'good' } } })
    },
  })
  saver.edit('title', 'good ')
  for (let act = due.shift(); act; act = due.shift()) act()
  expect(sent).toBe(1)
  expect(saver.state().values).toEqual({ title: 'good ' })
  expect(unsaved(saver.state())).toEqual([])
})
