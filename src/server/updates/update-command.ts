import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { VitrineError } from '../../model/errors.ts'
import type { CommandOutput } from '../process/command-args.ts'
import { type Config, ConfigError, loadConfig, readConfig } from '../process/config.ts'
import { programVersion } from '../process/program-version.ts'
import { currentOf, placesIn, programRoot } from '../service/program-places.ts'
import { askForHandOver, type HandOverRequest } from './control-socket.ts'
import { rehearse } from './rehearse.ts'
import { isServiceRunning, restartService, serviceVariables } from './restart-service.ts'
import { type Installation, installationAt, switchTo } from './switch-version.ts'
import { type HandOverOutcome, handOverOutcome, outcomeFile } from './take-over.ts'
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

/** A hand-over takes as long as its migration; the process that does it has a shorter limit for each version. */
const timeoutMs = 1_300_000

const waitForOutcome = async (dataDir: string): Promise<HandOverOutcome> => {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(50)) {
    if (!existsSync(outcomeFile(dataDir))) continue
    return handOverOutcome.parse(JSON.parse(await readFile(outcomeFile(dataDir), 'utf8')))
  }
  throw new VitrineError('unavailable', 'The hand-over did not end in time. The log of the site says how far it came.')
}

/** Brings the running site to a version. Resolves to the reason when it was brought back to the one before. */
type Switch = (request: HandOverRequest) => Promise<{ back?: string; pid?: number | undefined }>

const byService =
  (name: string, { host, port }: Config, goBack: () => Promise<unknown>): Switch =>
  async () => {
    const failure = await restartService(name, host, port)
    if (failure === undefined) return {}
    await goBack()
    const again = await restartService(name, host, port)
    if (again === undefined) return { back: failure }
    throw new VitrineError(
      'unavailable',
      `${failure}, and the version before does not start either: ${again}. See journalctl -u ${name}.`,
    )
  }

const byHandOver =
  ({ dataDir }: Config, goBack: () => Promise<unknown>): Switch =>
  async (request) => {
    await rm(outcomeFile(dataDir), { force: true })
    if (!(await askForHandOver(dataDir, request))) return {}
    const { serves, reason, pid } = await waitForOutcome(dataDir)
    if (serves === 'to') return { pid }
    await goBack()
    if (serves === 'back') return { back: reason ?? 'no reason given', pid }
    throw new VitrineError('unavailable', `${reason}, and the version before does not start either. The log says why.`)
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

/** Runs `vitrine update …`. Rejects with a sentence, and leaves or brings back the version before, when the new one does not work. */
export const updateCommand = async (argv: readonly string[]): Promise<CommandOutput> => {
  const { file, sha256, into, service, noRestart } = readWords(argv)
  const installation = place(into)
  const isService = await isServiceRunning(service)
  const variables = isService ? { PATH: process.env.PATH, ...(await serviceVariables(service)) } : undefined
  const config = variables === undefined ? loadConfig([]) : readConfig(variables)
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
  const bring = noRestart
    ? async () => ({})
    : isService
      ? byService(service, config, goBack)
      : byHandOver(config, goBack)
  const { back, pid }: Awaited<ReturnType<Switch>> = await bring({ to, back: placesIn(before ?? running) })
  if (back !== undefined)
    throw new VitrineError(
      'unavailable',
      `Vitrine ${version} did not come up (${back}). Vitrine ${programVersion} serves again, with the data as it was; the log says why.`,
    )
  const next =
    isService && !noRestart
      ? 'The service runs it.'
      : pid
        ? `It runs as process ${pid}, in the background.`
        : 'The next start runs it.'
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
