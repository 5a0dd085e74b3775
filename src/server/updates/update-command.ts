import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv, promisify } from 'node:util'
import { VitrineError } from '../../model/errors.ts'
import { type CommandOutput, readArgs } from '../process/command-args.ts'
import { ConfigError } from '../process/config.ts'
import { readRegular } from '../process/regular-file.ts'
import { currentOf, programRoot } from '../service/program-places.ts'
import { asOwnerOf, assertVouched, switchTo, unpackRelease } from './release.ts'
import { siteFlaws } from './site-flaws.ts'

const run = promisify(execFile)

/** Migrations of a large store may take minutes. */
const timeoutMs = 600_000

const show = async (unit: string, ...names: string[]): Promise<Record<string, string>> => {
  const asked = run('systemctl', ['show', unit, `--property=${names}`])
  const { stdout } = await asked.catch(() => ({ stdout: '' }))
  return Object.fromEntries(stdout.split('\n').map((line) => line.split(/=(.*)/)))
}

/** The service of systemd with this name, also where there is none: whether it runs, its user, what it starts and where it listens. */
const findService = async (name: string) => {
  const unit = `${name}.service`
  const found = await show(unit, 'ActiveState', 'ExecStart', 'Environment', 'User')
  const { ActiveState, ExecStart = '', Environment = '', User = '' } = found
  const given = parseEnv(await readFile(`/etc/${name}.env`, 'utf8').catch(() => ''))
  // The unit has the last word: its socket listens there.
  const { HOST = '127.0.0.1', PORT = '3000' } = { ...given, ...parseEnv(Environment.replaceAll(' ', '\n')) }
  return {
    name,
    unit,
    host: HOST,
    port: Number(PORT),
    isActive: ActiveState === 'active',
    user: User,
    starts: (folder: string) => ExecStart.split(/[\s;=]+/).some((word) => word.startsWith(`${folder}/`)),
  }
}
type Service = Awaited<ReturnType<typeof findService>>

/**
 * Restarts a service and waits until it answers. Resolves to what is wrong, or to undefined. A start that fails once has failed: the next
 * one would find the same. Throws when systemd refuses, and the process from before goes on.
 */
const restart = async ({ name, unit, host, port }: Service): Promise<string | undefined> => {
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
    until(async () => (await siteFlaws(host, port, signal).catch(() => undefined))?.join('\n')),
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
