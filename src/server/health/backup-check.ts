import path from 'node:path'
import { listBackups } from '../backup/backup-folder.ts'
import { unseal } from '../backup/sealed-file.ts'
import { backupFolder } from '../process/private-files.ts'
import { type HealthCheck, Warning } from './health-check.ts'

const oneDayMs = 86_400_000
const oneMinuteMs = 60_000

const ageText = (days: number) => (days < 1 ? 'not a day old' : days < 2 ? 'a day old' : `${Math.floor(days)} days old`)

/** The newest backup must be recent and, in the doctor, intact. */
export const backupCheck: HealthCheck = {
  name: 'Backups',
  run: async ({ config: { dataDir }, now, running }) => {
    const folder = backupFolder(dataDir)
    const all = await listBackups(folder)
    const ahead = all.filter(({ at }) => at > now + oneMinuteMs)
    const [newest] = all.slice(ahead.length)
    const leftOut =
      ahead.length > 0
        ? ` Left out and never deleted, since a clock was ahead when they were made: ${ahead.map(({ file }) => path.basename(file)).join(', ')}. Delete them, or keep them elsewhere.`
        : ''
    if (!newest)
      throw new Warning(
        `There is none in ${folder} yet. The site makes one each day while it runs; to make one now: vitrine backup${leftOut && `.${leftOut}`}`,
      )
    const age = ageText(Math.max(0, now - newest.at) / oneDayMs)
    if (now - newest.at > 2 * oneDayMs)
      throw new Warning(
        `The newest in ${folder} is ${age}, though one is made each day while the site runs. The log says why none was; to try now: vitrine backup${leftOut && `.${leftOut}`}`,
      )
    if (!running)
      await unseal(newest.file).catch((error: Error) => {
        throw new Warning(
          `${error.message} To make one now: vitrine backup. If that is damaged, too, the disk is at fault.`,
        )
      })
    const size = `${(newest.bytes / 1e6).toFixed(1)} MB`
    const whole = running ? '' : ' and whole'
    const state = `The newest is ${age}${whole} (${path.basename(newest.file)}, ${size}), one of ${all.length}.`
    if (leftOut) throw new Warning(`${state}${leftOut}`)
    return `${state} Keep a copy on another machine, too.`
  },
}
