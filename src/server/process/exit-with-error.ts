import { VitrineError } from '../../model/errors.ts'
import { ConfigError } from './config.ts'

/** Tells why the process cannot go on and ends it: exit code 2 when it was started wrongly, 1 for all else. */
export const exitWithError = (error: unknown): never => {
  if (error instanceof ConfigError) {
    process.stderr.write(`Vitrine cannot start:\n${error.problems.map((problem) => `  ${problem}\n`).join('')}`)
    process.exit(2)
  }
  // What we say on purpose is a sentence; of all else whoever mends it needs to know where it came from.
  const expected = error instanceof VitrineError || (error instanceof Error && error.name === 'Error')
  const text = expected ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
