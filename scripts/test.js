// Lint, types, then every test; the last line counts them. Arguments are handed to Vitest (a file, -t "a name").
// With --quick neither a build nor a browser: lint, types and the tests beside the code. With --times the files' times are noted.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Runs a command while something else runs and prints; what this prints comes in one piece when it ends. */
const runMeanwhile = (command, ...args) =>
  new Promise((resolve) => {
    const printed = []
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk))
    child.on('error', (error) => printed.push(Buffer.from(`${error}\n`)))
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(printed))
      resolve(status ?? 1)
    })
  })

const prepare = async () => {
  const child = spawn(process.execPath, ['scripts/prepare.js', '--test'], { stdio: 'inherit' })
  const [status] = await once(child, 'exit')
  return status ?? 1
}

// By their files: on Windows the commands of node_modules/.bin need a shell.
const [biome, tsc, vitestFile] = ['@biomejs/biome/bin/biome', 'typescript/bin/tsc', 'vitest/vitest.mjs'].map(
  (file) => `node_modules/${file}`,
)

const check = async () =>
  (await runMeanwhile(process.execPath, biome, 'check', '--error-on-warnings', '.')) ||
  (await runMeanwhile(process.execPath, tsc, '--noEmit'))
const quick = process.argv.includes('--quick')
const times = process.argv.includes('--times')
const chosen = process.argv.slice(2).filter((word) => word !== '--quick' && word !== '--times')
// Stories run the built product.
const projects = quick
  ? ['--project', 'unit', '--exclude', 'tests/e2e/**']
  : ['--project', 'unit', '--project', 'browser']

// Said once more at the end, where a long log is read first.
const retell = ({ name, message, assertionResults }) => {
  const red = assertionResults.filter((test) => test.status === 'failed')
  console.log(`\nFAILED ${path.relative('.', name)}${red.length === 0 ? `\n${message}` : ''}`)
  for (const test of red) {
    const lines = test.failureMessages
      .flatMap((told) => told.split('\n'))
      .filter((line) => !/node_modules|at new Promise/.test(line))
    console.log(`  ${test.fullName}\n${lines.join('\n').replace(/^/gm, '    ')}`)
  }
}

// The build here and not before: npm hands the arguments to this script alone. It leaves half of two cores to the checks.
const statuses = await Promise.all([quick ? 0 : prepare(), chosen.length > 0 ? 0 : check()])
if (statuses.some((status) => status !== 0)) process.exit(1)

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-test-'))

const report = path.join(folder, 'report.json')
const vitest = async () => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, [vitestFile, 'run', ...reporters, ...projects, ...chosen], { stdio: 'inherit' })
  const [status] = await once(child, 'close')
  return status ?? 1
}

const timesFile = path.join(import.meta.dirname, '../tests/times.json')

/** Notes how long each file took, in seconds, so that the long ones begin first (`tests/support/longest-first.ts`). */
const writeTimes = (files) => {
  const taken = files.map(({ name, startTime, endTime }) => [
    path.relative('.', name).split(path.sep).join('/'),
    Math.round((endTime - startTime) / 1000),
  ])
  const long = taken.filter(([, seconds]) => seconds > 1).sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(timesFile, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`)
}

try {
  const isWhole = chosen.length === 0 && !quick
  // The cut of what is proved at length by `npm run prove` waits more than it works, and judges no times: it runs beside the tests.
  const [status, proved] = await Promise.all([
    vitest(),
    isWhole ? runMeanwhile(process.execPath, 'prove/prove.ts', '--quick') : 0,
  ])
  const files = JSON.parse(readFileSync(report, 'utf8')).testResults
  if (times) writeTimes(files)
  for (const file of files) if (file.status === 'failed') retell(file)
  const all = files.flatMap(({ assertionResults }) => assertionResults)
  const [passed, failed] = ['passed', 'failed'].map((end) => all.filter(({ status }) => status === end).length)
  console.log(`\nTests: ${passed} passed, ${failed} failed, ${all.length - passed - failed} skipped`)
  process.exitCode = status || proved
} catch (error) {
  console.error('Vitest left no report:', error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
