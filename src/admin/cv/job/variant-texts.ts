import { cvOf } from '../../../model/cv/cv.ts'
import { cvCollections } from '../../../model/cv/cv-collections.ts'
import type { CvSelection } from '../../../model/cv/variant.ts'
import type { Content } from '../../../model/publishing/published-content.ts'
import { type Published, titleOf, wordsOf } from '../choices.ts'

/** Texts of a variant, and those that its hidden entries would add. */
export const variantTexts = (content: Content, selection: CvSelection) => {
  const cv = cvOf(content, '', selection)
  const all = cvOf(content, '')
  const shown = cvCollections.flatMap((name) => cv[name].map((entry) => wordsOf(name, { entry, text: {} })))
  const hidden = cvCollections.flatMap((collection) => {
    const ids = new Set(cv[collection].map(({ id }) => id))
    return (all[collection] as readonly Published[])
      .filter(({ id }) => !ids.has(id))
      .map((entry) => {
        const text = selection.entries[collection]?.find(({ id }) => id === entry.id)?.text ?? {}
        return {
          collection,
          id: entry.id,
          title: titleOf(collection, entry),
          text: wordsOf(collection, { entry, text }),
        }
      })
  })
  return { shown: [cv.person.role, cv.person.summary, ...shown].join('\n'), hidden }
}
