import { line } from '../text-rules.ts'
import { z } from '../zod.ts'
import { resumeParts, type SectionId, sectionIds } from './sections.ts'

const everySectionOnce = 'Every section must be listed exactly once, home first.'

/** The owner's title of a section; without one it has that of the page's language. */
const label = line('Title', 40).optional()

/** Order of another version, which may lack sections that came later. */
export const partialSectionOrderSchema = z
  .array(z.strictObject({ id: z.enum(sectionIds), visible: z.boolean(), label }))
  .refine(
    (list) => new Set(list.map((item) => item.id)).size === list.length && list[0]?.id === 'home',
    everySectionOnce,
  )

/** Order and visibility as the owner sets them: every section exactly once, home first. */
export const sectionOrderSchema = partialSectionOrderSchema.refine(
  (list) => list.length === sectionIds.length,
  everySectionOnce,
)

export type SectionOrder = z.infer<typeof sectionOrderSchema>

export const defaultSectionOrder: SectionOrder = sectionIds.map((id) => ({ id, visible: true }))

const isSectionId = (id: unknown): id is SectionId => sectionIds.some((known) => known === id)

const keptFrom = (stored: unknown): SectionOrder => {
  const kept = new Map<SectionId, SectionOrder[number]>()
  for (const item of Array.isArray(stored) ? stored : []) {
    if (!isSectionId(item?.id) || kept.has(item.id)) continue
    const own = label.safeParse(item.label).data
    kept.set(item.id, { id: item.id, visible: item.visible !== false, ...(own ? { label: own } : {}) })
  }
  return [...kept.values()]
}

/**
 * An order from another version, made complete: unknown ids are dropped, missing ones are appended in default order, home comes first.
 * Contact stays last where it was last, so that a new section does not follow the end of the page.
 */
export const completeSectionOrder = (stored: unknown): SectionOrder => {
  const kept = keptFrom(stored)
  const missing = defaultSectionOrder.filter(({ id }) => !kept.some((item) => item.id === id))
  const end = kept.at(-1)?.id === 'contact' ? kept.length - 1 : kept.length
  const all = kept.toSpliced(end, 0, ...missing)
  return [...all.filter(({ id }) => id === 'home'), ...all.filter(({ id }) => id !== 'home')]
}

/** The parts of Resume as the owner orders them: each once. */
export const resumeOrderSchema = z
  .array(z.enum(resumeParts))
  .refine(
    (list) => list.length === resumeParts.length && new Set(list).size === list.length,
    'Every part must be listed exactly once.',
  )
