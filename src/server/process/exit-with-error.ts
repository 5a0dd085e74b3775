import { VitrineError } from '../../model/errors.ts'
import { ConfigError } from './config.ts'

/** What to do about an error of the system, by its code. */
const advice: Readonly<Record<string, string>> = {
  EACCES: 'The system forbids it to this user. Start Vitrine as the user that the file belongs to.',
  EPERM: 'The system forbids it to this user. Start Vitrine as the user that the file belongs to.',
  EROFS: 'The disk may only be read.',
  ENOSPC: 'The disk is full. Make room, and try again.',
  EDQUOT: 'The disk is full for this user. Make room, and try again.',
  EFBIG: 'The file would be larger than this process may write (ulimit -f) or the disk holds.',
}

/** The error's message, with what to do where the system refused something. */
export const adviceOn = (error: Error & { code?: string; path?: string }): string => {
  const what = advice[error.code ?? '']
  return what === undefined ? error.message : `${error.path ? `${error.path}: ` : ''}${what} (${error.code})`
}

/** Prints the error and ends the process, with exit code 2 for a wrong configuration, else 1. */
export const exitWithError = (error: unknown, refusal = 'Vitrine cannot start:'): never => {
  if (error instanceof ConfigError) {
    process.stderr.write(`${refusal}\n${error.problems.map((problem) => `  ${problem}\n`).join('')}`)
    process.exit(2)
  }
  // An expected error is a sentence; an unexpected one needs its stack.
  const expected = error instanceof VitrineError || (error instanceof Error && error.name === 'Error')
  const text = expected ? adviceOn(error) : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
