import createDOMPurify from 'dompurify'
import { JSDOM } from 'jsdom'
import { SaxesParser } from 'saxes'
import { Refused } from './image-job.ts'

/** Far beyond what logos and drawings need; below what a parser or a browser needs seconds for. */
const limits = { depth: 100, elements: 20_000, attributes: 60 }

const unsupported = (message: string) => new Refused('unsupported-type', message)
const tooComplex = () =>
  new Refused('too-large', 'This SVG has too many or too deeply nested shapes. Simplify it, or save it as PNG.')

/** The text of an SVG file. Throws `Refused` for other encodings than UTF-8. */
const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unsupported('This SVG is not encoded in UTF-8. Save it as plain SVG in UTF-8.')
  }
}

/**
 * Reads an SVG once from beginning to end before anything builds a tree of it. Throws `Refused` when it is not well formed, declares
 * entities, or exceeds the limits.
 */
const checkText = (text: string, onElement: (name: string, attributes: Map<string, string>) => void = () => {}) => {
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  let elements = 0
  let attributes = 0
  let refused: Refused | undefined
  const refuse = (reason: Refused) => {
    refused ??= reason
    throw refused
  }
  parser.on('error', () =>
    refuse(unsupported('This SVG is damaged: it is not well-formed XML. Open it, save it again and retry.')),
  )
  parser.on('doctype', (doctype) => {
    if (/[[\]]|<!ENTITY/i.test(doctype))
      refuse(unsupported('This SVG declares entities, which are not read. Save it as plain SVG.'))
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > limits.attributes) refuse(tooComplex())
  })
  parser.on('opentag', ({ name, uri, attributes: own }) => {
    depth += 1
    elements += 1
    attributes = 0
    if (elements === 1 && (name !== 'svg' || uri !== 'http://www.w3.org/2000/svg'))
      refuse(unsupported('This file is not an SVG image.'))
    if (depth > limits.depth || elements > limits.elements) refuse(tooComplex())
    onElement(name, new Map(Object.values(own).map((one) => [one.name, one.value])))
  })
  parser.on('closetag', () => {
    depth -= 1
  })
  parser.write(text).close()
}

/** Elements that a browser may come to draw, copies by reference included. */
const mostDrawn = 100_000
const mostNested = 500
const mostStyleRules = 200

const urlOfPart = /url\(\s*["']?#([^"')\s]+)/gi
const urlsIn = (text: string): string[] => [...text.matchAll(urlOfPart)].map(([, id]) => id as string)

const tooMany = () =>
  new Refused('too-large', 'This SVG draws its parts too many times. Simplify it, or save it as PNG.')

const ownReferences = (element: Element): string[] =>
  [...element.attributes].flatMap(({ name, value }) => {
    if (name === 'href' || name === 'xlink:href') return value.startsWith('#') ? [value.slice(1)] : []
    return value.includes('url(') ? urlsIn(value) : []
  })

/** The rules of a style sheet, those in `@media` and the like included. */
const rulesIn = (css: string): { selector: string; body: string }[] =>
  css.split('}').flatMap((part) => {
    const at = part.lastIndexOf('{')
    if (at < 0) return []
    // Nested rules follow declarations, and name their parent by `&`.
    const before = part.slice(part.lastIndexOf('{', at - 1) + 1, at)
    const selector = before.slice(before.lastIndexOf(';') + 1).replaceAll('&', ' ')
    return [{ selector, body: part.slice(at + 1) }]
  })

/** Patterns, masks and filters that style sheets name, for each element that they style. */
const styledReferences = (root: Element): Map<Element, string[]> => {
  const found = new Map<Element, string[]>()
  const css = [...root.querySelectorAll('style')].map(({ textContent }) => textContent ?? '').join('\n')
  const rules = rulesIn(css).filter(({ body }) => body.includes('url('))
  if (rules.length > mostStyleRules) throw tooMany()
  for (const { selector, body } of rules) {
    let styled: Iterable<Element>
    try {
      styled = root.querySelectorAll(selector.trim())
    } catch {
      // What cannot be counted is not taken.
      throw tooMany()
    }
    for (const element of styled) found.set(element, [...(found.get(element) ?? []), ...urlsIn(body)])
  }
  return found
}

/**
 * Throws `Refused` when references multiply or lead back to themselves: ten copies of ten copies, a few times over, keep a browser busy
 * for hours.
 */
const refuseMultiplied = (root: Element): void => {
  const named = new Map<string, Element>()
  for (const element of root.querySelectorAll('[id]')) if (!named.has(element.id)) named.set(element.id, element)
  const styled = styledReferences(root)
  const known = new Map<Element, number>()
  const open = new Set<Element>()
  const costOf = (element: Element): number => {
    const before = known.get(element)
    if (before !== undefined) return before
    if (open.has(element) || open.size > mostNested) throw tooMany()
    open.add(element)
    let cost = 1
    for (const child of element.children) cost += costOf(child)
    for (const id of [...ownReferences(element), ...(styled.get(element) ?? [])]) {
      const target = named.get(id)
      if (target) cost += costOf(target)
    }
    if (cost > mostDrawn) throw tooMany()
    open.delete(element)
    known.set(element, cost)
    return cost
  }
  costOf(root)
}

interface Size {
  width: number
  height: number
}

/** CSS pixels of a length; undefined for a percentage and for what is no length. */
const pixels = (length: string | null): number | undefined => {
  const [, number, unit = 'px'] = /^(\d{1,7}(?:\.\d{1,6})?)(px|pt|pc|mm|cm|in)?$/.exec((length ?? '').trim()) ?? []
  const factor = { px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 }[unit] ?? 1
  const value = number === undefined ? 0 : Number(number) * factor
  return value > 0 ? value : undefined
}

const viewBoxOf = (text: string | null): Size | undefined => {
  const [, , width = 0, height = 0, ...more] = (text ?? '')
    .trim()
    .split(/[\s,]+/, 5)
    .map(Number)
  return width > 0 && height > 0 && width < 1e7 && height < 1e7 && more.length === 0 ? { width, height } : undefined
}

/** True when it names both its width and its height, neither in percent. */
const hasOwnSize = (root: Element): boolean =>
  pixels(root.getAttribute('width')) !== undefined && pixels(root.getAttribute('height')) !== undefined

/** Size of an SVG as CSS 2.2, 10.3.2, finds it: its own, completed by the ratio of the viewBox, or 300 × 150. */
const ownSize = (root: Element): Size => {
  const [width, height] = [pixels(root.getAttribute('width')), pixels(root.getAttribute('height'))]
  const box = viewBoxOf(root.getAttribute('viewBox'))
  if (width && height) return { width, height }
  if (!box) return { width: width ?? 300, height: height ?? 150 }
  if (width) return { width, height: (width * box.height) / box.width }
  if (height) return { width: (height * box.width) / box.height, height }
  return box
}

/** Whole pixels of the same ratio: a drawing has none of its own, and small numbers would round badly. */
const wholeSize = ({ width, height }: Size): Size => {
  const longest = Math.max(width, height)
  const factor = longest < 512 ? 512 / longest : longest > 4096 ? 4096 / longest : 1
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

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
