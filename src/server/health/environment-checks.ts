import { access, constants, statfs } from 'node:fs/promises'
import path from 'node:path'
import { assertUsable } from '../db/data-folder.ts'
import { exposedFiles, exposedFolder } from '../process/private-files.ts'
import { readClientBuild } from '../publishing/client-build.ts'
import { backupCheck } from './backup-check.ts'
import { type HealthCheck, Warning } from './health-check.ts'
import { findVanishingDisk } from './vanishing-disk.ts'

const megabyte = 2 ** 20

const readable = (bytes: number) =>
  bytes >= 1024 * megabyte ? `${(bytes / 1024 / megabyte).toFixed(1)} GB` : `${Math.round(bytes / megabyte)} MB`

const refuseExposed = async (dataDir: string) => {
  const files = await exposedFiles(dataDir)
  if (files.length > 0)
    throw new Warning(
      `Other users of this machine can open ${files.map((file) => path.relative(dataDir, file)).join(', ')} in ${path.resolve(dataDir)}. A start of the site mends what belongs to its user; for the rest: chmod go= FILE, as the file’s owner.`,
    )
  const mode = await exposedFolder(dataDir)
  if (mode !== undefined)
    throw new Warning(
      `${path.resolve(dataDir)} is open to other users of this machine (mode ${mode}). The files in it are closed to them; close the folder, too: chmod 700 ${path.resolve(dataDir)}`,
    )
}

export const environmentChecks: HealthCheck[] = [
  {
    name: 'Node',
    run: () => {
      const major = Number(process.versions.node.split('.')[0])
      if (major < 24) throw new Error(`This is Node ${process.versions.node}; Vitrine runs on 24 or later.`)
      return `Node ${process.versions.node}`
    },
  },
  { name: 'Build', run: ({ clientFolder }) => `Complete, in ${readClientBuild(clientFolder).folder}` },
  {
    name: 'Data folder',
    run: async ({ config: { dataDir, databaseUrl } }) => {
      if (databaseUrl === undefined) {
        await assertUsable(dataDir)
        await access(dataDir, constants.R_OK | constants.W_OK).catch(() => {
          throw new Error(
            `${path.resolve(dataDir)} cannot be read and written. Make it, or give it to the user that runs Vitrine.`,
          )
        })
      }
      await refuseExposed(dataDir)
      return databaseUrl === undefined
        ? path.resolve(dataDir)
        : 'Only backups are kept there: everything is in Postgres.'
    },
  },
  {
    name: 'Lasting disk',
    run: async ({ config }) => {
      const told = await findVanishingDisk(config)
      if (told !== undefined) throw new Warning(told)
      return `Nothing suggests that ${path.resolve(config.dataDir)} is lost with a restart.`
    },
  },
  {
    name: 'Disk',
    run: async ({ config: { dataDir } }) => {
      const { bavail, bsize } = await statfs(dataDir).catch(() => {
        throw new Warning(`How much room ${path.resolve(dataDir)} has cannot be seen.`)
      })
      const free = bavail * bsize
      const where = `where ${path.resolve(dataDir)} is`
      if (free < 100 * megabyte)
        throw new Error(`Only ${readable(free)} are free ${where}: nothing can be saved soon. Delete something there.`)
      if (free < 1024 * megabyte) throw new Warning(`${readable(free)} are free ${where}. Make room before it is full.`)
      return `${readable(free)} are free.`
    },
  },
  backupCheck,
]
