import { parseArgs } from 'node:util'
import { ConfigError } from './config.ts'

/** What a command has to tell: for programs, and line by line for people. */
export interface CommandOutput {
  data: Record<string, unknown>
  lines: string[]
}

/** The words and flags of a command; throws `ConfigError` with its usage for any other. */
export const readArgs = (argv: readonly string[], flags: readonly string[], usage: string) => {
  const wrong = () => new ConfigError([`Usage: vitrine ${usage}`])
  try {
    const options = Object.fromEntries(flags.map((name) => [name, { type: 'boolean' } as const]))
    const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options })
    return { flag: (name: string) => values[name] === true, words: positionals, wrong }
  } catch {
    throw wrong()
  }
}
