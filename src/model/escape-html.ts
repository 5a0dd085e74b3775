const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML and XML, attribute values included. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] as string)

// Characters that XML 1.0 does not allow, escaped or not (its production 2, Char).
const outside = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Text without the characters that no XML document may have, such as control characters and U+FFFE. */
export const ofXml = (text: string): string => text.replace(outside, '')
