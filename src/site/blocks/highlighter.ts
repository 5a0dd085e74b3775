import { createContext, useContext } from 'react'
import type { CodeLanguage } from '../../model/blocks/languages.ts'
import { escapeHtml } from '../../model/escape-html.ts'

/** Program text as markup, everything of the text escaped. */
export type Highlighter = (code: string, language: CodeLanguage) => string

/** Without colours where none is provided, as in the preview: the grammars weigh more than the rest of it. */
export const HighlighterContext = createContext<Highlighter>(escapeHtml)

export const useHighlighter = (): Highlighter => useContext(HighlighterContext)
