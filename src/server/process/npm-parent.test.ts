import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const watched = new URL('stop-on-signals.ts', import.meta.url).href

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
    const deadline = setTimeout(() => process.kill(Number(/pid (\d+)/.exec(said)?.[1]), 'SIGKILL'), 120_000)
    await once(shell.stdout, 'close')
    clearTimeout(deadline)
    expect(said).toMatch(/^pid \d+\nended: npm start\n$/)
  },
)

/** Starts what follows under npm's name, as npx does, and ends with SIGTERM without a word to it. */
const npx =
  "process.title = 'npm exec'; require('node:child_process').spawn(process.argv[1], process.argv.slice(2), { stdio: 'inherit' })"
const other = npx.replace('npm exec', 'other')
const shell = ['sh', '-c', '"$0" --input-type=module -e "$1"; true', process.execPath]

const watching = `
  const { whenNpmEnds } = await import(${JSON.stringify(watched)})
  const keepAlive = setInterval(() => {}, 1000)
  const ended = []
  whenNpmEnds(() => ended.push('npx'), { npm_lifecycle_event: 'npx' })
  whenNpmEnds(() => {
    ended.push('npm start')
    setImmediate(() => {
      console.log('ended: ' + ended.join())
      clearInterval(keepAlive)
    })
  }, { npm_lifecycle_event: 'start', npm_package_name: 'vitrine' })
  console.log('pid ' + process.pid)
`

// Only Linux shows who the ancestors are.
it.skipIf(process.platform !== 'linux').each([
  ['npx began it', [], 'npx,npm start'],
  ['a program began it that npx began', [process.execPath, '-e', other], 'npm start'],
])('follows an npx that ended only where it was begun by it: %s', async (_, between, ended) => {
  const first = spawn(process.execPath, ['-e', npx, ...between, ...shell, watching], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  first.stdout.setEncoding('utf8')
  first.stdout.on('data', (text) => {
    said += text
    if (first.exitCode === null && first.signalCode === null && /pid \d+\n/.test(said)) first.kill('SIGTERM')
  })
  const deadline = setTimeout(() => process.kill(Number(/pid (\d+)/.exec(said)?.[1]), 'SIGKILL'), 120_000)
  await once(first.stdout, 'close')
  clearTimeout(deadline)
  expect(said).toMatch(new RegExp(`^pid \\d+\\nended: ${ended}\\n$`))
})
