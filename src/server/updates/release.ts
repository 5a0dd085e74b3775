import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import {
  chmod,
  cp,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { VitrineError } from '../../model/errors.ts'
import { makeFolder } from '../process/private-files.ts'
import { readRegular } from '../process/regular-file.ts'
import { placesIn } from '../service/program-places.ts'

const run = promisify(execFile)

/** Beginning of the name of a folder with a release that is not whole yet. */
const unfinished = '.unpacking-'

const refused = (message: string) => new VitrineError('invalid', message)

const isRoot = () => process.getuid?.() === 0

interface User {
  uid: number
  gid: number
}

/** Owner of a place, or the first other than root on the way to it, who may put a link there at any moment. */
const ownerOf = async (place: string): Promise<User> => {
  const above = path.dirname(place)
  const owner = above === place ? await stat(place) : await ownerOf(above)
  return owner.uid === 0 ? stat(place).catch(() => owner) : owner
}

const become = ({ uid, gid }: User) => {
  process.setegid?.(gid)
  process.seteuid?.(uid)
}

/** Lets root work in the place of somebody else with the rights of that owner alone. What it makes there is the owner's. */
export const asOwnerOf = async <T>(place: string, work: () => Promise<T>): Promise<T> => {
  if (!isRoot()) return work()
  become(await ownerOf(path.resolve(place)))
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(process.getgid?.() ?? 0)
  }
}

const readManifest = async (folder: string, name: string) =>
  JSON.parse(await readFile(path.join(folder, name), 'utf8').catch(() => '{}'))

const unpack = async (file: string, bytes: Buffer, folder: string) => {
  const isGzip = bytes.readUInt16BE(0) === 0x1f8b
  const tar = run('tar', [isGzip ? '-xzf' : '-xJf', '-', '--strip-components=1', '--no-same-owner', '-C', folder])
  tar.child.stdin?.on('error', () => {}).end(bytes)
  await tar.catch((error: Error & { stderr?: string }) => {
    const [reason] = (error.stderr || error.message).trim().split('\n')
    throw refused(`${file} could not be unpacked, so nothing was changed: ${reason}`)
  })
}

const lockedIn = async (folder: string) => {
  const { packages: { '': _, ...locked } = {} } = await readManifest(folder, 'npm-shrinkwrap.json')
  return locked
}

/** Gives an npm package what an archive has in it: Node where the running version came with one, and what it depends on, from there or from the registry. */
const complete = async (folder: string, running: string) => {
  const take = (name: string) =>
    cp(path.join(running, name), path.join(folder, name), { recursive: true, verbatimSymlinks: true })
  if (!existsSync(path.join(folder, 'node')))
    for (const name of ['node', 'vitrine']) if (existsSync(path.join(running, name))) await take(name)
  if (existsSync(path.join(folder, 'node_modules'))) return
  const isSame = isDeepStrictEqual(await lockedIn(folder), await lockedIn(running))
  if (isSame && existsSync(path.join(running, 'node_modules'))) return take('node_modules')
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  const cache = path.join(folder, '.npm')
  // Root's own is closed to the owner.
  if (process.geteuid?.() !== process.getuid?.()) options.push('--cache', cache)
  await run('npm', ['ci', ...options], { cwd: folder }).catch((error: Error) => {
    throw refused(
      `The packages that the new version depends on could not be installed, so nothing was changed. The archive for your platform has them in it.\n${error.message.trim()}`,
    )
  })
  await rm(cache, { recursive: true, force: true })
}

/** Who tries a new version for root: the service's user, else the owner of the folder, else “nobody”; never root. */
const triedBy = async (service: string, folder: string): Promise<User> => {
  const idOf = async (flag: string, name: string) => Number((await run('id', [flag, '--', name])).stdout)
  const named = async (name: string) => ({ uid: await idOf('-u', name), gid: await idOf('-g', name) })
  const found = await named(service).catch(() => ownerOf(folder))
  return found.uid === 0 ? named('nobody') : found
}

/** Starts the program as far as to say its version. */
const assertRuns = async (folder: string, version: string, service: string) => {
  const { node, program } = placesIn(folder)
  const user = isRoot() ? await triedBy(service, folder) : undefined
  const options = { cwd: '/', env: { PATH: process.env.PATH }, timeout: 60_000, ...user }
  const said = await run(node, [program, '--version'], options).catch(({ message }: Error) => ({ stdout: message }))
  if (said.stdout.trim() !== version)
    throw refused(
      `Vitrine ${version} does not run on this machine, which is ${process.platform}-${process.arch}${user ? `, as the user ${user.uid}` : ''}. Nothing was changed.\n${said.stdout.trim()}`,
    )
}

interface Unpacking {
  /** Folder with `versions` and `current`. */
  base: string
  /** Folder of the running version. */
  running: string
  /** Name of the service's user; empty without one. */
  user: string
}

/**
 * Unpacks the bytes of a release into the folder of its version in `versions`, next to the others, and sees that it runs. Throws a sentence,
 * and leaves nothing, when it is no release that can follow.
 */
