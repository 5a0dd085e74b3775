import { type ComponentType, createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { languageOf } from '../../model/words/languages.ts'
import type { Words } from '../../model/words/words.ts'
import { type Marks, MarksContext } from './marks.ts'
import { plainTexts, type Texts, TextsContext } from './texts.ts'
import { WordsContext } from './words.ts'

// React writes attribute names as the DOM spells them, and redundant empty values and slashes.
const camelCase =
  / (?:srcSet|imageSrcSet|imageSizes|fetchPriority|maxLength|minLength|autoComplete|autoFocus|inputMode|dateTime|noValidate|playsInline)=/g
const emptyValue =
  / (required|hidden|download|autofocus|checked|disabled|open|readonly|multiple|novalidate|controls|playsinline)=""/g
const bodiless = /^<(?:area|br|col|hr|img|input|link|meta|source|wbr)\b/

const withoutSlash = (tag: string) =>
  tag.endsWith('/>') && bodiless.test(tag) ? `${tag.slice(0, -2).trimEnd()}>` : tag

const compact = (tag: string): string =>
  withoutSlash(tag.replace(camelCase, (name) => name.toLowerCase()).replace(emptyValue, ' $1'))

/** An element as the page carries it. Nothing here is hydrated: islands mount next to the content and leave it alone. */
export const markup = (element: ReactElement): string =>
  renderToStaticMarkup(element).replace(/<[a-z][^<>]*>/g, compact)

/** Props that put finished markup inside an element: `<ul {...inside(cards)} />`. Only for what `markup` or `markdown` returned. */
export const inside = (made: string) => ({ dangerouslySetInnerHTML: { __html: made } })

/** Placeholder for entries that are rendered one by one; text cannot contain it, since text is escaped. */
export const slot = '<!--slot-->'

/** Fills the slot of a section. */
export const fill = (section: string, entries: string): string => section.replace(slot, () => entries)

/** Reuses results for equal inputs from one rendering of the site to the next. */
export interface Memo {
  /** The result of `make` for an equal input of this kind in this or the previous rendering; calls it when there is none. */
  keep<I, O>(kind: string, input: I, make: (input: I) => O): O
  /** Ends a rendering; results that it did not use are dropped. */
  endRendering(): void
}

/**
 * Inputs are compared by their JSON: each publication reads the content again, so equal content is never the same object.
 * For a thousand entries that costs a few milliseconds, rendering them some hundreds.
 */
export const createMemo = (): Memo => {
  let before = new Map<string, unknown>()
  let now = new Map<string, unknown>()
  return {
    keep<I, O>(kind: string, input: I, make: (input: I) => O): O {
      const key = `${kind}\n${JSON.stringify(input)}`
      const kept = now.get(key) ?? before.get(key) ?? make(input)
      now.set(key, kept)
      return kept as O
    },
    endRendering() {
      before = now
      now = new Map()
    },
  }
}

const verbatim = /^<(\/?)(?:pre|code|script|style|textarea)\b/

/**
 * Markup in French with the narrow spaces that its typography asks for before `: ; ! ? »` and after `«`: there no line breaks. Only a
 * space that was written is narrowed; program text and attributes stay.
 */
export const frenchSpaces = (markup: string): string => {
  let kept = 0
  return markup
    .split(/(<[^<>]*>)/)
    .map((part) => {
      const [tag, end] = verbatim.exec(part) ?? []
      if (tag) kept += end ? -1 : 1
      if (kept > 0 || part.startsWith('<')) return part
      return part.replace(/[ \u00a0](?=[:;!?»])/g, '\u202f').replace(/«[ \u00a0]/g, '«\u202f')
    })
    .join('')
}

/** Turns components into markup. */
export interface Renderer {
  memo: Memo
  /** Words of the page; components read them with `useWords`. */
  words: Words
  texts: Texts
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
  /** Without them texts stand as they were written. */
  texts?: Texts
  blockStyles?: string | undefined
}

export const createRenderer = (memo: Memo, words: Words, parts: Parts): Renderer => {
  const { marks, texts = plainTexts, blockStyles } = parts
  const isFrench = languageOf(words.language) === 'fr'
  const uncached: Renderer['uncached'] = (View, props) => {
    const element = createElement(WordsContext, { value: words }, createElement(View, props))
    const withTexts = createElement(TextsContext, { value: texts }, element)
    const made = markup(marks ? createElement(MarksContext, { value: marks }, withTexts) : withTexts)
    return isFrench ? frenchSpaces(made) : made
  }
  return {
    memo,
    words,
    texts,
    blockStyles,
    uncached,
    html: (kind, View, props) =>
      memo.keep(`${kind} ${words.key} ${texts.revision()}`, props, (same) => uncached(View, same)),
  }
}

/** The same renderer without markup of texts: finds out whether something can be rendered, before that markup is there. */
export const plainly = ({ memo, words, blockStyles }: Renderer): Renderer =>
  createRenderer(memo, words, { blockStyles })
