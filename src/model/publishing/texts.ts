import type { Block } from '../blocks/kinds.ts'
import type { CodeLanguage } from '../blocks/languages.ts'
import type { Content } from './published-content.ts'

/** A text that becomes markup: Markdown of a page, Markdown for the feed, or program text. */
export interface Text {
  kind: 'prose' | 'feed' | Exclude<CodeLanguage, 'text'>
  text: string
}

/** Markup of texts, which is made elsewhere: what is slow to parse must not hold up whoever answers visits. */
export interface TextMarkup {
  /** Undefined while there is none, and where making it takes too long. */
  of(text: Text): string | undefined
  /** Grows when there is markup that `of` did not have when it was asked. */
  revision(): number
}

export const textsOf = (blocks: readonly Block[]): Text[] =>
  blocks.flatMap((block): Text[] => {
    if (block.kind === 'text') return [{ kind: 'prose', text: block.markdown }]
    if (block.kind !== 'code' || block.language === 'text') return []
    return [{ kind: block.language, text: block.code }]
  })

/** The texts of each part of the content, those of the one page first; the part is the same object until it changes. */
export function* textsIn({ settings, pages, projects }: Content): Generator<[part: object, texts: Text[]]> {
  yield [settings, [{ kind: 'prose', text: settings.introduction }]]
  for (const entry of [...pages, ...projects]) yield [entry, textsOf(entry.blocks)]
}
