import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { VitrineError } from '../../model/errors.ts'
import type { CommandOutput } from '../process/command-args.ts'
import { ConfigError, loadConfig, readConfig } from '../process/config.ts'
import { currentOf, placesIn, programRoot } from '../service/program-places.ts'
import { removeAwaitedUpdate, writeAwaitedUpdate } from './awaited-update.ts'
import { type BringVersion, byHandOver, byService, type Outcome } from './bring-version.ts'
import { failedUpdate } from './failed-update.ts'
import { rehearse } from './rehearse.ts'
import { isServiceRunning, serviceRuns, serviceVariables } from './restart-service.ts'
import { type Installation, installationAt, switchTo } from './switch-version.ts'
import { checkSum, unpackRelease } from './unpack-release.ts'

export const updateUsage = 'update FILE [--sha256 SUM] [--into DIR] [--service NAME] [--no-restart]'

const options = {
  sha256: { type: 'string' },
  into: { type: 'string' },
  service: { type: 'string', default: 'vitrine' },
  'no-restart': { type: 'boolean', default: false },
} as const

const readWords = (argv: readonly string[]) => {
  const wrong = new ConfigError([`Usage: vitrine ${updateUsage}`])
  try {
    const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw wrong
    return { file, ...values, noRestart: values['no-restart'] }
  } catch {
    throw wrong
  }
}

const place = (base: string | undefined): Installation => {
  const found = currentOf(programRoot())
  if (base !== undefined) return installationAt(path.resolve(base))
  if (found !== undefined) return installationAt(path.dirname(found))
  throw new ConfigError([
    `This Vitrine, in ${programRoot()}, does not stand in a folder “versions”, so that a new one cannot be put beside it.`,
    'To install the new one apart: vitrine update FILE --into /opt/vitrine',
  ])
}

const assertServiceFollows = async (name: string, current: string) => {
  if (await serviceRuns(name, current)) return
  throw new ConfigError([
    `The service ${name} does not start what is in ${current}, so that it would go on with the version that it has.`,
    `Once: the same command with --no-restart, then sudo ${current}/bin/vitrine.js service install (of an archive: ${current}/vitrine),`,
    `systemctl daemon-reload and systemctl restart ${name}. Later updates need none of it.`,
  ])
}

/** Runs `vitrine update …`. Rejects with a sentence, and leaves or brings back the version before, when the new one does not work. */
export const updateCommand = async (argv: readonly string[]): Promise<CommandOutput> => {
  const { file, sha256, into, service, noRestart } = readWords(argv)
  const installation = place(into)
  const isService = await isServiceRunning(service)
  const variables = isService ? { PATH: process.env.PATH, ...(await serviceVariables(service)) } : undefined
  const config = variables === undefined ? loadConfig([]) : readConfig(variables)
  if (isService && !noRestart) await assertServiceFollows(service, installation.current)
  const wasChecked = await checkSum(file, sha256)
  const running = programRoot()
  const { version, folder } = await unpackRelease(file, installation.versions, running)
  const to = placesIn(folder)
  const hasData = config.databaseUrl !== undefined || existsSync(path.join(config.dataDir, 'vitrine.db'))
  try {
    if (hasData) await rehearse(to, config, variables ?? process.env)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  const before = await switchTo(installation, folder)
  const goBack = () =>
    before === undefined ? rm(installation.current, { force: true }) : switchTo(installation, before)
  const bring: BringVersion = noRestart
    ? async () => ({})
    : isService
      ? byService(service, config, goBack)
      : byHandOver(config, goBack)
  if (hasData && !noRestart) await writeAwaitedUpdate(config.dataDir, { to: version })
  let outcome: Outcome = {}
  try {
    outcome = await bring({ to, back: placesIn(before ?? running) })
    const failure = await failedUpdate({
      outcome,
      version,
      before: before ?? running,
      config,
      service: variables && service,
    })
    // It is of no use, and as large as the one that serves.
    if (outcome.back !== undefined) await rm(folder, { recursive: true, force: true })
    if (failure !== undefined) throw new VitrineError('unavailable', failure)
  } finally {
    await removeAwaitedUpdate(config.dataDir)
  }
  const { pid } = outcome
  const next =
    isService && !noRestart
      ? 'The service runs it.'
      : pid
        ? `It runs as process ${pid}, in the background.`
        : 'No running site was asked to go over to it; the next start runs it.'
  return {
    data: { version, folder, checked: wasChecked, pid: pid ?? null },
    lines: [
      `Vitrine ${version} is in ${folder}, and ${installation.current} leads to it. ${next}`,
      ...(wasChecked
        ? []
        : [
            'The file was not compared with a checksum: there is no SHA256SUMS next to it, and --sha256 was not given.',
          ]),
    ],
  }
}
