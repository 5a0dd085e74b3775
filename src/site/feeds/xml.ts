import { escapeHtml } from '../../model/escape-html.ts'

// What XML 1.0 has no place for, escaped or not (its production 2, Char).
const outside = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Text for an XML document, attribute values included. */
export const xmlText = (text: string): string => escapeHtml(text.replace(outside, ''))

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'
