import { type Bench, type Figure, isMet } from './figure.ts'
import type { Machine } from './machine.ts'

const digits: Record<Figure['unit'], number> = {
  ratio: 2,
  ms: 1,
  MB: 0,
  kB: 1,
  points: 0,
  shift: 4,
  seconds: 2,
  count: 0,
  percent: 0,
}
const suffix = (unit: Figure['unit']) =>
  ['ms', 'MB', 'kB'].includes(unit) ? ` ${unit}` : unit === 'seconds' ? ' s' : ''

const number = (value: number, unit: Figure['unit']) => `${value.toFixed(digits[unit])}${suffix(unit)}`

/** The figure's value as people read it. */
export const shown = ({ value, unit }: Figure) => (value === undefined ? 'missing' : number(value, unit))

/** The figure's goal as people read it; empty when it has none. */
export const goalOf = ({ goal, unit }: Figure): string => {
  if (goal?.atLeast !== undefined) return `≥ ${goal.atLeast}${suffix(unit)}`
  if (goal?.atMost !== undefined) return `≤ ${goal.atMost}${suffix(unit)}`
  return ''
}

const outcome = (figure: Figure): string => {
  if (!isMet(figure)) return figure.value === undefined ? 'MISSING' : 'MISSED'
  return figure.goal ? 'met' : ''
}

/** For the terminal. */
export const renderTable = ({ figures }: Bench): string => {
  const rows = figures.map((figure) => [figure.name, shown(figure), goalOf(figure), outcome(figure), figure.note ?? ''])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n')
}

/** docs/performance.md: the figures, how they were measured, and on what. */
export const renderMarkdown = (machine: Machine, results: Bench[]): string => {
  const versions = Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`)
  const sections = results.map(({ title, method, figures }) => {
    const rows = figures.map((figure) => {
      const cells = [figure.name, shown(figure), goalOf(figure), outcome(figure), figure.note ?? '']
      return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
    })
    return `## ${title}\n\n${method}\n\n| figure | value | goal | | note |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Performance

Written by \`npm run bench -- --write\`; do not edit. Speed is a ratio to controls that are measured in the same run, in turn with the
product, because absolute times of one machine say little about another.

Measured on ${machine.cores} cores, ${machine.memory} of memory, ${machine.system}; ${versions.join(', ')}.

${sections.join('\n')}`
}
