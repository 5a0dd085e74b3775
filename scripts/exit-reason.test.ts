import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { exitOf } from './exit-reason.js'

const end = (script: string) => {
  const { status, signal } = spawnSync(process.execPath, ['-e', script])
  return exitOf(status, signal)
}

it.each([
  ['by a signal', "process.kill(process.pid, 'SIGKILL')"],
  ['as a shell or npm reports it', 'process.exit(137)'],
])('a process that was killed %s is named as out of memory, with exit code 137', (_, script) => {
  expect(end(script)).toEqual({ code: 137, reason: expect.stringContaining('out of memory (exit 137)') })
})

it('any other failure keeps its exit code and points to the lines above', () => {
  expect(end('process.exit(3)')).toEqual({ code: 3, reason: 'exit 3. The lines above say why' })
  expect(end("process.kill(process.pid, 'SIGTERM')").reason).toBe('it was ended by SIGTERM')
})
