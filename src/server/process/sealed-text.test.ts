import { expect, it } from 'vitest'
import { createSealer } from './sealed-text.ts'

it('a sealed text opens under its name, its secret and its purpose alone, and not when any character of it was changed', async () => {
  const sealer = (secret = 'a', purpose = 'mail') => createSealer(async () => secret, purpose)
  const stored = await sealer().seal('smtp', 'four lighthouses')
  expect(await sealer().open('smtp', stored)).toBe('four lighthouses')
  expect(await sealer().seal('smtp', 'four lighthouses')).not.toBe(stored)
  expect(await sealer().open('emailjs', stored)).toBeUndefined()
  expect(await sealer('b').open('smtp', stored)).toBeUndefined()
  expect(await sealer('a', 'links').open('smtp', stored)).toBeUndefined()
  const changed = [...stored].map(
    (one, at) => `${stored.slice(0, at)}${one === 'A' ? 'w' : 'A'}${stored.slice(at + 1)}`,
  )
  expect(changed.length).toBeGreaterThan(60)
  for (const text of changed) expect(await sealer().open('smtp', text), text).toBeUndefined()
})
