import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface RunOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
}

/** Runs a command to its end; what it prints is shown. Throws when it does not end with 0. */
export const run = async (command: string, args: readonly string[], { cwd, env = process.env }: RunOptions = {}) => {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code, signal] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}.`)
}

/** Runs a script on this Node. */
export const runScript = (args: readonly string[], options?: RunOptions) => run(process.execPath, args, options)
