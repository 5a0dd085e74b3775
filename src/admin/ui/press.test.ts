import { describe, expect, it } from 'vitest'
import { createPressGuard } from './press.ts'

const at = (ms: number, control: string | null, x = 100) => ({ x, y: 40, at: ms, control })

describe('a resting pointer', () => {
  it('does not press what has slid under it, for half a second', () => {
    const guard = createPressGuard()
    expect(guard.press(at(0, 'Delete 1'))).toBe(true)
    expect(guard.press(at(200, 'Delete 2'))).toBe(false)
    expect(guard.press(at(499, 'Delete 2', 103))).toBe(false)
    expect(guard.press(at(500, 'Delete 2'))).toBe(true)
  })

  it('is told from when on something else lies under it, however late the answer came', () => {
    const guard = createPressGuard()
    guard.press(at(0, 'Revoke 1'))
    guard.over(at(2000, null))
    expect(guard.press(at(2400, 'Revoke 2'))).toBe(false)
    expect(guard.press(at(2500, 'Revoke 2'))).toBe(true)
  })

  it('presses the same control as often as it likes, and anything without a control', () => {
    const guard = createPressGuard()
    for (const ms of [0, 90, 180]) expect(guard.press(at(ms, 'Next'))).toBe(true)
    expect(guard.press(at(270, null))).toBe(true)
  })

  it('presses at once what lies there after something was typed', () => {
    const guard = createPressGuard()
    guard.press(at(0, 'Publish and add another'))
    guard.over(at(100, null))
    guard.forget()
    expect(guard.press(at(120, 'Publish and add another, again'))).toBe(true)
  })

  it('presses at once what lies there when it comes back', () => {
    const guard = createPressGuard()
    guard.press(at(0, 'Crop'))
    guard.move(at(100, null, 180))
    guard.over(at(200, null))
    expect(guard.press(at(220, 'Crop, drawn again'))).toBe(true)
  })

  it('presses at once what it has moved to', () => {
    const guard = createPressGuard()
    guard.press(at(0, 'Delete 1'))
    guard.over(at(100, null, 180))
    expect(guard.press(at(120, 'Delete 2', 180))).toBe(true)
  })
})
