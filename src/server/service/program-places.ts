import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../process/package-root.ts'

interface ProgramPlaces {
  node: string
  program: string
}

/** First file of a program in this folder: that of a release, or that of a build. */
const firstFile = (root: string): string =>
  ['bin/vitrine.js', 'dist/server/cli.js'].map((name) => path.join(root, name)).find((file) => existsSync(file)) ??
  path.join(root, 'bin/vitrine.js')

/** The folder `current` next to `versions`, when this version stands in it, so that an update need not change what names it. */
export const currentOf = (root: string): string | undefined => {
  const versions = path.dirname(root)
  return path.basename(versions) === 'versions' ? path.join(path.dirname(versions), 'current') : undefined
}

/** Folder of this program, without the slash at its end. */
export const programRoot = (): string => path.resolve(fileURLToPath(packageRoot))

/** Node and the program, by paths that stay true after an update. */
export const programPlaces = (root = programRoot(), node = process.execPath): ProgramPlaces => {
  const stable = currentOf(root) ?? root
  const within = path.relative(root, node)
  const isWithin = !within.startsWith('..') && !path.isAbsolute(within)
  return {
    node: isWithin ? path.join(stable, within) : node,
    program: path.join(stable, path.relative(root, firstFile(root))),
  }
}

/** Node and first file of a version in its own folder; Node is the one in it, where it brings one. */
export const placesIn = (folder: string): ProgramPlaces => {
  const node = path.join(folder, 'node/bin/node')
  return { node: existsSync(node) ? node : process.execPath, program: firstFile(folder) }
}
