import { existsSync, readFileSync } from 'node:fs'
import { inTheirPlaces } from '../bench/in-their-places.ts'
import type { Report } from './report.ts'

/** A whole report with the checks in it that were run again since, each in its place; the newer one alone where there is none before it. */
export const withRunAgain = (file: string, again: Report): Report => {
  if (!existsSync(file)) return again
  const before = JSON.parse(readFileSync(file, 'utf8')) as Report
  return {
    ...again,
    command: `${before.command}\`, then \`${again.command}`,
    seconds: before.seconds + again.seconds,
    results: inTheirPlaces(before.results, again.results, ({ name }) => name),
  }
}
