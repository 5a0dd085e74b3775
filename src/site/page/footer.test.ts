import { describe, expect, it } from 'vitest'
import { emptyContent } from '../../../tests/support/example-content.ts'
import { copyrightYears } from './frame.tsx'
import { createSite } from './render.tsx'

describe('the copyright', () => {
  it('is one year in the first year, and a range from the next year on', () => {
    expect(copyrightYears(2023, 2023)).toBe('© 2023')
    expect(copyrightYears(2023, 2024)).toBe('© 2023–2024')
    expect(copyrightYears(2023, 2031)).toBe('© 2023–2031')
  })

  it('has the year of the place where the owner is', () => {
    const site = createSite(
      { css: '', boot: '', publicUrl: 'https://mira.example' },
      { now: () => new Date('2026-12-31T12:00:00Z') },
    )
    const yearsIn = (timeZone: string) => {
      const content = emptyContent()
      Object.assign(content.settings, { timeZone, copyrightSince: 2023 })
      return [...site.pages(content)].flatMap(({ body }) => body.match(/© 2023–\d+/g) ?? [])
    }
    expect(new Set(yearsIn('Pacific/Kiritimati'))).toEqual(new Set(['© 2023–2027']))
    expect(new Set(yearsIn('Pacific/Pago_Pago'))).toEqual(new Set(['© 2023–2026']))
  })

  it('never counts backwards', () => {
    expect(copyrightYears(2030, 2026)).toBe('© 2030')
  })
})
