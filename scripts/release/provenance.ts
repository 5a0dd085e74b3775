import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sha256Of } from './checksums.ts'

/** Something a release was made from, as SLSA describes a resource. */
export interface Resource {
  name?: string
  uri?: string
  digest: Record<string, string>
}

interface Facts {
  root: string
  files: readonly string[]
  version: string
  epoch: number
  commit: string
  isChanged: boolean
  runtimes: readonly Resource[]
}

const versionOf = (command: string) =>
  execFileSync(command, ['--version'], { encoding: 'utf8' }).trim().split('\n', 1)[0]
const installed = (root: string, name: string): string =>
  JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')).version

/** Where it was built, as far as a workflow of GitHub says. */
const builder = ({ GITHUB_SERVER_URL: server, GITHUB_WORKFLOW_REF: workflow }: NodeJS.ProcessEnv) =>
  workflow ? `${server}/${workflow}` : 'urn:vitrine:builder:local'

const source = ({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }: NodeJS.ProcessEnv) =>
  repository ? `git+${server}/${repository}` : 'urn:vitrine:source'

/**
 * Where the files of a release come from: an in-toto statement with SLSA provenance (https://slsa.dev/spec/v1.0/provenance), unsigned; the
 * workflow signs one of its own. It has no time, so that the same inputs give the same bytes.
 */
export const provenance = async ({ root, files, version, epoch, commit, isChanged, runtimes }: Facts) => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: await Promise.all(
    files.map(async (file) => ({ name: path.basename(file), digest: { sha256: await sha256Of(file) } })),
  ),
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'urn:vitrine:build:npm-run-release',
      externalParameters: { version, sourceDateEpoch: epoch },
      internalParameters: isChanged ? { changedSinceCommit: true } : {},
      resolvedDependencies: [
        { uri: source(process.env), digest: { gitCommit: commit } },
        { name: 'package-lock.json', digest: { sha256: await sha256Of(path.join(root, 'package-lock.json')) } },
        ...runtimes,
      ],
    },
    runDetails: {
      builder: {
        id: builder(process.env),
        version: {
          node: process.versions.node,
          npm: versionOf('npm'),
          vite: installed(root, 'vite'),
          rolldown: installed(root, 'rolldown'),
          tar: versionOf('tar'),
          ...(runtimes.length > 0 ? { xz: versionOf('xz') } : {}),
        },
      },
    },
  },
})