export const unpackRelease = async (file: string, bytes: Buffer, { base, running, user }: Unpacking) => {
  const versions = path.join(base, 'versions')
  const discard = (place: string) => rm(place, { recursive: true, force: true })
  const part = await asOwnerOf(versions, async () => {
    // A service has a user of its own, whatever the mask of this process.
    for (const made of await makeFolder(versions)) await chmod(made, 0o755)
    // Left by an update that was killed.
    for (const name of await readdir(versions))
      if (name.startsWith(unfinished)) await discard(path.join(versions, name))
    return mkdtemp(path.join(versions, unfinished))
  })
  try {
    const version = await asOwnerOf(versions, async () => {
      await unpack(file, bytes, part)
      const { name, version } = await readManifest(part, 'package.json')
      if (name !== 'vitrine' || !/^\d[\w.+-]{0,60}$/.test(version))
        throw refused(`${file} is no release of Vitrine: it must be vitrine-VERSION.tgz or an archive for a platform.`)
      // A program that was installed apart is not the one that serves.
      const places = [path.join(versions, version), running, path.join(base, 'current')]
      const [present, ...used] = await Promise.all(places.map((place) => realpath(place).catch(() => '')))
      if (present && used.includes(present)) throw refused(`Vitrine ${version} is the version that is installed.`)
      await complete(part, running)
      // Made for this user alone, by mkdtemp and by the mask of this process.
      await run('chmod', ['-R', 'u+rwX,go+rX,go-w,a-s', part])
      return String(version)
    })
    await assertRuns(part, version, user)
    const folder = path.join(versions, version)
    await asOwnerOf(versions, async () => {
      await discard(folder)
      await rename(part, folder)
    })
    return { version, folder }
  } finally {
    await asOwnerOf(versions, () => discard(part))
  }
}

/** Lets `current` lead to a version, in one step: it leads to one at any moment. Resolves to where it led before. */
export const switchTo = (base: string, folder: string): Promise<string | undefined> =>
  asOwnerOf(base, async () => {
    const current = path.join(base, 'current')
    const before = await readlink(current).catch(() => undefined)
    const next = `${current}.next`
    await rm(next, { force: true })
    await symlink(path.relative(base, folder), next)
    await rename(next, current)
    return before && path.resolve(base, before)
  })

const notVouched = (message: string) => new VitrineError('invalid', `${message} Nothing was changed.`)

/** Undefined when there is none. */
const readIfThere = (file: string) =>
  statSync(file, { throwIfNoEntry: false }) === undefined ? undefined : readRegular(file, 2 ** 24)

const escaped: Record<string, string> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' }

/** Sums that a list gives for a file. Source: GNU coreutils, cksum output: `SUM  NAME`, with `*` for binary mode, and `\` before a line whose name is escaped. */
const listedSums = (list: string, name: string): string[] =>
  list.split(/\r?\n/).flatMap((line) => {
    const [, isEscaped, sum, written = ''] = /^(\\?)([\da-f]{64}) [ *](.+)$/is.exec(line) ?? []
    const named = isEscaped ? written.replaceAll(/\\[\\nr]/g, (pair) => escaped[pair] ?? pair) : written
    return sum !== undefined && path.normalize(named) === name ? [sum] : []
  })

/** Verifies the bytes of a list with its signature by `ssh-keygen`, as docs/releasing.md does; `keys` is the text of `release-key.pub`. */
const assertSigned = async (list: Buffer, signature: string, keys: string) => {
  if (!existsSync(signature)) throw notVouched(`The signature ${signature} is missing.`)
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-signers-'))
  try {
    const signers = path.join(folder, 'allowed_signers')
    await writeFile(signers, keys.replaceAll(/^(?=[^#\s])/gm, 'vitrine '))
    const who = ['-f', signers, '-I', 'vitrine', '-n', 'vitrine-release']
    const verifying = run('ssh-keygen', ['-Y', 'verify', ...who, '-s', signature], { timeout: 10_000 })
    verifying.child.stdin?.on('error', () => {}).end(list)
    await verifying
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw notVouched('Signatures are verified by ssh-keygen, which is not here (Debian: apt install openssh-client).')
    throw notVouched(`SHA256SUMS is not signed with the key of releases that the installed version has.`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Compares the bytes of `file` with the given sum, else with the list next to it. Where the version in `installed` has the key of releases,
 * the list and its signature must be there. Resolves to a sentence on what was compared; throws one when nobody vouches for the bytes.
 */
export const assertVouched = async (
  file: string,
  bytes: Buffer,
  { sha256, installed }: { sha256: string | undefined; installed: string },
): Promise<string> => {
  const name = path.basename(file)
  const keys = readIfThere(path.join(installed, 'security/release-key.pub'))
  const sums = sha256 === undefined ? [] : [sha256]
  if (sha256 === undefined || keys !== undefined) {
    const place = path.join(path.dirname(path.resolve(file)), 'SHA256SUMS')
    const list = readIfThere(place)
    const without = `To take it all the same: ${keys === undefined ? '--sha256 SUM, or ' : ''}--unchecked.`
    if (list === undefined) throw notVouched(`There is no SHA256SUMS next to ${name}. ${without}`)
    if (keys !== undefined) await assertSigned(list, `${place}.sig`, keys.toString())
    const listed = listedSums(list.toString(), name)
    if (listed.length === 0) throw notVouched(`SHA256SUMS does not name ${name}. ${without}`)
    sums.push(...listed)
  }
  const found = createHash('sha256').update(bytes).digest('hex')
  const wrong = sums.find((sum) => sum.toLowerCase() !== found)
  if (wrong !== undefined)
    throw notVouched(`${name} is not the file it should be: its SHA-256 is ${found}, not ${wrong}.`)
  if (keys !== undefined) return 'SHA256SUMS names the file, and is signed with the key of releases.'
  if (sha256 !== undefined) return 'The file has the SHA-256 given.'
  return 'SHA256SUMS names the file; who wrote that list is not known, because the installed version has no key of releases.'
}
