import { describe, expect, it } from 'vitest'
import { collectionNames } from '../content/collections.ts'
import { completeSectionOrder, defaultSectionOrder, resumeOrderSchema, sectionOrderSchema } from './section-order.ts'
import { completeResumeOrder, experienceFirst, resumeParts, sectionIds, sections } from './sections.ts'

const idsOf = (order: { id: string }[]) => order.map(({ id }) => id).join(' ')

describe('the order of the sections', () => {
  it('keeps a complete stored order as it is', () => {
    const stored = [...defaultSectionOrder.slice(0, 1), ...defaultSectionOrder.slice(1).toReversed()].map(
      (item, at) => ({
        ...item,
        visible: at % 2 === 0,
      }),
    )
    expect(completeSectionOrder(stored)).toEqual(stored)
  })

  it('drops unknown and repeated sections from a stored order', () => {
    const [home, ...others] = defaultSectionOrder
    const stored = [
      home,
      { id: 'gone', visible: true },
      ...others.toReversed(),
      { id: 'about', visible: false },
      null,
      7,
    ]
    expect(completeSectionOrder(stored)).toEqual([home, ...others.toReversed()])
  })

  it('appends missing sections in default order, and before Contact where Contact is last', () => {
    const hidden = { id: 'portfolio', visible: false }
    const stored = [{ id: 'home', visible: true }, hidden, { id: 'about', visible: true }]
    const order = completeSectionOrder(stored)
    expect(idsOf(order).startsWith('home portfolio about job resume testimonial')).toBe(true)
    expect(order).toContainEqual(hidden)
    const closed = completeSectionOrder([...stored, { id: 'contact', visible: false }])
    expect(closed.at(-1)).toEqual({ id: 'contact', visible: false })
    expect(idsOf(closed)).toBe(idsOf(order))
  })

  it('puts home first wherever it was stored', () => {
    expect(completeSectionOrder(defaultSectionOrder.toReversed())[0]).toEqual({ id: 'home', visible: true })
  })

  it('is the default order when nothing usable is stored, and always one that can be saved again', () => {
    for (const stored of [undefined, null, 'home', {}, [], [{}], [{ id: '__proto__', visible: true }]]) {
      expect(completeSectionOrder(stored)).toEqual(defaultSectionOrder)
      expect(sectionOrderSchema.safeParse(completeSectionOrder(stored)).success).toBe(true)
    }
  })
})

it('every collection is shown by exactly one section, and no section has the id of another', () => {
  const shown = Object.values(sections).flatMap((section) => [...section.collections])
  expect(shown.toSorted()).toEqual([...collectionNames].toSorted())
  expect(new Set(sectionIds).size).toBe(sectionIds.length)
})

it('the order of Resume keeps what is known of a stored one, appends the rest, and can always be saved again', () => {
  expect(completeResumeOrder(['languages', 'gone', 'skills', 'languages', 7])).toEqual([
    ...['languages', 'skills', 'educations', 'experiences', 'certificates'],
  ])
  for (const stored of [undefined, null, 'skills', {}, [], ['__proto__'], experienceFirst]) {
    const whole = completeResumeOrder(stored)
    expect(resumeOrderSchema.safeParse(whole).success).toBe(true)
    expect(whole).toEqual(stored === experienceFirst ? experienceFirst : resumeParts)
  }
})
