import { parseArgs } from 'node:util'
import { ConfigError } from './config.ts'

export interface CommandOutput {
  data: Record<string, unknown>
  lines: string[]
}

/** Throws `ConfigError` with the command's usage for arguments and flags that it does not take. */
export const readArgs = (argv: readonly string[], flags: readonly string[], usage: string) => {
  const wrong = () => new ConfigError([`Usage: vitrine ${usage}`])
  try {
    const options = Object.fromEntries(flags.map((name) => [name, { type: 'boolean' } as const]))
    const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options })
    return { flag: (name: string) => values[name] === true, args: positionals, wrong }
  } catch {
    throw wrong()
  }
}
