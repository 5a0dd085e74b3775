import { Text } from '@mantine/core'
import type { CvVariantFacts } from '../../../model/cv/variant-facts.ts'

type Named = readonly { id: string; title: string; collection: string }[]

const titles = (entries: Named) => entries.map(({ title, collection }) => title || collection).join(', ')

/** Facts that the drawing does not show, a sentence each. */
const factsOf = ({ dropped, missing, named, absent }: CvVariantFacts): [name: string, sentence: string][] => {
  const facts: [string, string, boolean][] = [
    ['dropped', `Left out, so that the PDF has one page: ${titles(dropped)}.`, dropped.length > 0],
    ['named', `Your name, a part of it or the name of a profile stands in: ${titles(named)}.`, named.length > 0],
    ['missing', `Characters that the PDF cannot show: ${missing.join(' ')}`, missing.length > 0],
    [
      'absent',
      absent.length === 1
        ? 'One chosen entry is not published now. It comes back when it is.'
        : `${absent.length} chosen entries are not published now. They come back when they are.`,
      absent.length > 0,
    ],
  ]
  return facts.flatMap(([name, sentence, isTrue]) => (isTrue ? [[name, sentence]] : []))
}

export const CvFacts = ({ facts }: { facts: CvVariantFacts }) => {
  const all = factsOf(facts)
  return (
    <div role="status" className="cv-facts">
      {all.map(([name, sentence]) => (
        <Text key={name} size="sm" data-fact={name}>
          {sentence}
        </Text>
      ))}
    </div>
  )
}
