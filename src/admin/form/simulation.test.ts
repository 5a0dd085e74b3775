import { expect, test } from 'vitest'
import { nothingSeen, simulate } from '../../../tests/support/autosave-simulation.ts'
import { fields } from '../../model/fields/fields.ts'
import { type Call, opened, rulesOf, unsaved } from './autosave.ts'
import { createAutosaver, type Outcome } from './open-form.ts'
import { publish } from './transitions.ts'

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
  const publishing = { published: 1, publishedAll: 1, unseen: 1, discarded: 1 }
  for (const [what, times] of Object.entries({ ...seen, ...publishing, asked: 1 }))
    expect(times, what).toBeGreaterThan(0)
  expect(seen.typed).toBeGreaterThan(10_000)
})

test('in 500 random runs with two tabs on the same entry, nothing typed is lost: what both changed is asked about', () => {
  const seen = tortured(2, 10_001)
  expect(seen.asked).toBeGreaterThan(100)
})

test('in 1,000 random runs with two windows that publish, and a list of drafts that does, none publishes what it did not show', () => {
  const seen = nothingSeen()
  for (let seed = 20_001; seed <= 21_000; seed += 1) {
    const result = simulate(seed, 2, { publishes: true })
    expect(result.notShown, `seed ${seed}: published, and not shown by the window that asked for it`).toEqual([])
    expect(result.lost, `seed ${seed}: typed, and neither on the server nor asked about`).toEqual([])
    for (const key of Object.keys(seen) as (keyof typeof seen)[]) seen[key] += result.seen[key]
  }
  // Without these having happened, the runs would show nothing.
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(30)
  expect(seen.published).toBeGreaterThan(3000)
})

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

test('a form that is saved on request sends nothing by itself, and again by itself when another field was changed elsewhere', () => {
  const rules = rulesOf({ name: fields.text({ label: 'Name' }), role: fields.text({ label: 'Role' }) }, true)
  const stored = (version: number, name: string, role: string) => ({
    ...{ version, status: 'published' as const, data: { name, role } },
  })
  const calls: Call[] = []
  const outcomes: Outcome[] = [
    { kind: 'stale', entry: stored(2, 'Ada', 'Elsewhere') },
    { kind: 'stored', entry: stored(3, 'Ada Byron', 'Elsewhere') },
  ]
  const saver = createAutosaver(opened(stored(1, 'Ada', 'Here')), rules, {
    now: () => 0,
    schedule: (_, act) => {
      act()
      return () => {}
    },
    keep: () => {},
    send: (call, done) => {
      calls.push(call)
      done(outcomes.shift() ?? { kind: 'unanswered' })
    },
  })
  saver.edit('name', 'Ada Byron')
  expect(calls).toEqual([])
  saver.update((state) => publish(state, rules))
  expect(calls).toMatchObject([
    { version: 1, fields: { name: 'Ada Byron' } },
    { version: 2, fields: { name: 'Ada Byron' } },
  ])
  expect(saver.state()).toMatchObject({ values: { name: 'Ada Byron', role: 'Elsewhere' }, publishing: false })
})
