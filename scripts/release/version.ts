// Compares the version of package.json with a tag and the changelog: node scripts/release/version.ts [TAG] [--notes]
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Semantic Versioning 2.0.0, without build metadata, which npm ignores. */
const semantic =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?$/

/** The entries of each version in a changelog, by what stands in the brackets of its heading. */
const sections = (changelog: string): ReadonlyMap<string | undefined, { date: string | undefined; notes: string }> =>
  new Map(
    changelog
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const [heading = '', ...lines] = section.split('\n')
        const [, version, date] = /^\[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?\s*$/.exec(heading) ?? []
        return [version, { date, notes: lines.join('\n').trim() }]
      }),
  )

/** What the changelog says about a version; undefined without a heading for it. */
export const releaseNotes = (changelog: string, version: string): string | undefined =>
  sections(changelog).get(version)?.notes

/** Why this version cannot be released, a sentence each. Without a tag only the version and its heading are looked at. */
export const versionProblems = ({
  version,
  changelog,
  tag,
}: {
  version: string
  changelog: string
  tag?: string | undefined
}): string[] => {
  const problems: string[] = []
  if (!semantic.test(version)) problems.push(`package.json: ${version} is no semantic version.`)
  const found = sections(changelog)
  const own = found.get(version)
  if (own === undefined) problems.push(`CHANGELOG.md has no heading for it: ## [${version}] - YYYY-MM-DD`)
  else if (own.date === undefined) problems.push(`CHANGELOG.md: the heading of ${version} has no date.`)
  else if (own.notes === '') problems.push(`CHANGELOG.md says nothing about ${version}.`)
  if (tag === undefined) return problems
  if (tag !== `v${version}`) problems.push(`The tag is ${tag}, and the version of package.json makes it v${version}.`)
  if (found.get('Unreleased')?.notes)
    problems.push(`CHANGELOG.md has entries under Unreleased: move them to ${version}.`)
  return problems
}

if (process.argv[1] === import.meta.filename) {
  const root = path.resolve(import.meta.dirname, '../..')
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const changelog = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')
  const words = process.argv.slice(2)
  const problems = versionProblems({ version, changelog, tag: words.find((word) => !word.startsWith('--')) })
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
  console.log(words.includes('--notes') ? releaseNotes(changelog, version) : version)
}
