import { createContext, useContext } from 'react'
import type { Block, CodeLanguage } from '../../model/blocks/kinds.ts'
import { escapeHtml } from '../../model/escape-html.ts'
import { cutText } from '../../model/fields/cut-text.ts'
import type { TextMarkup } from '../../model/publishing/page.ts'

/** Texts of the owner's as markup. What has none stands as it was written, with its line ends. */
export interface Texts {
  /** Markdown; every heading gets this rank, so that none is skipped. */
  prose(markdown: string, rank: 2 | 3): string
  /** Markdown for readers of feeds. */
  feed(markdown: string): string
  /** Program text, everything of it escaped. */
  code(code: string, language: CodeLanguage): string
  revision(): number
}

const asWritten = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n')

/** `note` is markup that follows a text that has to stand as it was written. */
export const textsFrom = (markup: TextMarkup, note = ''): Texts => ({
  prose: (text, rank) =>
    text === ''
      ? ''
      : (markup.of({ kind: 'prose', text }) ?? asWritten(text) + note)
          .replace(/<h[1-6]>/g, `<h${rank} dir="auto">`)
          .replace(/<\/h[1-6]>/g, `</h${rank}>`)
          .replace(/<(p|ul|ol|blockquote)>/g, '<$1 dir="auto">'),
  feed: (text) => markup.of({ kind: 'feed', text }) ?? asWritten(text),
  code: (text, language) => (language === 'text' ? undefined : markup.of({ kind: language, text })) ?? escapeHtml(text),
  revision: markup.revision,
})

export const plainTexts = textsFrom({ of: () => undefined, revision: () => 0 })

export const TextsContext = createContext(plainTexts)

export const useTexts = (): Texts => useContext(TextsContext)

// Search results show about as much.
const most = 160

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The first paragraph of blocks as plain text, for the description of their page: at most 160 characters. */
export const firstText = (blocks: readonly Block[], texts: Texts): string => {
  for (const block of blocks) {
    if (block.kind !== 'text') continue
    const [, paragraph = ''] = /<p [^>]*>(.*?)<\/p>/s.exec(texts.prose(block.markdown, 2)) ?? []
    const text = paragraph
      .replace(/<[^<>]*>/g, '')
      .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
      .replace(/\s+/g, ' ')
      .trim()
    if (text !== '') return cutText(text, most)
  }
  return ''
}
