import { Refused } from '../refused.ts'

/** Elements that a browser may come to draw, copies by reference included. */
const mostDrawn = 100_000
const mostNested = 500
const mostStyleRules = 200

const localUrl = /url\(\s*["']?#([^"')\s]+)/gi
const urlsIn = (text: string): string[] => [...text.matchAll(localUrl)].map(([, id]) => id as string)

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
export const refuseMultiplied = (root: Element): void => {
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
