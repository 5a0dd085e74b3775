const takeAttributes = (from: Element, to: Element) => {
  for (const { name } of [...to.attributes]) if (!from.hasAttribute(name)) to.removeAttribute(name)
  for (const { name, value } of from.attributes) if (to.getAttribute(name) !== value) to.setAttribute(name, value)
}

/** Position of a text change: after the new characters. */
export interface Touched {
  text: Text
  offset: number
}

type Report = (touched: Touched) => void

const endOfChange = (before: string, after: string): number => {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return after.length - end
}

const lastText = (node: Node): Text | null => {
  if (node instanceof Text) return node
  for (const child of [...node.childNodes].reverse()) {
    const found = lastText(child)
    if (found) return found
  }
  return null
}

const sameKind = (a: Node, b: Node) =>
  a.nodeType === b.nodeType &&
  a.nodeName === b.nodeName &&
  // One entry is never turned into another: it would show the other's image for a moment.
  (a as HTMLElement).dataset?.entry === (b as HTMLElement).dataset?.entry

/** Makes exactly these nodes the children, in this order; nodes already in position are not touched. */
export const putChildren = (parent: Node, nodes: readonly Node[]): void => {
  let at = parent.firstChild
  for (const node of nodes) {
    if (node === at) at = at.nextSibling
    else parent.insertBefore(node, at)
  }
  while (at) {
    const next: ChildNode | null = at.nextSibling
    at.remove()
    at = next
  }
}

/**
 * Old nodes made equal to the new ones where possible, so that unchanged parts keep their scroll position and images.
 * Reports each text that became another.
 */
export const morphedAll = (old: readonly Node[], made: readonly Node[], report: Report): Node[] => {
  let start = 0
  while (start < old.length && start < made.length && old[start]?.isEqualNode(made[start] ?? null)) start++
  let end = 0
  while (
    end < Math.min(old.length, made.length) - start &&
    old[old.length - 1 - end]?.isEqualNode(made[made.length - 1 - end] ?? null)
  )
    end++
  const changed = made.slice(start, made.length - end).map((node, i) => {
    const before = start + i < old.length - end ? old[start + i] : undefined
    if (before && sameKind(before, node)) return morphed(before, node, report)
    const text = lastText(node)
    if (text) report({ text, offset: text.length })
    return node
  })
  return [...old.slice(0, start), ...changed, ...old.slice(old.length - end, old.length)]
}

const morphed = (old: Node, made: Node, report: Report): Node => {
  if (old instanceof Element && made instanceof Element) {
    takeAttributes(made, old)
    putChildren(old, morphedAll([...old.childNodes], [...made.childNodes], report))
  } else if (old.nodeValue !== made.nodeValue) {
    const offset = endOfChange(old.nodeValue ?? '', made.nodeValue ?? '')
    old.nodeValue = made.nodeValue
    if (old instanceof Text) report({ text: old, offset })
  }
  return old
}
