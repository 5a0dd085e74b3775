import { describe, expect, it } from 'vitest'
import { pageTitle } from './document.ts'

describe('A page’s title', () => {
  it('is its own name and then the rest', () => {
    expect(pageTitle('Design', 'Mira Solberg', 'Freelance web developer')).toBe(
      'Design – Mira Solberg – Freelance web developer',
    )
  })

  it('leaves out what there is no room or no word for', () => {
    expect(pageTitle('Mira', '')).toBe('Mira')
    expect(pageTitle('x'.repeat(60), 'y'.repeat(20), 'z')).toBe(`${'x'.repeat(60)} – z`)
  })

  it('cuts a name that is too long by itself, between letters', () => {
    expect([...pageTitle('😀'.repeat(80), 'y')]).toHaveLength(70)
    expect(pageTitle('😀'.repeat(80))).toBe(`${'😀'.repeat(69)}…`)
    expect(pageTitle(`${'Redrawn '.repeat(8)}harbour maps`)).toBe(`${'Redrawn '.repeat(8).trim()}…`)
  })
})
