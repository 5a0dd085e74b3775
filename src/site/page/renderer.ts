import { type ComponentType, createElement } from 'react'
import type { Words } from '../../model/words/words.ts'
import { type Highlighter, HighlighterContext } from '../blocks/highlighter.ts'
import { type Marks, MarksContext } from './marks.ts'
import { markup } from './markup.ts'
import type { Memo } from './memo.ts'
import { WordsContext } from './words.ts'

/** Turns components into markup. */
export interface Renderer {
  memo: Memo
  /** Words of the page; components read them with `useWords`. */
  words: Words
  /** URL of the style sheet of blocks; undefined where it is there already. */
  blockStyles: string | undefined
  /** The markup of a component; made again only when the props or the words differ from the rendering before. */
  html<P extends object>(kind: string, View: ComponentType<P>, props: P): string
  /** The markup of a component, always made again. */
  uncached<P extends object>(View: ComponentType<P>, props: P): string
}

interface Parts {
  /** For the preview; pages for visitors have none. */
  marks?: Marks
  /** For pages; the preview has none. */
  highlighter?: Highlighter
  blockStyles?: string | undefined
}

export const createRenderer = (memo: Memo, words: Words, { marks, highlighter, blockStyles }: Parts): Renderer => {
  const uncached: Renderer['uncached'] = (View, props) => {
    const element = createElement(WordsContext, { value: words }, createElement(View, props))
    const coloured = highlighter ? createElement(HighlighterContext, { value: highlighter }, element) : element
    return markup(marks ? createElement(MarksContext, { value: marks }, coloured) : coloured)
  }
  return {
    memo,
    words,
    blockStyles,
    uncached,
    html: (kind, View, props) => memo.keep(`${kind} ${words.key}`, props, (same) => uncached(View, same)),
  }
}
