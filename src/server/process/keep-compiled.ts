import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { packageRoot } from './package-root.ts'

/**
 * Spares each start but the first the compiling of the bundle. The cache goes with the build that it belongs to; where that folder may not be
 * written, each start compiles.
 */
export const keepCompiled = (): void => {
  enableCompileCache(fileURLToPath(new URL('dist/server/compile-cache', packageRoot)))
}
