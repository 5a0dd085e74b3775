import type { KeyboardEvent } from 'react'
import { expect, it } from 'vitest'
import { createSortingBoard } from './sorting-board.ts'

const pressed = (key: string) => ({ type: 'keydown', key }) as KeyboardEvent

/** The keys that reach a row whose layer is loaded only after these were pressed. */
const replayed = (...keys: string[]) => {
  const board = createSortingBoard()
  const heard: string[] = []
  for (const key of keys) board.press('row', pressed(key))
  board.listeners.set('row', { onKeyDown: (event) => heard.push((event as KeyboardEvent).key) })
  board.replay('row')
  return heard
}

it('takes a row up by the key that came before the layer, though arrows followed at once', () => {
  expect(replayed(' ', 'ArrowDown', 'ArrowDown')).toEqual([' '])
})

it('leaves the row where it is when Escape followed, and does nothing for arrows alone', () => {
  expect(replayed(' ', 'Escape')).not.toContain(' ')
  expect(replayed('ArrowDown')).toEqual([])
})
