import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { cardFonts } from '../../src/site/cards/card-fonts.ts'
import { filesIn } from './files-in.ts'
import { thirdPartyLicences } from './licences.ts'
import { releaseLock, releaseManifest } from './manifest.ts'
import { runScript } from './run.ts'

/** What a release has of the checkout, as it is; a folder goes whole. */
const taken = [
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'bin',
  'samples',
  // Those of the CV are in the build.
  ...new Set(cardFonts.map(({ file }) => path.dirname(file)).filter((folder) => !folder.includes('/typst/'))),
]

/** Public key by which the release judges the ones that follow it; a project without one has no such file. */
const key = 'security/release-key.pub'

/** Tools that made the samples. */
const leftOut = /^samples\/draw\//

/** Copies a file with one of two modes, whatever the umask of this machine. */
const copyPlain = async (from: string, to: string) => {
  await mkdir(path.dirname(to), { recursive: true })
  await copyFile(from, to)
  await chmod(to, (await stat(from)).mode & 0o100 ? 0o755 : 0o644)
}

const writePlain = async (file: string, text: string) => {
  await writeFile(file, text)
  await chmod(file, 0o644)
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'))

/** Builds the checkout and lays out what the package of a release has in `folder`; returns its manifest. */
export const stagePackage = async ({ root, folder, env }: { root: string; folder: string; env: NodeJS.ProcessEnv }) => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const out = path.join(folder, 'dist')
  await runScript(['scripts/build.js', '--mode', 'release', '--out', path.relative(root, out), '--quiet'], {
    cwd: root,
    env,
  })
  for (const file of await filesIn(out)) await chmod(path.join(out, file), 0o644)
  for (const place of existsSync(path.join(root, key)) ? [...taken, key] : taken) {
    const isFolder = (await stat(path.join(root, place))).isDirectory()
    const files = isFolder ? (await filesIn(path.join(root, place))).map((file) => `${place}/${file}`) : [place]
    for (const file of files) if (!leftOut.test(file)) await copyPlain(path.join(root, file), path.join(folder, file))
  }
  await chmod(path.join(folder, 'bin/vitrine.js'), 0o755)
  const lock = await readJson(path.join(root, 'package-lock.json'))
  const manifest = releaseManifest(await readJson(path.join(root, 'package.json')))
  await writePlain(path.join(folder, 'package.json'), json(manifest))
  await writePlain(path.join(folder, 'npm-shrinkwrap.json'), json(releaseLock(lock, manifest)))
  await writePlain(path.join(folder, 'THIRD-PARTY-LICENCES.txt'), await thirdPartyLicences(root, lock))
  return manifest
}
