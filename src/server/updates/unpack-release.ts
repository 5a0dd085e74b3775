import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual, promisify } from 'node:util'
import { VitrineError } from '../../model/errors.ts'

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

const readManifest = async (folder: string) => JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))

const isThere = (place: string) =>
  stat(place).then(
    () => true,
    () => false,
  )

/** Gives an npm package what it depends on: that of the running version where it is the same, else from the registry. */
const addDependencies = async (folder: string, running: string) => {
  const modules = path.join(folder, 'node_modules')
  // An archive for a platform has them in it.
  if (await isThere(modules)) return
  const [next, now] = [await readManifest(folder), await readManifest(running)]
  if (isDeepStrictEqual(next.dependencies, now.dependencies) && (await isThere(path.join(running, 'node_modules')))) {
    await cp(path.join(running, 'node_modules'), modules, { recursive: true, verbatimSymlinks: true })
    return
  }
  const locked = await isThere(path.join(folder, 'npm-shrinkwrap.json'))
  const words = [locked ? 'ci' : 'install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  await run('npm', words, { cwd: folder }).catch((error: Error) => {
    throw refused(`What the new version depends on could not be installed: ${error.message}`)
  })
}

/**
 * Unpacks a release into the folder of its version in `versions`, next to the others. `running` is the folder of the running version.
 * Throws a sentence, and leaves nothing, when it is no release that can follow.
 */
export const unpackRelease = async (
  file: string,
  versions: string,
  running: string,
): Promise<{ version: string; folder: string }> => {
  await mkdir(versions, { recursive: true, mode: 0o755 })
  const part = await mkdtemp(path.join(versions, '.unpacking-'))
  try {
    await run('tar', ['-xf', path.resolve(file), '--strip-components=1', '--no-same-owner', '-C', part]).catch(
      (error: Error) => {
        throw refused(`${file} could not be unpacked: ${error.message.trim().split('\n').at(-1)}`)
      },
    )
    const manifest = await readManifest(part).catch(() => undefined)
    if (manifest?.name !== 'vitrine' || !/^\d[\w.+-]{0,60}$/.test(manifest.version))
      throw refused(`${file} is no release of Vitrine: it must be vitrine-VERSION.tgz or an archive for a platform.`)
    const folder = path.join(versions, manifest.version)
    if (folder === path.resolve(running)) throw refused(`Vitrine ${manifest.version} is the version that is installed.`)
    await addDependencies(part, running)
    await rm(folder, { recursive: true, force: true })
    // mkdtemp made it for this user alone; a service has one of its own.
    await run('chmod', ['755', part])
    await rename(part, folder)
    return { version: manifest.version, folder }
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}
