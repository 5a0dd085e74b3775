import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { Skipped } from '../check.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Lays out a commit of this project's history in a folder and builds it with the packages of its own lock file. Takes npm's registry. */
export const buildVersion = (commit: string, folder: string): void => {
  const git = (...words: string[]) => execFileSync('git', words, { stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    git('-C', root, 'cat-file', '-e', `${commit}^{commit}`)
  } catch {
    throw new Skipped(`It takes the whole history of the project, and ${commit} is not in it.`)
  }
  git('clone', '--quiet', '--shared', '--no-checkout', root, folder)
  git('-C', folder, 'checkout', '--quiet', commit)
  execFileSync(process.execPath, ['scripts/prepare.js'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
}
