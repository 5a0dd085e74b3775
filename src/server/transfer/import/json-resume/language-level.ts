import type { EntryData } from '../../../../model/content/collections/index.ts'
import { languageLevels } from '../../../../model/content/collections/languages.ts'
import { catalogues } from '../../../../model/words/catalogues.ts'

type Level = EntryData<'languages'>['level']

/** The level that a text means: a code such as C1, or the words of the page in any of its languages. Undefined for other words. */
export const levelOf = (fluency: string): Level | undefined => {
  const folded = fluency.trim().toLowerCase()
  if (folded === '') return undefined
  for (const { resume } of Object.values(catalogues))
    for (const [level, word] of Object.entries(resume.levels)) if (word.toLowerCase() === folded) return level as Level
  const code = /\b([abc][12])\b/.exec(folded)?.[1]?.toUpperCase()
  if (code !== undefined && Object.hasOwn(languageLevels, code)) return code as Level
  return /\b(?:native|mother tongue|bilingual)\b/.test(folded) ? 'native' : undefined
}
