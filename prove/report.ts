import { isMet } from '../bench/figure.ts'
import type { Machine } from '../bench/machine.ts'
import { goalOf, shown } from '../bench/report.ts'
import type { Check } from './check.ts'
import type { Result } from './result.ts'

export interface Report {
  /** The day it ran, as in 2026-11-28. */
  day: string
  seed: number
  seconds: number
  machine: Machine
  results: Result[]
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''

/** One line for a finished check, with details only when it did not hold. */
export const renderLine = ({ name, outcome, seconds, figures, reason }: Result): string => {
  const head = `${outcome.padEnd(8)}${name.padEnd(20)}${seconds.toFixed(1).padStart(7)} s`
  const missed = figures.filter((figure) => !isMet(figure))
  const lines = missed.map(
    (figure) => `    ${figure.name}: ${shown(figure)}, not ${goalOf(figure)}. ${figure.note ?? ''}`,
  )
  return [head, ...lines, ...(reason ? [`    ${reason}`] : [])].join('\n')
}

/** The table of every figure of every check. */
export const renderTable = (results: readonly Result[]): string => {
  const rows = results.flatMap(({ name, outcome, figures, reason }) =>
    figures.length === 0
      ? [[outcome, name, firstLine(reason ?? ''), '', '']]
      : figures.map((figure, index) => [
          index === 0 ? outcome : '',
          index === 0 ? name : '',
          figure.name,
          shown(figure),
          `${goalOf(figure)}${isMet(figure) ? '' : '  MISSED'}`,
        ]),
  )
  // A long reason may stick out; it must not push the figures of all others aside.
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => Math.min(60, row[column]?.length ?? 0))))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const titles = { fault: 'Faults', threat: 'Threats', teeth: 'Proof that the checks can fail' }

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const sectionOf = ({ name, promise, outcome, figures, reason, seconds }: Result, { day, seed }: Report): string => {
  const rows = figures.map((f) => `| ${[f.name, shown(f), goalOf(f), f.note ?? ''].map(cell).join(' | ')} |`)
  const table =
    rows.length > 0 ? `| figure | measured | goal | |\n|---|---|---|---|\n${rows.join('\n')}` : firstLine(reason ?? '')
  const heading = `### ${name}${outcome === 'held' ? '' : `: ${outcome}`}`
  return `${heading}\n\n${promise}\n\n${table}\n\n${day}, ${Math.round(seconds)} s, seed ${seed}.`
}

/** Text of docs/reliability.md with these results, each in place of what its check gave before. The section of a check that is not among `checks` goes. */
export const withResults = (
  before: string,
  report: Report,
  checks: readonly Pick<Check, 'name' | 'kind'>[],
): string => {
  const sections = new Map<string, string>()
  for (const part of before.split(/^(?=##)/m)) sections.set(/^### ([\w-]+)/.exec(part)?.[1] ?? '', part.trimEnd())
  for (const result of report.results) sections.set(result.name, sectionOf(result, report))
  const { machine, day } = report
  const versions = Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`)
  return `# Reliability

Written by \`npm run prove -- --write\`; do not edit. Each promise below is one named check. It starts the built product on loopback
with its own data, breaks something, and counts. \`npm run prove\` runs all but the long ones, which run with \`--all\`
or by their names (\`--list\` marks them); \`npm run prove -- NAME\` runs one check, \`--seed N\` uses other random numbers.
\`npm test\` runs the short form \`npm run prove -- --quick\`, which shows response times and does not judge them.

Each section ends with the day on which its check last ran, how long it took, and its seed. The last run, on ${day}, was on ${machine.cores} cores,
${machine.memory} of memory, ${machine.system}; ${versions.join(', ')}.

${(['fault', 'threat', 'teeth'] as const)
  .flatMap((kind) => {
    const ofKind = checks.flatMap((check) => (check.kind === kind ? (sections.get(check.name) ?? []) : []))
    return ofKind.length > 0 ? [`## ${titles[kind]}\n\n${ofKind.join('\n\n')}\n`] : []
  })
  .join('\n')}`
}
