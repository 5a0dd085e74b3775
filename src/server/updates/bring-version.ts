import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { VitrineError } from '../../model/errors.ts'
import type { Config } from '../process/config.ts'
import { askForHandOver, type HandOverRequest } from './control-socket.ts'
import { restartService } from './restart-service.ts'
import { type HandOverOutcome, handOverOutcome, outcomeFile } from './take-over.ts'

/** A hand-over takes as long as its migration; the process that does it has a shorter limit for each version. */
const timeoutMs = 1_300_000

const waitForOutcome = async (dataDir: string): Promise<HandOverOutcome> => {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(50)) {
    if (!existsSync(outcomeFile(dataDir))) continue
    return handOverOutcome.parse(JSON.parse(await readFile(outcomeFile(dataDir), 'utf8')))
  }
  throw new VitrineError('unavailable', 'The hand-over did not end in time. The log of the site says how far it came.')
}

/** How it ended: with `back`, the reason why the version before serves again, or with `none`, why none of the two does. */
export interface Outcome {
  back?: string
  none?: string
  pid?: number | undefined
}

/** Brings the running site to a version. */
export type BringVersion = (request: HandOverRequest) => Promise<Outcome>

export const byService =
  (name: string, { host, port }: Config, goBack: () => Promise<unknown>): BringVersion =>
  async () => {
    const failure = await restartService(name, host, port)
    if (failure === undefined) return {}
    await goBack()
    const again = await restartService(name, host, port)
    return again === undefined ? { back: failure } : { none: `${failure}; ${again}` }
  }

export const byHandOver =
  ({ dataDir }: Config, goBack: () => Promise<unknown>): BringVersion =>
  async (request) => {
    await rm(outcomeFile(dataDir), { force: true })
    if (!(await askForHandOver(dataDir, request))) return {}
    const { serves, reason = 'no reason given', pid } = await waitForOutcome(dataDir)
    if (serves === 'to') return { pid }
    await goBack()
    return serves === 'back' ? { back: reason, pid } : { none: reason }
  }
