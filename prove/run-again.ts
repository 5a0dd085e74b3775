import { existsSync, readFileSync } from 'node:fs'
import type { Report } from './report.ts'

/** A whole report with the checks in it that were run again since, each in its place; the newer one alone where there is none before it. */
export const withRunAgain = (file: string, again: Report): Report => {
  if (!existsSync(file)) return again
  const before = JSON.parse(readFileSync(file, 'utf8')) as Report
  const newer = new Map(again.results.map((result) => [result.name, result]))
  const results = before.results.map((result) => newer.get(result.name) ?? result)
  const known = new Set(results.map(({ name }) => name))
  return {
    ...again,
    command: `${before.command}\`, then \`${again.command}`,
    seconds: before.seconds + again.seconds,
    results: [...results, ...again.results.filter(({ name }) => !known.has(name))],
  }
}
