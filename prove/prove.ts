// npm run prove -- [names…] [--quick | --all] [--seed N] [--json FILE] [--write] [--no-skips]: breaks the product in every way it
// is said to withstand, and counts; the long checks by their names or with --all. --write puts what ran into docs/reliability.md.
// Exit code 1 when a promise was not kept; 2 on wrong usage.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pLimit from 'p-limit'
import { describeMachine } from '../bench/machine.ts'
import type { Check } from './check.ts'
import { checks } from './checks.ts'
import { renderLine, renderTable, withResults } from './report.ts'
import type { Result } from './result.ts'
import { runCheck } from './run-check.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    'no-skips': { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
const unknown = positionals.filter((name) => !checks.some((check) => check.name === name))
const seed = Number(values.seed)
if (unknown.length > 0 || !Number.isSafeInteger(seed)) {
  for (const name of unknown) console.error(`There is no check called ${name}; --list names them all.`)
  if (!Number.isSafeInteger(seed)) console.error('--seed takes a whole number.')
  process.exit(2)
}
if (values.list) {
  for (const { name, quick, long, promise } of checks)
    console.log(`${name.padEnd(28)}${(quick ? 'quick' : long ? 'long' : '').padEnd(7)}${promise}`)
  process.exit(0)
}

const chosen = checks.filter(({ name, quick, long }) => {
  if (positionals.length > 0) return positionals.includes(name)
  return values.quick ? quick : values.all || !long
})
const options = { seed, quick: values.quick }
const started = performance.now()
const results: Result[] = []
const done = (result: Result) => {
  results.push(result)
  console.log(renderLine(result))
}
const run = async (check: Check) => done(await runCheck(check, options))
// Checks that judge no times run two at a time, beside those that mostly wait. The others follow, each alone on the machine.
const besides = Promise.all(chosen.filter(({ beside }) => beside).map(run))
const atATime = pLimit(values.quick ? 1 : 2)
const untimed = chosen.filter(({ beside, timed }) => !beside && !timed)
await Promise.all(untimed.map((check) => atATime(run, check)))
await besides
for (const check of chosen) if (!check.beside && check.timed) await run(check)

const seconds = Math.round((performance.now() - started) / 1000)
const report = { day: new Date().toISOString().slice(0, 10), seed, seconds, machine: describeMachine(), results }
const file = values.json ?? path.join(import.meta.dirname, 'results/latest.json')
await mkdir(path.dirname(path.resolve(file)), { recursive: true })
await writeFile(file, `${JSON.stringify(report, null, 2)}\n`)
if (values.write) {
  const document = path.join(import.meta.dirname, '../docs/reliability.md')
  await writeFile(document, withResults(await readFile(document, 'utf8'), report, checks))
}

console.log(`\n${renderTable(results)}\n`)
const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length
console.log(
  `${count('held')} held, ${count('FAILED')} failed, ${count('SKIPPED')} skipped, in ${seconds} s with seed ${seed}.`,
)
process.exit(count('FAILED') > 0 || (values['no-skips'] && count('SKIPPED') > 0) ? 1 : 0)
