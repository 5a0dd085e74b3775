import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Another program on this machine that has the store's file open: runs `script` with `db`, a DatabaseSync, and `sleep`. Begun with its
 * first line; `ended` gives the last one it printed.
 */
export const otherProgram = async (file: string, script: string): Promise<{ ended: Promise<string> }> => {
  const source = `
    import { DatabaseSync } from 'node:sqlite'
    import { setTimeout as sleep } from 'node:timers/promises'
    const db = new DatabaseSync(${JSON.stringify(file)}, { timeout: 5000 })
    ${script}
    db.close()`
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk
  })
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`The other program ended with ${code}.`)
    return printed.trim().split('\n').at(-1) ?? ''
  })
  // It says a line as soon as it has done its worst.
  await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended])
  return { ended }
}
