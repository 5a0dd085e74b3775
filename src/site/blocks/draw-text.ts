import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import markdownLanguage from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import type { CodeLanguage } from '../../model/blocks/kinds.ts'
import { escapeHtml } from '../../model/escape-html.ts'
import type { WrittenText } from '../../model/publishing/page.ts'
import { feedMarkdown, markdown } from '../markup/markdown.ts'

const languages: Record<Exclude<CodeLanguage, 'text'>, typeof bash> = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  html: xml,
  java,
  javascript,
  json,
  kotlin,
  markdown: markdownLanguage,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  yaml,
}

for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language)

// Grammars may search an unusual text for long; what a person reads is shorter.
const longest = 10_000

/** Program text as markup: its parts in `<span class="hljs-…">`, everything of the text escaped. */
const highlighted = (code: string, language: CodeLanguage): string =>
  language === 'text' || code.length > longest
    ? escapeHtml(code)
    : highlighter.highlight(code, { language, ignoreIllegals: true }).value

/** Makes the markup of a text; for some texts within the limits that takes minutes. */
export const drawText = ({ kind, text }: WrittenText): string => {
  if (kind === 'feed') return feedMarkdown(text)
  return kind === 'prose' ? markdown(text) : highlighted(text, kind)
}
