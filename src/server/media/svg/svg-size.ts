export interface Size {
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
export const hasOwnSize = (root: Element): boolean =>
  pixels(root.getAttribute('width')) !== undefined && pixels(root.getAttribute('height')) !== undefined

/** Size of an SVG as CSS 2.2, 10.3.2, finds it: its own, completed by the ratio of the viewBox, or 300 × 150. */
export const ownSize = (root: Element): Size => {
  const [width, height] = [pixels(root.getAttribute('width')), pixels(root.getAttribute('height'))]
  const box = viewBoxOf(root.getAttribute('viewBox'))
  if (width && height) return { width, height }
  if (!box) return { width: width ?? 300, height: height ?? 150 }
  if (width) return { width, height: (width * box.height) / box.width }
  if (height) return { width: (height * box.width) / box.height, height }
  return box
}

/** Whole pixels of the same ratio: a drawing has none of its own, and small numbers would round badly. */
export const wholeSize = ({ width, height }: Size): Size => {
  const longest = Math.max(width, height)
  const factor = longest < 512 ? 512 / longest : longest > 4096 ? 4096 / longest : 1
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}
