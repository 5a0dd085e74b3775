import { expect, it } from 'vitest'
import { createShelf } from './shelf.ts'
import { createSnapshot, type Snapshot } from './snapshots.ts'

const snapshot = (bytes: number) =>
  createSnapshot({
    status: 200,
    type: 'text/plain',
    bodies: { identity: Buffer.alloc(bytes) },
    etag: '"a"',
    headers: [],
  })

it('A shelf lets go of those asked for longest ago, and keeps the newest however large', async () => {
  const shelf = createShelf(100)
  const keep = (path: string, kept: Snapshot) => shelf.make(path, async () => kept)
  const kept = () => ['/a', '/b', '/c', '/large'].filter((path) => shelf.ready(path))
  for (const path of ['/a', '/b']) await keep(path, snapshot(40))
  shelf.ready('/a')
  await keep('/c', snapshot(40))
  expect(kept()).toEqual(['/a', '/c'])
  await keep('/a', snapshot(50))
  expect(kept()).toEqual(['/a', '/c'])
  await keep('/large', snapshot(101))
  expect(kept()).toEqual(['/large'])
  shelf.forget('/large')
  for (const path of ['/a', '/b']) await keep(path, snapshot(50))
  expect(kept()).toEqual(['/a', '/b'])
})

it('A shelf makes an answer once for all who ask at the same time, and again for another key or when it was forgotten', async () => {
  const shelf = createShelf()
  let made = 0
  const make = (key: string, bytes = 1) => shelf.make('/a', async () => snapshot(bytes * ++made), { key })
  const [one, other] = await Promise.all([make('1'), make('1')])
  expect([made, one === other, shelf.ready('/a', '1') === one, shelf.ready('/a', '2')]).toEqual([
    1,
    true,
    true,
    undefined,
  ])
  // The slower one of an older key does not take the place of the newer.
  await Promise.all([make('2'), make('3')])
  expect([made, shelf.last('/a')?.key]).toEqual([3, '3'])
  const late = make('4')
  shelf.forget('/a')
  await late
  expect(shelf.last('/a')).toBeUndefined()
})
