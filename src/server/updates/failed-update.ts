import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { backupFolder, listBackups } from '../backup/backup-folder.ts'
import type { Config } from '../process/config.ts'
import { readAwaitedUpdate } from './awaited-update.ts'
import type { Outcome } from './bring-version.ts'

interface Ended {
  outcome: Outcome
  version: string
  /** Folder of the version before. */
  before: string
  config: Pick<Config, 'dataDir' | 'databaseUrl'>
  /** Name of the service of systemd, where one runs the site. */
  service: string | undefined
}

const versionIn = async (folder: string): Promise<string> =>
  JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')).version

const indented = (text: string) => text.replaceAll(/^/gm, '  ')

const wayBack = async ({ dataDir, databaseUrl }: Ended['config'], version: string) => {
  const backups = await listBackups(backupFolder(dataDir))
  const file = backups.find(({ kind }) => kind === `vitrine-before-${version}`)?.file
  if (file === undefined) return 'There is no backup from before: BACKUP_BEFORE_UPDATE is off.'
  if (databaseUrl === undefined) return `vitrine restore ${file} --force`
  return `DATABASE_URL of an empty database, then: vitrine restore ${file}`
}

/** Sentences for somebody whose update did not end as it should: what came of it, why, and what to do. Undefined when it did. */
export const failedUpdate = async ({
  outcome,
  version,
  before,
  config,
  service,
}: Ended): Promise<string | undefined> => {
  const told = await readAwaitedUpdate(config.dataDir)
  const older = await versionIn(before)
  const log = service === undefined ? 'The log of the site says more.' : `journalctl -u ${service} says more.`
  const { back, none } = outcome
  const why = told?.failure === undefined ? '.' : `:\n${indented(told.failure)}`
  if (back !== undefined)
    return [
      `Vitrine ${version} did not come up (${back})${why}`,
      `Vitrine ${older} serves again, with the data as it was, and nothing is left to do: wait for a later release. ${log}`,
    ].join('\n')
  if (none !== undefined)
    return [
      `Vitrine ${version} did not come up (${none})${why}`,
      `Vitrine ${older}, in ${before}, does not start either, so the site is not served. ${log}`,
      `The data from before the update: ${await wayBack(config, version)}`,
    ].join('\n')
  if (told?.flaws === undefined) return undefined
  return [
    `Vitrine ${version} serves, and not as it should:\n${indented(told.flaws)}`,
    `It has changed the tables, so that Vitrine ${older} cannot take over by itself. ${log}`,
    `To go back, stop the site and let Vitrine ${older}, in ${before}, restore the data: ${await wayBack(config, version)}`,
  ].join('\n')
}
