import { type ComponentType, createElement } from 'react'
import { type Marks, MarksContext } from './marks.ts'
import { markup } from './markup.ts'
import type { Memo } from './memo.ts'

/** Turns components into markup. */
export interface Renderer {
  memo: Memo
  /** The markup of a component; made again only when the props differ from the rendering before. */
  html<P extends object>(kind: string, View: ComponentType<P>, props: P): string
  /** The markup of a component, always made again. */
  uncached<P extends object>(View: ComponentType<P>, props: P): string
}

/** `marks` are for the preview; pages for visitors have none. */
export const createRenderer = (memo: Memo, marks?: Marks): Renderer => {
  const uncached: Renderer['uncached'] = (View, props) => {
    const element = createElement(View, props)
    return markup(marks ? createElement(MarksContext, { value: marks }, element) : element)
  }
  return { memo, uncached, html: (kind, View, props) => memo.keep(kind, props, (same) => uncached(View, same)) }
}
