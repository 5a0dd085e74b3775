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
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual, parseEnv, promisify } from 'node:util'
import { VitrineError } from '../../model/errors.ts'
import { type CommandOutput, readArgs } from '../process/command-args.ts'
import { ConfigError } from '../process/config.ts'
import { makeFolder } from '../process/private-files.ts'
import { readRegular } from '../process/regular-file.ts'
import { currentOf, placesIn, programRoot } from '../service/program-places.ts'
import { askShownPages, siteFlaws } from './open-store.ts'

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
const asOwnerOf = async <T>(place: string, work: () => Promise<T>): Promise<T> => {
  if (!isRoot()) return work()
  become(await ownerOf(path.resolve(place)))
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(process.getgid?.() ?? 0)
  }
}

/** Runs a program in the middle of `asOwnerOf`. Root's real id would be its way back to root, and only root can give that up. */
const runAsOwner = (file: string, args: readonly string[], options: { cwd?: string } = {}) => {
  if (!isRoot()) return run(file, args, options)
  const owner = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 }
  process.seteuid?.(0)
  try {
    return run(file, args, { ...options, ...owner })
  } finally {
    become(owner)
  }
}

const readManifest = async (folder: string, name: string) =>
  JSON.parse(await readFile(path.join(folder, name), 'utf8').catch(() => '{}'))

