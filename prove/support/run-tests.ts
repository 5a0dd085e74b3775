import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export interface TestRun {
  passed: string[]
  failed: string[]
  /** What it printed, for when there is no report. */
  said: string
}

interface VitestReport {
  testResults: { assertionResults: { fullName: string; status: string }[] }[]
}

/** Runs test files of a checkout with Vitest. A file that cannot even be loaded has no tests, so neither passes nor fails any. */
export const runTests = async (
  checkout: string,
  files: readonly string[],
  report: string,
  { bail = false, thorough = false, project = 'unit' } = {},
): Promise<TestRun> => {
  const vitest = path.join(checkout, 'node_modules/vitest/vitest.mjs')
  const args = [
    vitest,
    'run',
    '--project',
    project,
    '--reporter=json',
    `--outputFile=${report}`,
    ...(bail ? ['--bail=1'] : []),
    ...files,
  ]
  const env = { ...process.env, ...(thorough ? { TEST_THOROUGH: '1' } : {}) }
  const child = spawn(process.execPath, args, { cwd: checkout, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(child, 'close')
  const said = Buffer.concat(chunks).toString()
  let found: VitestReport
  try {
    found = JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    throw new Error(`Vitest left no report:\n${said.slice(-2000)}`)
  }
  const tests = found.testResults.flatMap(({ assertionResults }) => assertionResults)
  const named = (status: string) => tests.filter((test) => test.status === status).map(({ fullName }) => fullName)
  return { passed: named('passed'), failed: named('failed'), said }
}
