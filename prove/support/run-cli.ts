import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

export interface Ran {
  code: number | null
  out: string
  err: string
  ms: number
}

/** Runs a command of the built product, or of another `program`, to its end, with these variables and no others. */
export const runCli = async (
  words: readonly string[],
  env: Record<string, string>,
  { program = path.join(root, 'dist/server/cli.js'), cwd = root } = {},
): Promise<Ran> => {
  const started = performance.now()
  const child = spawn(process.execPath, [program, ...words], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
  })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said.err += text
  })
  const [code] = await once(child, 'close')
  return { code, ...said, ms: performance.now() - started }
}
