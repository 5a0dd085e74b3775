// Lint, types, then every test; the last line counts them. Arguments are handed to Vitest (a file, -t "a name").
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const run = (command, ...args) => spawnSync(command, args, { stdio: 'inherit' }).status ?? 1
const chosen = process.argv.slice(2)

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

if (chosen.length === 0) {
  if (run('biome', 'check', '--error-on-warnings', '.') !== 0) process.exit(1)
  if (run('tsc', '--noEmit') !== 0) process.exit(1)
}

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-test-'))
const report = path.join(folder, 'report.json')
let status = run('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...chosen)
try {
  // The cut of what is proved at length by `npm run prove`: the product broken on purpose, three minutes of it.
  if (chosen.length === 0) status = run(process.execPath, 'prove/prove.ts', '--quick') || status
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  for (const file of testResults) if (file.status === 'failed') retell(file)
  console.log(`\nTests: ${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`)
} catch {
  console.error('Vitest left no report.')
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (status !== 0) process.exitCode = status
