import { expect, it } from 'vitest'
import { defaultSectionOrder } from '../sections/section-order.ts'
import { settingsSchema } from '../settings/settings.ts'
import { languages } from '../words/languages.ts'
import { introductionDraft, settingsFor } from './introduction.ts'

it.each(languages)(
  'the first text in %s says the three answers as they were given, and asks nothing of them',
  (language) => {
    const facts = { language, name: 'Ada *Byron*', role: '$& engineer', live: 'London' }
    const text = introductionDraft(facts)
    for (const answer of ['Ada \\*Byron\\*', '$\\& engineer', 'London']) expect(text).toContain(answer)
    expect(text).not.toMatch(/[{}]/)
    for (const missing of ['name', 'role', 'live'] as const)
      expect(introductionDraft({ ...facts, [missing]: ' ' })).toBe('')
  },
)

it('pictures come first after Home and keep the owner’s titles; words become an index; both change nothing', () => {
  const sections = defaultSectionOrder.map((one) => (one.id === 'portfolio' ? { ...one, label: 'Plates' } : one))
  const pictures = settingsFor('pictures', { sections })
  expect(pictures.sections?.slice(0, 3)).toEqual([
    sections[0],
    { id: 'portfolio', visible: true, label: 'Plates' },
    sections[1],
  ])
  expect(settingsSchema.partial().safeParse(pictures).error).toBeUndefined()
  expect(settingsFor('words', { sections })).toEqual({ portfolioLayout: 'index' })
  expect([settingsFor('both', { sections }), settingsFor(undefined, { sections })]).toEqual([{}, {}])
})
