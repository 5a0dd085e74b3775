import type { Block } from '../../../model/blocks/kinds.ts'
import { cutText } from '../../../model/publishing/cut-text.ts'
import { markdown } from '../markdown.ts'

// Search results show about as much.
const most = 160

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The first paragraph of blocks as plain text, for the description of their page: at most 160 characters. */
export const firstText = (blocks: readonly Block[]): string => {
  for (const block of blocks) {
    if (block.kind !== 'text') continue
    const [, paragraph = ''] = /<p [^>]*>(.*?)<\/p>/s.exec(markdown(block.markdown, 2)) ?? []
    const text = paragraph
      .replace(/<[^<>]*>/g, '')
      .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
      .replace(/\s+/g, ' ')
      .trim()
    if (text !== '') return cutText(text, most)
  }
  return ''
}
