import { collections } from '../content/collections/index.ts'
import type { Content, PublishedEntry } from '../publishing/published-content.ts'
import { createAnonymizer } from './anonymizer.ts'
import { type Cv, cvOf } from './cv.ts'
import { type CvCollection, cvCollections } from './cv-collections.ts'
import { saidTexts } from './rewording.ts'
import type { CvSelection } from './variant.ts'
import type { CvVariantFacts } from './variant-facts.ts'

type Entry = Readonly<Record<string, unknown>> & { id: string }

const listOf = (of: Content | Cv, name: CvCollection) =>
  of[name] as readonly PublishedEntry<CvCollection>[] as readonly Entry[]

const named = (name: CvCollection, entry: Entry) => ({
  ...{ collection: name, id: entry.id },
  title: String(entry[collections[name].preview.title]),
})

/** Facts about a variant that its PDF does not say. */
export const variantFactsOf = (
  content: Content,
  url: string,
  selection: CvSelection,
): Pick<CvVariantFacts, 'absent' | 'unlisted' | 'named'> => {
  const absent = cvCollections.flatMap((name) => {
    const published = new Set(listOf(content, name).map(({ id }) => id))
    return (selection.entries[name] ?? []).flatMap(({ id }) => (published.has(id) ? [] : [{ collection: name, id }]))
  })
  const unlisted = cvCollections.flatMap((name) => {
    const choices = selection.entries[name]
    const chosen = new Set(choices?.map(({ id }) => id))
    return choices ? listOf(content, name).flatMap((one) => (chosen.has(one.id) ? [] : [named(name, one)])) : []
  })
  if (!selection.anonymous) return { absent, unlisted, named: [] }
  const cv = cvOf(content, url, { ...selection, anonymous: false })
  const { isNamedIn } = createAnonymizer(content, url)
  const texts = [
    { collection: 'headline' as const, id: '', title: cv.person.role, texts: [cv.person.role] },
    { collection: 'summary' as const, id: '', title: cv.person.summary, texts: [cv.person.summary] },
    ...cvCollections.flatMap((name) =>
      listOf(cv, name).map((one) => ({ ...named(name, one), texts: saidTexts(name, one) })),
    ),
  ]
  return {
    ...{ absent, unlisted },
    named: texts.filter(({ texts }) => texts.some(isNamedIn)).map(({ texts: _, ...rest }) => rest),
  }
}
