import { parseArgs } from 'node:util'
import { ConfigError } from './config.ts'

export interface CommandOutput {
  data: Record<string, unknown>
  lines: string[]
}

/** Throws `ConfigError` with the command's usage for arguments and options that it does not take; `valued` are options with a value. */
export const readArgs = (
  argv: readonly string[],
  flags: readonly string[],
  usage: string,
  valued: readonly string[] = [],
) => {
  const wrong = () => new ConfigError([`Usage: vitrine ${usage}`])
  try {
    const options = Object.fromEntries([
      ...flags.map((name) => [name, { type: 'boolean' }] as const),
      ...valued.map((name) => [name, { type: 'string' }] as const),
    ])
    const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options })
    const given = new Map<string, unknown>(Object.entries(values))
    const value = (name: string) => {
      const text = given.get(name)
      return typeof text === 'string' ? text : undefined
    }
    return { flag: (name: string) => given.get(name) === true, value, args: positionals, wrong }
  } catch {
    throw wrong()
  }
}
