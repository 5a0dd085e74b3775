import { describe, expect, it } from 'vitest'
import { copyrightYears } from './frame.tsx'

describe('the copyright', () => {
  it('is one year in the first year, and a range from the next year on', () => {
    expect(copyrightYears(2023, 2023)).toBe('© 2023')
    expect(copyrightYears(2023, 2024)).toBe('© 2023–2024')
    expect(copyrightYears(2023, 2031)).toBe('© 2023–2031')
  })

  it('never counts backwards', () => {
    expect(copyrightYears(2030, 2026)).toBe('© 2030')
  })
})
