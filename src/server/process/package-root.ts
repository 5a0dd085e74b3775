import { existsSync } from 'node:fs'

const findRoot = (from: URL): URL => {
  const parent = new URL('..', from)
  if (existsSync(new URL('package.json', from)) || parent.href === from.href) return from
  return findRoot(parent)
}

/** The package's own folder, the same from `src/` and from the bundle in `dist/server/`, however deep its chunk lies. */
export const packageRoot = findRoot(new URL('.', import.meta.url))

/** True when the server runs from its source files rather than from the bundle. */
export const runsFromSource = import.meta.url.endsWith('.ts')
