import createDOMPurify from 'dompurify'
import { JSDOM } from 'jsdom'
import { Refused } from '../refused.ts'
import { checkText, textOf } from './check-text.ts'
import { refuseMultiplied } from './drawing-cost.ts'
import { hasOwnSize, ownSize, type Size, wholeSize } from './svg-size.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

/** Elements that draw. No scripts, no HTML, no animations, nothing that fetches. */
const allowedElements = words(`
  svg g defs symbol use switch a title desc style view
  path rect circle ellipse line polyline polygon image
  text tspan textPath
  linearGradient radialGradient stop pattern marker mask clipPath filter
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence
`)

const presentation = words(`
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters cursor direction display
  dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family font-size font-size-adjust font-stretch
  font-style font-variant font-weight image-rendering isolation letter-spacing lighting-color marker marker-end marker-mid marker-start
  mask mask-type mix-blend-mode opacity overflow paint-order shape-rendering stop-color stop-opacity stroke stroke-dasharray
  stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style text-anchor text-decoration
  text-rendering transform transform-origin vector-effect visibility word-spacing writing-mode
`)

const allowedAttributes = [
  ...presentation,
  ...words(`
    xmlns xmlns:xlink id class lang xml:lang xml:space version role aria-label aria-labelledby aria-hidden
    x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points pathLength width height viewBox preserveAspectRatio offset rotate
    textLength lengthAdjust startOffset method spacing side systemLanguage requiredExtensions requiredFeatures
    gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform
    clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient
    filterUnits primitiveUnits in in2 result type values mode operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY
    edgeMode kernelUnitLength preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent scale xChannelSelector
    yChannelSelector azimuth elevation stdDeviation tableValues slope intercept amplitude exponent radius z pointsAtX pointsAtY
    pointsAtZ limitingConeAngle baseFrequency numOctaves seed stitchTiles href xlink:href
  `),
]

// Pixels alone: an SVG within an SVG would have to be sanitized as well.
const embeddedImage = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=\s]*$/

/** True for a reference within the file and, on `image`, for embedded pixels. */
const isSafeReference = (value: string, element: string): boolean =>
  element === 'image' ? embeddedImage.test(value) : /^#[^\s"'<>]+$/.test(value) && element !== 'a'

const localUrl = /url\(\s*(?:"#[^"\\()]*"|'#[^'\\()]*'|#[^\s"'\\()]*)\s*\)/gi
const fetching =
  /url\s*\(|image-set|image\s*\(|src\s*\(|expression\s*\(|@import|@font-face|@namespace|@charset|javascript:|-moz-binding|behavior\s*:/i

/** True for CSS that refers to nothing but parts of the file. Escapes and comments could hide a reference: there are none in it. */
const isSafeCss = (text: string): boolean =>
  !text.includes('\\') && !text.includes('/*') && !text.includes('<') && !fetching.test(text.replace(localUrl, 'none'))

/** A style sheet without its comments, as drawing programs write them. */
const withoutComments = (css: string): string => {
  const parts = css.split('/*')
  return parts
    .map((part, i) => (i === 0 ? part : part.slice(part.includes('*/') ? part.indexOf('*/') + 2 : part.length)))
    .join('')
}

/** True for an attribute that neither runs nor fetches anything. */
const isSafeAttribute = (name: string, value: string, element: string): boolean => {
  if (/^on/i.test(name)) return false
  if (name === 'href' || name === 'xlink:href') return isSafeReference(value, element)
  if (name === 'xmlns') return value === 'http://www.w3.org/2000/svg'
  if (name === 'xmlns:xlink') return value === 'http://www.w3.org/1999/xlink'
  return isSafeCss(value)
}

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
