import type { SectionOrder } from '../sections/section-order.ts'
import { type SectionId, sectionIds, sections } from '../sections/sections.ts'
import type { Catalogue } from './catalogue.ts'

/** The words of one site: a catalogue with the owner's own words in it. */
export interface Words extends Omit<Catalogue, 'sections'> {
  /** The code of the site's language. */
  language: string
  /** Name in the navbar and title above the section. */
  sections: Readonly<Record<SectionId, { name: string; title: string }>>
  /** Equal for equal words, and short. */
  key: string
}

type Owned = { language: string; sections: SectionOrder } & Record<'hireLabel' | 'cvLabel' | 'sendLabel', string>

/** The words of a site with these settings; `catalogue` is the one of its language. */
export const wordsOf = (catalogue: Catalogue, { language, sections: order, ...own }: Owned): Words => {
  const labels = new Map(order.flatMap(({ id, label }) => (label ? [[id, label]] : [])))
  const designed: Readonly<Record<string, string>> = catalogue.sections
  const named = (id: SectionId) => {
    const label = labels.get(id)
    const name = label ?? designed[id] ?? sections[id].label
    return { name, title: name }
  }
  return {
    ...catalogue,
    language,
    home: { ...catalogue.home, hire: own.hireLabel || catalogue.home.hire },
    about: { ...catalogue.about, cv: own.cvLabel || catalogue.about.cv },
    contact: { ...catalogue.contact, send: own.sendLabel || catalogue.contact.send },
    sections: Object.fromEntries(sectionIds.map((id) => [id, named(id)])) as Words['sections'],
    key: JSON.stringify([language, [...labels], own.hireLabel, own.cvLabel, own.sendLabel]),
  }
}
