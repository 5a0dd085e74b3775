// Lint, types, then every test; the last line counts them. Arguments are handed to Vitest (a file, -t "a name").
// With --quick neither a build nor a browser: lint, types and the tests beside the code.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const run = (command, ...args) => spawnSync(command, args, { stdio: 'inherit' }).status ?? 1

/** The same while something else runs and prints; what this prints comes in one piece when it ends. */
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

const check = async () =>
  (await runMeanwhile('biome', 'check', '--error-on-warnings', '.')) || (await runMeanwhile('tsc', '--noEmit'))
const quick = process.argv.includes('--quick')
const chosen = process.argv.slice(2).filter((word) => word !== '--quick')
// Stories run the built product.
const quickly = quick ? ['--project', 'unit', '--exclude', 'tests/e2e/**'] : []

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

const vitest = (...args) => {
  const report = path.join(folder, 'report.json')
  rmSync(report, { force: true })
  const status = run(
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...quickly,
    ...args,
  )
  return { status, files: JSON.parse(readFileSync(report, 'utf8')).testResults, twice: [] }
}

// More files than this are not the machine.
const few = 3

/**
 * On a shared machine a browser or a clock may lose a second once; what is wrong fails twice. The whole file is tried again, with
 * nothing beside it: its tests share a site, on which the one that failed has left traces. At home nothing is tried again.
 */
const everyTest = () => {
  const first = vitest()
  const red = first.files.filter(({ status }) => status === 'failed')
  if (!process.env.CI || red.length === 0 || red.length > few) return first
  for (const file of red) retell(file)
  console.log('\nTried once more:')
  const twice = red.map(({ name }) => path.relative('.', name))
  const { status, files } = vitest(...twice)
  return { status, files: [...first.files.filter((file) => !red.includes(file)), ...files], twice }
}

try {
  const { status, files, twice } = chosen.length === 0 ? everyTest() : vitest(...chosen)
  // The cut of what is proved at length by `npm run prove`: the product broken on purpose for a minute or two.
  const proved = chosen.length === 0 && !quick ? run(process.execPath, 'prove/prove.ts', '--quick') : 0
  for (const file of files) if (file.status === 'failed') retell(file)
  const all = files.flatMap(({ assertionResults }) => assertionResults)
  const [passed, failed] = ['passed', 'failed'].map((end) => all.filter(({ status }) => status === end).length)
  for (const name of twice) console.log(`\nTried twice: ${name}`)
  console.log(`\nTests: ${passed} passed, ${failed} failed, ${all.length - passed - failed} skipped`)
  process.exitCode = status || proved
} catch (error) {
  console.error('Vitest left no report:', error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
