// Makes a release in release/: npm run release [-- --tag vVERSION] [--platforms LIST | none] [--changed] [--out FOLDER]
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { platforms as allPlatforms, makeArchive } from './archive.ts'
import { checksums } from './checksums.ts'
import { provenance, type Resource } from './provenance.ts'
import { stagePackage } from './stage.ts'
import { missingProgram, writeTgz } from './tarball.ts'
import { versionProblems } from './version.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    /** The release's tag, which has to fit version and changelog. */
    tag: { type: 'string' },
    /** Platforms to make an archive for, with commas between them, or `none`. */
    platforms: { type: 'string', default: `${process.platform}-${process.arch}` },
    /** Goes on although files differ from the commit; the provenance says so. */
    changed: { type: 'boolean', default: false },
    out: { type: 'string', default: path.join(root, 'release') },
  },
})

const stop = (lines: readonly string[]) => {
  for (const line of lines) console.error(line)
  process.exit(1)
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8')
const problems = versionProblems({ version, changelog, tag: values.tag })
const platforms = values.platforms === 'none' ? [] : values.platforms.split(',')
for (const platform of platforms)
  if (!allPlatforms.includes(platform))
    problems.push(`There is no archive for ${platform}, only for ${allPlatforms.join(', ')}.`)
const isChanged = git('status', '--porcelain') !== ''
if (isChanged && !values.changed)
  problems.push('Files differ from the commit. Commit them, or say --changed, and the provenance says so.')
const missing = missingProgram(platforms.length > 0)
if (missing) problems.push(missing)
if (problems.length > 0) stop(problems)

const commit = git('rev-parse', 'HEAD')
const epoch = Number(process.env.SOURCE_DATE_EPOCH || git('log', '-1', '--format=%ct'))
const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) }
const out = path.resolve(values.out)
const work = path.join(root, 'dist/.release')
const staged = path.join(work, 'package')
await mkdir(out, { recursive: true })
// Only what an earlier release left: the folder may be anybody's.
for (const file of await readdir(out))
  if (/^(?:vitrine-.+\.(?:tgz|xz|json)|SHA256SUMS(?:\.sig)?)$/.test(file)) await rm(path.join(out, file))

const name = `vitrine-${version}`
const place = (ending: string) => path.join(out, `${name}${ending}`)
const files = [place('.tgz'), place('.cdx.json')]
const fetched: Resource[] = []

console.log(`Vitrine ${version}, commit ${commit.slice(0, 12)}`)
await stagePackage({ root, folder: staged, env })
await writeTgz({ folder: staged, file: place('.tgz'), epoch })
await copyFile(path.join(staged, 'dist/sbom.cdx.json'), place('.cdx.json'))
for (const platform of platforms) {
  const file = place(`-${platform}.tar.xz`)
  fetched.push(await makeArchive({ platform, staged, file, name, epoch, work }))
  files.push(file)
}
const statement = await provenance({ root, files, version, epoch, commit, isChanged, runtimes: fetched })
await writeFile(place('.provenance.json'), `${JSON.stringify(statement, null, 2)}\n`)
await writeFile(path.join(out, 'SHA256SUMS'), await checksums([...files, place('.provenance.json')]))
await rm(work, { recursive: true, force: true })
process.stdout.write(await readFile(path.join(out, 'SHA256SUMS'), 'utf8'))
