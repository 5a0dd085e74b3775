import { readFileSync } from 'node:fs'
import { packageRoot } from './package-root.ts'

/** Version of this program, as in its `package.json`. */
export const programVersion: string = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')).version
