import createDOMPurify from 'dompurify'
import { JSDOM } from 'jsdom'
import { Refused } from '../refused.ts'
import { allowedAttributes, allowedElements } from './allowed.ts'
import { checkText, textOf } from './check-text.ts'
import { refuseMultiplied } from './drawing-cost.ts'
import { isSafeAttribute, isSafeCss, withoutComments } from './safe-value.ts'
import { hasOwnSize, ownSize, type Size, wholeSize } from './svg-size.ts'

// Imported by the worker alone, and only for an SVG: the DOM takes 70 MB.

const namespace = 'http://www.w3.org/2000/svg'
const { window } = new JSDOM('')
const purify = createDOMPurify(window)

purify.addHook('uponSanitizeAttribute', (element, data) => {
  data.keepAttr = isSafeAttribute(data.attrName, data.attrValue, element.nodeName)
})

const options = {
  IN_PLACE: true,
  PARSER_MEDIA_TYPE: 'application/xhtml+xml' as const,
  NAMESPACE: namespace,
  ALLOWED_TAGS: [...allowedElements, '#text'],
  ALLOWED_ATTR: allowedAttributes,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  KEEP_CONTENT: false,
  // Names clash with nothing: no script runs in an image.
  SANITIZE_DOM: false,
}

const cleanStyles = (root: Element): void => {
  for (const style of [...root.querySelectorAll('style')]) {
    const css = withoutComments(style.textContent ?? '')
    if (isSafeCss(css)) style.textContent = css
    else style.remove()
  }
}

/** Without a viewBox, an image of another size would show a corner of it; without a size, one of no size would show nothing. */
const withSize = (root: Element, own: Size, { width, height }: Size) => {
  if (!root.hasAttribute('viewBox')) root.setAttribute('viewBox', `0 0 ${own.width} ${own.height}`)
  if (hasOwnSize(root)) return
  root.setAttribute('width', String(width))
  root.setAttribute('height', String(height))
}

const elements = new Set(allowedElements)
const attributes = new Set(allowedAttributes)

/** Reads the result again, with another parser than it was made with. */
const assertClean = (text: string): void =>
  checkText(text, (name, own) => {
    const unsafe = [...own].find(([key, value]) => !attributes.has(key) || !isSafeAttribute(key, value, name))
    if (!elements.has(name) || unsafe)
      throw new Refused(
        'unsupported-type',
        'This SVG holds parts that cannot be made safe. Save it as plain SVG, or as PNG.',
      )
  })

/**
 * Returns an SVG that draws the same, and runs and fetches nothing: DOMPurify removes what is not allowed, elements and attributes
 * alike; references may only lead to parts of the file. Throws `Refused`.
 */
export const sanitizeSvg = (bytes: Uint8Array): Size & { svg: Uint8Array } => {
  const text = textOf(bytes)
  checkText(text)
  const root = new window.DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  purify.sanitize(root, options)
  cleanStyles(root)
  refuseMultiplied(root)
  const own = ownSize(root)
  const size = wholeSize(own)
  withSize(root, own, size)
  const svg = new window.XMLSerializer().serializeToString(root)
  assertClean(svg)
  return { svg: new TextEncoder().encode(svg), ...size }
}
