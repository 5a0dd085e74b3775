import path from 'node:path'
import type { Config } from '../process/config.ts'
import { findMount, type Mount } from '../process/mounts.ts'
import type { Platform } from '../process/platform.ts'

const inMemory = ['tmpfs', 'ramfs']
const ofContainers = ['overlay', 'fuse.fuse-overlayfs', 'aufs']

const whenLost = ({ point, type }: Mount, platform: Platform | undefined): string | undefined => {
  if (inMemory.includes(type)) return `in memory (${type}), and is lost when the machine or the container stops`
  // Whatever is mounted elsewhere is a volume.
  if (point !== '/') return undefined
  if (platform) return `on the disk that ${platform.name} throws away with each deployment`
  if (ofContainers.includes(type)) return `inside the container (${type}), and is lost when the container is replaced`
  return undefined
}

/** Says that the data will be lost, and what to do; undefined when it stays, or nobody can tell. */
export const vanishingDisk = (
  { dataDir, databaseUrl, platform }: Pick<Config, 'dataDir' | 'databaseUrl' | 'platform'>,
  mount: Mount | undefined,
): string | undefined => {
  const lost = mount && whenLost(mount, platform)
  if (lost === undefined) return undefined
  const folder = path.resolve(dataDir)
  if (databaseUrl !== undefined) return `${folder} is ${lost}. Backups are kept there: copy them to another place.`
  const volume = platform ? platform.volume : 'a volume'
  const ways = [...(volume ? [`mount ${volume} at ${folder}`] : []), 'keep everything in Postgres (DATABASE_URL)']
  return `Everything you save will be lost: ${folder} is ${lost}. Before you go on, ${ways.join(', or ')}.`
}

/** The same for the disk that this process uses. */
export const findVanishingDisk = async (config: Config): Promise<string | undefined> =>
  vanishingDisk(config, await findMount(config.dataDir))
