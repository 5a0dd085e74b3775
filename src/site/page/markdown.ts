import { micromark } from 'micromark'

/**
 * Markdown as HTML. Raw HTML is shown as text and unsafe URLs are dropped (micromark's defaults); `![…]` stays text, since images
 * come from an image field, with a size. Every heading gets the rank below the part it stands in, so that no rank is skipped.
 */
export const markdown = (text: string, rank: 2 | 3): string =>
  micromark(text, { extensions: [{ disable: { null: ['labelStartImage'] } }] })
    .replace(/<h[1-6]>/g, `<h${rank} dir="auto">`)
    .replace(/<\/h[1-6]>/g, `</h${rank}>`)
    .replace(/<(p|ul|ol|blockquote)>/g, '<$1 dir="auto">')