const unpack = async (file: string, bytes: Buffer, folder: string) => {
  const isGzip = bytes.readUInt16BE(0) === 0x1f8b
  const tar = runAsOwner('tar', [
    isGzip ? '-xzf' : '-xJf',
    '-',
    '--strip-components=1',
    '--no-same-owner',
    '-C',
    folder,
  ])
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
  // Npm would read settings from it, and they can name programs that it starts.
  await rm(path.join(folder, '.npmrc'), { force: true })
  // Root's own is closed to the owner.
  if (process.geteuid?.() !== process.getuid?.()) options.push('--cache', cache)
  await runAsOwner('npm', ['ci', ...options], { cwd: folder }).catch((error: Error) => {
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
const unpackRelease = async (file: string, bytes: Buffer, { base, running, user }: Unpacking) => {
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
      await runAsOwner('chmod', ['-R', 'u+rwX,go+rX,go-w,a-s', part])
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
const switchTo = (base: string, folder: string): Promise<string | undefined> =>
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
const assertVouched = async (
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

/** Migrations of a large store may take minutes. */
const timeoutMs = 600_000

/** Time for the version before to say what it shows. */
const askMs = 10_000

const show = async (unit: string, ...names: string[]): Promise<Record<string, string>> => {
  const asked = run('systemctl', ['show', unit, `--property=${names}`])
  const { stdout } = await asked.catch(() => ({ stdout: '' }))
  return Object.fromEntries(stdout.split('\n').map((line) => line.split(/=(.*)/)))
}

/** The service of systemd with this name, also where there is none: whether it runs, what it shows, its user, what it starts and where it listens. */
const findService = async (name: string) => {
  const unit = `${name}.service`
  const found = await show(unit, 'ActiveState', 'ExecStart', 'Environment', 'User')
  const { ActiveState, ExecStart = '', Environment = '', User = '' } = found
  const given = parseEnv(await readFile(`/etc/${name}.env`, 'utf8').catch(() => ''))
  // The unit has the last word: its socket listens there.
  const { HOST = '127.0.0.1', PORT = '3000' } = { ...given, ...parseEnv(Environment.replaceAll(' ', '\n')) }
  const isActive = ActiveState === 'active'
  return {
    name,
    unit,
    host: HOST,
    port: Number(PORT),
    isActive,
    shown: isActive ? await askShownPages(HOST, Number(PORT), AbortSignal.timeout(askMs)) : 'fresh',
    user: User,
    starts: (folder: string) => ExecStart.split(/[\s;=]+/).some((word) => word.startsWith(`${folder}/`)),
  }
}
type Service = Awaited<ReturnType<typeof findService>>

/**
 * Restarts a service and waits until it answers. Resolves to what is wrong and was not before, or to undefined. A start that fails once
 * has failed: the next one would find the same. Throws when systemd refuses, and the process from before goes on.
 */
const restart = async ({ name, unit, host, port, shown }: Service): Promise<string | undefined> => {
  await run('systemctl', ['reset-failed', unit, `${name}.socket`]).catch(() => {})
  const { InvocationID: before } = await show(unit, 'InvocationID')
  const said = await run('systemctl', ['restart', unit]).catch((error: Error) => ({ stderr: error.message }))
  // Another one means that it ended: after a failure, or woken by a visit after that.
  const { InvocationID: started } = await show(unit, 'InvocationID')
  if (started === before) throw new VitrineError('unavailable', `${unit} was not restarted: ${said.stderr.trim()}`)
  const settled = new AbortController()
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(timeoutMs)])
  const until = async (ask: () => Promise<string | undefined>) => {
    for (; !signal.aborted; await sleep(100)) {
      const found = await ask()
      if (found !== undefined) return found
    }
    return `${unit} did not answer within ${timeoutMs / 60_000} minutes`
  }
  const found = await Promise.race([
    until(async () => (await siteFlaws(host, port, signal, shown).catch(() => undefined))?.join('\n')),
    until(async () => {
      const { SubState, InvocationID } = await show(unit, 'SubState', 'InvocationID')
      return SubState === 'running' && InvocationID === started ? undefined : `${unit} did not stay up`
    }),
  ])
  settled.abort()
  return found || undefined
}

const readOptions = (argv: readonly string[], usage: string) => {
  const { args, flag, value, wrong } = readArgs(argv, ['unchecked', 'no-restart'], usage, ['sha256', 'into', 'service'])
  const [file, ...more] = args
  const sha256 = value('sha256')
  if (file === undefined || more.length > 0 || (flag('unchecked') && sha256 !== undefined)) throw wrong()
  const name = value('service') ?? 'vitrine'
  return { file, sha256, unchecked: flag('unchecked'), into: value('into'), name, noRestart: flag('no-restart') }
}

const baseOf = (into: string | undefined, running: string): string => {
  const found = currentOf(running)
  if (into !== undefined) return path.resolve(into)
  if (found !== undefined) return path.dirname(found)
  throw new ConfigError([
    `This Vitrine, in ${running}, does not stand in a folder “versions”, so that a new one cannot be put beside it.`,
    'To install the new one apart: vitrine update FILE --into /opt/vitrine',
  ])
}

const assertFollows = ({ name, starts }: Service, current: string) => {
  if (starts(current)) return
  throw new ConfigError([
    `The service ${name} does not start what is in ${current}, so that it would go on with the version that it has.`,
    `Once: the same command with --no-restart, then sudo ${current}/bin/vitrine.js service install (of an archive: ${current}/vitrine),`,
    `systemctl daemon-reload and systemctl restart ${name}. Later updates need none of it.`,
  ])
}

/** Goes back to the version before, whose start takes back the data as it was, and forward again where that cannot start. Throws what came of it. */
const goBack = async (service: Service, base: string, folder: string, before: string, failure: string) => {
  const [newer, older] = [path.basename(folder), path.basename(before)]
  const more = `journalctl -u ${service.name} says more.`
  await switchTo(base, before)
  const again = await restart(service)
  if (again === undefined) {
    await asOwnerOf(folder, () => rm(folder, { recursive: true, force: true }))
    throw new VitrineError(
      'unavailable',
      `Vitrine ${newer} is not well: ${failure}.\nVitrine ${older} serves again, with the data as it was, and nothing is left to do: wait for a later release. ${more}`,
    )
  }
  // The tables were changed and cannot be taken back by themselves: a site with a flaw is better than none.
  await switchTo(base, folder)
  const last = await restart(service)
  throw new VitrineError(
    'unavailable',
    `Vitrine ${newer} is not well: ${last ?? failure}.\nVitrine ${older} cannot take over by itself: ${again}. ${newer} was started again. To go back, stop the site and let Vitrine ${older}, in ${before}, restore the backup from before the update; the log names it. ${more}`,
  )
}

/** Runs `vitrine update …`. Rejects with a sentence, and leaves or brings back the version before, when nobody vouches for the file or it does not work. */
export const updateCommand = async (
  argv: readonly string[],
  usage: string,
  running = programRoot(),
): Promise<CommandOutput> => {
  const { file, sha256, unchecked, into, name, noRestart } = readOptions(argv, usage)
  const base = baseOf(into, running)
  const current = path.join(base, 'current')
  const service = await findService(name)
  const isRestarted = service.isActive && !noRestart
  if (isRestarted) assertFollows(service, current)
  const bytes = readRegular(file, 512 * 2 ** 20)
  const compared = unchecked
    ? 'The file was compared with nothing, as --unchecked says.'
    : await assertVouched(file, bytes, { sha256, installed: running })
  const { version, folder } = await unpackRelease(file, bytes, { base, running, user: service.user })
  const before = await switchTo(base, folder)
  if (isRestarted) {
    const failure = await restart(service).catch(async (error: unknown) => {
      if (before !== undefined) await switchTo(base, before)
      throw error
    })
    if (failure !== undefined && before !== undefined) await goBack(service, base, folder, before, failure)
  }
  const program = path.join(current, existsSync(path.join(folder, 'vitrine')) ? 'vitrine' : 'bin/vitrine.js')
  const back = before && `If it does not serve: ln -sfn ${path.relative(base, before)} ${current}, and start that one.`
  return {
    data: { version, folder, checked: !unchecked, restarted: isRestarted },
    lines: [
      `Vitrine ${version} is in ${folder}, and ${current} leads to it.`,
      compared,
      ...(isRestarted
        ? ['The service runs it.']
        : [`Nothing was restarted. Stop the site, and start ${program} serve.`, ...(back ? [back] : [])]),
    ],
  }
}
