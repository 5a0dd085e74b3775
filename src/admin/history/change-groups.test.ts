import { expect, test } from 'vitest'
import type { NamedChange as Change } from '../../model/journal/change.ts'
import { changeGroups } from './change-item.tsx'

const change = (id: number, minute: number, over: Partial<Change> = {}): Change => ({
  id,
  at: new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString(),
  by: 'mira',
  byName: 'Mira Lind',
  action: 'update',
  collection: 'skills',
  entry: 'one',
  before: null,
  after: null,
  undoes: null,
  batch: null,
  size: 1,
  ...over,
})
const ids = (changes: Change[]) => changeGroups(changes).map((group) => group.changes.map(({ id }) => id))

test('groups consecutive saves of one author', () => {
  expect(ids([change(3, 4), change(2, 2), change(1, 1)])).toEqual([[3, 2, 1]])
})

test('groups changes that were made together', () => {
  const one = (id: number) => change(id, 1, { batch: 1, entry: String(id), action: 'remove', size: 2 })
  expect(ids([change(4, 2), one(2), one(1)])).toEqual([[4], [2, 1]])
  expect(ids([change(2, 1, { batch: 2 }), change(1, 1)])).toEqual([[2], [1]])
})

test('starts a new group after a pause, for another entry, author or action', () => {
  expect(ids([change(2, 30), change(1, 1)])).toEqual([[2], [1]])
  expect(ids([change(2, 2, { entry: 'two' }), change(1, 1)])).toEqual([[2], [1]])
  expect(ids([change(2, 2, { by: 'ada' }), change(1, 1)])).toEqual([[2], [1]])
  expect(ids([change(2, 2, { action: 'publish' }), change(1, 1)])).toEqual([[2], [1]])
  expect(
    ids([change(2, 2, { entry: null, collection: 'settings' }), change(1, 1, { entry: null, collection: 'settings' })]),
  ).toEqual([[2], [1]])
})
