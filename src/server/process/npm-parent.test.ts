import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const watched = new URL('npm-parent.ts', import.meta.url).href

/** Watches twice, as two processes that npm and somebody else started, and tells whose watch has ended. */
const program = `
  const { whenNpmEnds } = await import(${JSON.stringify(watched)})
  const keepAlive = setInterval(() => {}, 1000)
  const ended = []
  const of = (npm_lifecycle_event) => ({ npm_lifecycle_event, npm_package_name: 'vitrine' })
  whenNpmEnds(() => ended.push('a script that leaves it running'), of('background'))
  whenNpmEnds(() => ended.push('systemd'), {})
  whenNpmEnds(() => {
    ended.push('npm start')
    // After every other watch's turn.
    setImmediate(() => {
      console.log('ended: ' + ended.join())
      clearInterval(keepAlive)
    })
  }, of('start'))
  console.log('pid ' + process.pid)
`

// Windows has no sh.
it.skipIf(process.platform === 'win32')(
  'a process that npm start began hears that its shell has ended, and one that was begun otherwise does not',
  async () => {
    // Two commands, or the shell would become the program instead of waiting for it.
    const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, program], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    shell.stdout.setEncoding('utf8')
    shell.stdout.on('data', (text) => {
      said += text
      if (shell.exitCode === null && shell.signalCode === null && /pid \d+\n/.test(said)) shell.kill('SIGKILL')
    })
    const deadline = setTimeout(() => process.kill(Number(/pid (\d+)/.exec(said)?.[1]), 'SIGKILL'), 15_000)
    await once(shell.stdout, 'close')
    clearTimeout(deadline)
    expect(said).toMatch(/^pid \d+\nended: npm start\n$/)
  },
  20_000,
)
