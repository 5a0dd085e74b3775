import { missingFiles } from '../media/move-media.ts'
import { type CommandOutput, readArgs } from '../process/command-args.ts'
import type { Config } from '../process/config.ts'
import { describeContents } from './backup-folder.ts'
import { dailyBackup } from './daily-backup.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const backupUsage = 'backup [FILE | FOLDER] [--daily]'
const restoreUsage = 'restore FILE [--force]'

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

export const backupCommand = async (argv: readonly string[], config: Config): Promise<CommandOutput> => {
  const { args, flag, wrong } = readArgs(argv, ['daily'], backupUsage)
  const daily = flag('daily')
  if (args.length > (daily ? 0 : 1)) throw wrong()
  const made = daily ? await dailyBackup(config) : await makeBackup(config, { to: args[0] })
  const notes: string[] = []
  if (!made.secret.within)
    notes.push('AUTH_SECRET is not in it: keep that elsewhere, or second factors cannot be used after a restore.')
  if (made.foreign.length > 0)
    notes.push(
      `A restore will refuse it: the store has what is not of Vitrine, or lacks what is: ${made.foreign.join(', ')}. Put that right and back up again.`,
    )
  if (config.bucket)
    notes.push('Files in the bucket are not in it. They stay there for thirty days after they are deleted.')
  const line = `Backed up to ${made.file} (${megabytes(made.bytes)}): ${describeContents(made.holds)}.`
  return { data: { ...made, notes }, lines: [line, ...notes] }
}

export const restoreCommand = async (argv: readonly string[], config: Config): Promise<CommandOutput> => {
  const { args, flag, wrong } = readArgs(argv, ['force'], restoreUsage)
  const [file, ...more] = args
  if (file === undefined || more.length > 0) throw wrong()
  const { before, warnings: found, ...restored } = await restoreBackup(file, config, { force: flag('force') })
  const warnings = [...found, ...(await missingFiles(config))]
  const at = restored.at.slice(0, 16).replace('T', ' ')
  return {
    data: { file, ...restored, before: before ?? null, warnings },
    lines: [
      `Restored as of ${at} UTC: ${describeContents(restored.holds)}. Everyone signs in again.`,
      ...(before ? [`What was there before: ${before}`] : []),
      ...warnings,
    ],
  }
}
