import { existsSync, readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const findRoot = (from: URL): URL => {
  const parent = new URL('..', from)
  if (existsSync(new URL('package.json', from)) || parent.href === from.href) return from
  return findRoot(parent)
}

/** The package's folder, the same from `src/` and from any chunk in `dist/server/`. */
export const packageRoot = findRoot(new URL('.', import.meta.url))

export const runsFromSource = import.meta.url.endsWith('.ts')

/** A program that stands next to the module which starts it; in the build all stand together. */
export const programFile = (name: string, module: string): URL =>
  runsFromSource ? new URL(`${name}.ts`, module) : new URL(`dist/server/${name}.js`, packageRoot)

/** Version of this program, as in its `package.json`. */
export const programVersion: string = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')).version

/**
 * Spares each start but the first the compiling of the bundle. The cache goes with the build that it belongs to; where that folder may not be
 * written, each start compiles.
 */
export const keepCompiled = (): void => {
  enableCompileCache(fileURLToPath(new URL('dist/server/compile-cache', packageRoot)))
}
