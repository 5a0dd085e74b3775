import { parseAst } from 'vite'
import { isProduct, readSources } from '../../scripts/sources.ts'

export interface SourceExpression {
  /** File and line. */
  at: string
  pattern: string
  flags: string
}

interface Found {
  literals: SourceExpression[]
  /** Calls of `RegExp`, as they are written: what is put together as it runs cannot be tried here. */
  built: string[]
}

/** Every regular expression of the product in this checkout. */
export const sourceExpressions = (root: string): Found => {
  const literals: SourceExpression[] = []
  const built: string[] = []
  for (const [file, text] of readSources(root)) {
    if (!isProduct(file)) continue
    const visit = (node: unknown): void => {
      if (Array.isArray(node)) for (const one of node) visit(one)
      else if (node !== null && typeof node === 'object') {
        const { regex, callee, start, end } = node as {
          regex?: { pattern: string; flags: string }
          callee?: { name?: string }
          start: number
          end: number
        }
        if (regex) literals.push({ at: `${file}:${text.slice(0, start).split('\n').length}`, ...regex })
        if (callee?.name === 'RegExp') built.push(text.slice(start, end))
        for (const child of Object.values(node)) if (typeof child === 'object') visit(child)
      }
    }
    visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  }
  return { literals, built }
}
