import { expect, it } from 'vitest'
import { createSnapshotCache } from './on-demand.ts'
import { createSnapshot } from './snapshots.ts'

const snapshot = (bytes: number) =>
  createSnapshot({
    status: 200,
    type: 'text/plain',
    bodies: { identity: Buffer.alloc(bytes) },
    etag: '"a"',
    headers: [],
  })

it('A cache of snapshots lets go of those asked for longest ago, and keeps the newest however large', () => {
  const cache = createSnapshotCache(100)
  const kept = () => ['/a', '/b', '/c', '/large'].filter((path) => cache.get(path))
  for (const path of ['/a', '/b']) cache.keep(path, snapshot(40))
  cache.get('/a')
  cache.keep('/c', snapshot(40))
  expect(kept()).toEqual(['/a', '/c'])
  cache.keep('/a', snapshot(50))
  expect(kept()).toEqual(['/a', '/c'])
  cache.keep('/large', snapshot(101))
  expect(kept()).toEqual(['/large'])
  cache.forget('/large')
  for (const path of ['/a', '/b']) cache.keep(path, snapshot(50))
  expect(kept()).toEqual(['/a', '/b'])
})
