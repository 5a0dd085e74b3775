import { collections } from '../../../model/content/collections.ts'
import type { Collection } from '../../../model/content/define-collection.ts'
import type { FieldKind } from '../../../model/fields/fields.ts'
import type { PlainSectionId } from '../../../model/sections/sections.ts'
import { defineSection, type Section } from '../define-section.ts'
import { EntryList, type PlainEntry } from './entry-list.tsx'

/** The section of a collection that no other section shows. */
export const plainSection = (name: PlainSectionId): Section => {
  const { fields, preview } = collections[name] as Collection
  const firstOf = (kind: FieldKind) => Object.keys(fields).find((field) => fields[field]?.kind === kind)
  const [number, link] = [firstOf('integer'), firstOf('url')]
  return defineSection(name, {
    html: (content, renderer) => {
      const entries: PlainEntry[] = content[name]
      return renderer.html('list', EntryList, { id: name, entries, shown: { ...preview, number, link } })
    },
  })
}
