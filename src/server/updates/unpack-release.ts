import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, readFile, realpath, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { VitrineError } from '../../model/errors.ts'
import { addDependencies, addRuntime, assertRuns } from './complete-release.ts'
import { makeOpenFolder } from './switch-version.ts'

const run = promisify(execFile)

const refused = (message: string) => new VitrineError('invalid', message)

const sha256Of = async (file: string) => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

const listedSum = async (file: string) => {
  const list = await readFile(path.join(path.dirname(file), 'SHA256SUMS'), 'utf8').catch(() => '')
  const lines = list.split('\n').map((line) => line.split(/\s+\*?/))
  return lines.find(([, name]) => name === path.basename(file))?.[0]
}

/** Compares a file with `sha256`, else with the list next to it. Resolves to whether there was anything to compare with. */
export const checkSum = async (file: string, sha256: string | undefined): Promise<boolean> => {
  const expected = sha256 ?? (await listedSum(file))
  if (expected === undefined) return false
  const found = await sha256Of(file)
  if (found !== expected.toLowerCase())
    throw refused(
      `${path.basename(file)} is not the file it should be: its SHA-256 is ${found}, not ${expected}. Nothing was changed.`,
    )
  return true
}

const realOf = (place: string) => realpath(place).catch(() => undefined)

const readManifest = async (folder: string) => JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))

/**
 * Unpacks a release into the folder of its version in `versions`, next to the others. `running` is the folder of the running version.
 * Throws a sentence, and leaves nothing, when it is no release that can follow.
 */
export const unpackRelease = async (
  file: string,
  versions: string,
  running: string,
): Promise<{ version: string; folder: string }> => {
  if (!existsSync(file)) throw refused(`${file}: there is no such file.`)
  await makeOpenFolder(versions)
  const part = await mkdtemp(path.join(versions, '.unpacking-'))
  try {
    await run('tar', ['-xf', path.resolve(file), '--strip-components=1', '--no-same-owner', '-C', part]).catch(
      (error: Error & { stderr?: string }) => {
        const [reason] = (error.stderr || error.message).trim().split('\n')
        throw refused(`${file} could not be unpacked, so nothing was changed: ${reason}`)
      },
    )
    const manifest = await readManifest(part).catch(() => undefined)
    if (manifest?.name !== 'vitrine' || !/^\d[\w.+-]{0,60}$/.test(manifest.version))
      throw refused(`${file} is no release of Vitrine: it must be vitrine-VERSION.tgz or an archive for a platform.`)
    const folder = path.join(versions, manifest.version)
    const present = await realOf(folder)
    // A program that was installed apart is not the one that serves.
    const inUse = [running, path.join(versions, '../current')]
    if (present !== undefined && (await Promise.all(inUse.map(realOf))).includes(present))
      throw refused(`Vitrine ${manifest.version} is the version that is installed.`)
    await assertRuns(part)
    await addDependencies(part, running)
    await addRuntime(part, running)
    await rm(folder, { recursive: true, force: true })
    // Made for this user alone, by mkdtemp and by the mask of this process; a service has one of its own.
    await run('chmod', ['-R', 'u+rwX,go+rX,go-w', part])
    await rename(part, folder)
    return { version: manifest.version, folder }
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}
