import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

const author = { name: 'Release', email: 'release@example.com', date: '2026-01-02T03:04:05Z' }
const env = {
  ...process.env,
  ...{ GIT_AUTHOR_NAME: author.name, GIT_AUTHOR_EMAIL: author.email, GIT_AUTHOR_DATE: author.date },
  ...{ GIT_COMMITTER_NAME: author.name, GIT_COMMITTER_EMAIL: author.email, GIT_COMMITTER_DATE: author.date },
}

/** Copies this checkout as it stands into an empty folder: what git lists, and what it would. */
export const copyListed = (folder: string): void => {
  mkdirSync(folder, { recursive: true })
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  const gone = new Set(
    execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: root, encoding: 'utf8' }).split('\0'),
  )
  for (const file of listed.split('\0'))
    if (file !== '' && !gone.has(file)) cpSync(path.join(root, file), path.join(folder, file))
}

/** The same as one commit that is the same in each copy, with its packages beside it. */
export const committedCopy = (folder: string): void => {
  copyListed(folder)
  // Links where the file system can: half a gigabyte otherwise.
  const packages = ['node_modules', path.join(folder, 'node_modules')].map((place) => path.resolve(root, place))
  try {
    execFileSync('cp', ['-al', ...packages], { stdio: 'ignore' })
  } catch {
    execFileSync('cp', ['-a', ...packages])
  }
  const git = (...words: string[]) => execFileSync('git', ['-c', 'core.autocrlf=false', ...words], { cwd: folder, env })
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--no-verify', '--message', 'As it stands')
}
