// Pixels alone: an SVG within an SVG would have to be sanitized as well.
const embeddedImage = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=\s]*$/

/** True for a reference within the file and, on `image`, for embedded pixels. */
const isSafeReference = (value: string, element: string): boolean =>
  element === 'image' ? embeddedImage.test(value) : /^#[^\s"'<>]+$/.test(value) && element !== 'a'

const localUrl = /url\(\s*(?:"#[^"\\()]*"|'#[^'\\()]*'|#[^\s"'\\()]*)\s*\)/gi
const fetching =
  /url\s*\(|image-set|image\s*\(|src\s*\(|expression\s*\(|@import|@font-face|@namespace|@charset|javascript:|-moz-binding|behavior\s*:/i

/** True for CSS that refers to nothing but parts of the file. Escapes and comments could hide a reference: there are none in it. */
export const isSafeCss = (text: string): boolean =>
  !text.includes('\\') && !text.includes('/*') && !text.includes('<') && !fetching.test(text.replace(localUrl, 'none'))

/** A style sheet without its comments, as drawing programs write them. */
export const withoutComments = (css: string): string => {
  const parts = css.split('/*')
  return parts
    .map((part, i) => (i === 0 ? part : part.slice(part.includes('*/') ? part.indexOf('*/') + 2 : part.length)))
    .join('')
}

/** True for an attribute that neither runs nor fetches anything. */
export const isSafeAttribute = (name: string, value: string, element: string): boolean => {
  if (/^on/i.test(name)) return false
  if (name === 'href' || name === 'xlink:href') return isSafeReference(value, element)
  if (name === 'xmlns') return value === 'http://www.w3.org/2000/svg'
  if (name === 'xmlns:xlink') return value === 'http://www.w3.org/1999/xlink'
  return isSafeCss(value)
}
