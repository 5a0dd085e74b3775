import { existsSync, readFileSync } from 'node:fs'

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
