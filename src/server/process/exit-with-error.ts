import { VitrineError } from '../../model/errors.ts'
import { ConfigError } from './config.ts'

/** Prints the error and ends the process, with exit code 2 for a wrong configuration, else 1. */
export const exitWithError = (error: unknown, refusal = 'Vitrine cannot start:'): never => {
  if (error instanceof ConfigError) {
    process.stderr.write(`${refusal}\n${error.problems.map((problem) => `  ${problem}\n`).join('')}`)
    process.exit(2)
  }
  // An expected error is a sentence; an unexpected one needs its stack.
  const expected = error instanceof VitrineError || (error instanceof Error && error.name === 'Error')
  const text = expected ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
