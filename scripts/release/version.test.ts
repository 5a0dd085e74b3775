import { expect, it } from 'vitest'
import { releaseNotes, versionProblems } from './version.ts'

const changelog = `# Changelog

## [Unreleased]

## [1.2.0] - 2026-11-23

### Added

- A thing.

## [1.1.0]

- No date.

## [1.0.0] - 2026-11-01
`

const problems = (version: string, tag?: string, text = changelog) => versionProblems({ version, changelog: text, tag })

it('lets a version through that has its heading, its entries and its tag', () => {
  expect(problems('1.2.0', 'v1.2.0')).toEqual([])
})

it.each(['1.2', '01.2.0', '1.2.0-', '1.2.0-01', '1.2.0+build', 'v1.2.0', '1.2.0\n'])(
  'refuses %j as no semantic version',
  (version) => {
    expect(problems(version)).toContain(`package.json: ${version} is no semantic version.`)
  },
)

it.each(['1.2.0-rc.1', '0.0.0', '1.2.0-0', '10.20.30-x-y-z.4'])('takes %j as a semantic version', (version) => {
  expect(problems(version).filter((line) => line.startsWith('package.json'))).toEqual([])
})

it('refuses a tag of another version', () => {
  expect(problems('1.2.0', 'v1.2.1')).toEqual(['The tag is v1.2.1, and the version of package.json makes it v1.2.0.'])
  expect(problems('1.2.0', '1.2.0')).toHaveLength(1)
})

it('refuses a version without a heading, a date or entries in the changelog', () => {
  expect(problems('2.0.0')).toEqual(['CHANGELOG.md has no heading for it: ## [2.0.0] - YYYY-MM-DD'])
  expect(problems('1.1.0')).toEqual(['CHANGELOG.md: the heading of 1.1.0 has no date.'])
  expect(problems('1.0.0')).toEqual(['CHANGELOG.md says nothing about 1.0.0.'])
})

it('refuses a tag while entries wait under Unreleased, and says nothing of them without a tag', () => {
  const waiting = changelog.replace('## [Unreleased]\n', '## [Unreleased]\n\n- Another thing.\n')
  expect(problems('1.2.0', 'v1.2.0', waiting)).toEqual([
    'CHANGELOG.md has entries under Unreleased: move them to 1.2.0.',
  ])
  expect(problems('1.2.0', undefined, waiting)).toEqual([])
})

it('gives the entries of one version as the notes of its release', () => {
  expect(releaseNotes(changelog, '1.2.0')).toBe('### Added\n\n- A thing.')
  expect(releaseNotes(changelog, '3.0.0')).toBeUndefined()
})
