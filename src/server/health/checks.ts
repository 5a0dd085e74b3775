import { access, constants, readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { listBackups } from '../backup/backup-folder.ts'
import { unseal } from '../backup/sealed-file.ts'
import { connectionsInUse } from '../connections/connections.ts'
import { assertUsable } from '../db/data-folder.ts'
import { checkMail } from '../mail/set-up.ts'
import { createBucket } from '../media/bucket.ts'
import { oneDayMs, oneMinuteMs } from '../process/clock.ts'
import { type Config, isUnencrypted, type Platform } from '../process/config.ts'
import { backupFolder, exposedFiles, exposedFolder, freeBytes, megabyte } from '../process/private-files.ts'
import { readClientBuild } from '../publishing/client-build.ts'
import { readCountryFile } from '../visits/countries.ts'
import { type HealthCheck, type HealthView, Warning } from './health-check.ts'

interface Mount {
  /** Folder at which it is mounted. */
  point: string
  /** File system, such as `ext4`, `overlay` or `tmpfs`. */
  type: string
}

// Blanks and backslashes are octal there, https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html
const plain = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))

const holds = (point: string, place: string) => point === '/' || place === point || place.startsWith(`${point}/`)

/** The mount that holds a path, in the text of `/proc/self/mountinfo`. */
export const mountOf = (place: string, mountinfo: string): Mount | undefined => {
  let found: Mount | undefined
  for (const line of mountinfo.split('\n')) {
    const [before = '', after = ''] = line.split(' - ')
    const point = before.split(' ')[4]
    const [type = ''] = after.split(' ')
    if (point === undefined || !holds(plain(point), place)) continue
    // Of two at the same folder the later one covers the other.
    if (!found || plain(point).length >= found.point.length) found = { point: plain(point), type }
  }
  return found
}

const nearestReal = async (place: string): Promise<string> => {
  const real = await realpath(place).catch(() => undefined)
  return real ?? (path.dirname(place) === place ? place : nearestReal(path.dirname(place)))
}

/** The mount on which a path is, or would be made; undefined where the system does not say. */
const findMount = async (place: string): Promise<Mount | undefined> => {
  const mountinfo = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  return mountOf(await nearestReal(path.resolve(place)), mountinfo)
}

const ageText = (days: number) => (days < 1 ? 'not a day old' : days < 2 ? 'a day old' : `${Math.floor(days)} days old`)

/** The newest backup must be recent and, in the doctor, intact. */
const backupCheck: HealthCheck = {
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
    const failed = running?.backupFailure ? `The backup of the day failed: ${running.backupFailure} ` : ''
    if (!newest)
      throw new Warning(
        `There is none in ${folder} yet. ${failed}The site makes one each day while it runs; to make one now: vitrine backup${leftOut && `.${leftOut}`}`,
      )
    const age = ageText(Math.max(0, now - newest.at) / oneDayMs)
    if (now - newest.at > 2 * oneDayMs)
      throw new Warning(
        `The newest in ${folder} is ${age}, though one is made each day while the site runs. ${failed || 'The log says why none was; '}to try now: vitrine backup${leftOut && `.${leftOut}`}`,
      )
    if (!running)
      await unseal(newest.file).catch((error: Error) => {
        throw new Warning(
          `${error.message} To make one now: vitrine backup. If that is damaged, too, the disk is at fault.`,
        )
      })
    const size = `${(newest.bytes / 1e6).toFixed(1)} MB`
    const whole = running ? '' : ' and whole'
    const state = `The newest is ${age}${whole} (${minuteOf(new Date(newest.at).toISOString())}, ${path.basename(newest.file)}, ${size}), one of ${all.length}.`
    if (failed) throw new Warning(`${failed}It is tried again each hour. ${state}${leftOut}`)
    if (leftOut) throw new Warning(`${state}${leftOut}`)
    return `${state} Keep a copy on another machine, too.`
  },
}

const sample = new TextEncoder().encode('Vitrine looks whether it can store, read and delete.')

/** Stores, reads and deletes a small object. */
const bucketCheck: HealthCheck = {
  name: 'Files',
  run: async ({ config, facts }) => {
    const { inBucket = 0 } = (await facts()) ?? {}
    const files = inBucket === 1 ? 'One file' : `${inBucket} files`
    if (!config.bucket) {
      if (inBucket === 0) return 'Images, videos and files are in the database.'
      throw new Error(
        `${files} cannot be shown: they are in a bucket, and no bucket is set up. Set S3_BUCKET as it was.`,
      )
    }
    const bucket = createBucket(config.bucket)
    const object = await bucket.put(sample, 'text/plain')
    await bucket.get(object)
    await bucket.remove(object)
    return `${files} in the bucket ${bucket.place}, which stores, reads and deletes.`
  },
}

/** Reads it as counting does. Throws `Warning` when it cannot. */
const countriesCheck: HealthCheck = {
  name: 'Countries of visits',
  run: async ({ config: { countryDatabase }, now }) => {
    if (countryDatabase === undefined) return 'No file tells them (COUNTRY_DATABASE). It is optional.'
    const { name, builtAt } = await readCountryFile(countryDatabase).catch((error: Error) => {
      throw new Warning(`${error.message} Visits are counted without countries, or with those of the file before.`)
    })
    const state = `${countryDatabase} is ${name || 'without a name'} of ${builtAt.toISOString().slice(0, 10)}`
    if (now - builtAt.getTime() > 180 * oneDayMs)
      throw new Warning(`${state}. Networks move: replace it by a newer one.`)
    return `${state}.`
  },
}

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
      const free = await freeBytes(dataDir).catch(() => {
        throw new Warning(`How much room ${path.resolve(dataDir)} has cannot be seen.`)
      })
      const where = `where ${path.resolve(dataDir)} is`
      if (free < 100 * megabyte)
        throw new Error(`Only ${readable(free)} are free ${where}: nothing can be saved soon. Delete something there.`)
      if (free < 1024 * megabyte) throw new Warning(`${readable(free)} are free ${where}. Make room before it is full.`)
      return `${readable(free)} are free.`
    },
  },
  backupCheck,
  countriesCheck,
]

const timeoutMs = 3000

/** Throws `Warning` for a URL without encryption. */
const refuseClear = (publicUrl: string) => {
  if (isUnencrypted(publicUrl))
    throw new Warning(
      `${publicUrl} is not encrypted: passwords travel in the clear. Put a proxy with TLS in front and set PUBLIC_URL=https://${new URL(publicUrl).host}.`,
    )
}

/** Undefined when nothing answers. */
const askHealthz = async (publicUrl: string) => {
  const answer = await fetch(`${publicUrl}/healthz`, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'manual',
  }).catch(() => undefined)
  return answer && { status: answer.status, body: (await answer.json().catch(() => undefined)) as unknown }
}

/** The doctor has no request at hand, so it calls PUBLIC_URL. */
const askThere = async (publicUrl: string): Promise<string> => {
  refuseClear(publicUrl)
  const answer = await askHealthz(publicUrl)
  if (!answer) throw new Warning(`${publicUrl} does not answer. Is Vitrine running, and does the proxy lead to it?`)
  const { body } = answer
  if (typeof body !== 'object' || body === null || !('publishing' in body))
    throw new Warning(`At ${publicUrl} something else answers (${answer.status}). Check PUBLIC_URL and the proxy.`)
  return `${publicUrl} leads here.`
}

/** Compares a request with PUBLIC_URL and TRUST_PROXY. Throws `Warning` with what to set. */
const proxyFlaw = async ({ config: { publicUrl, trustProxy }, running }: HealthView): Promise<string> => {
  if (!running) return askThere(publicUrl)
  const { headers } = running
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').filter((part) => part.trim() !== '')
  if (forwarded.length > 0 && trustProxy === 0)
    throw new Warning(
      `A proxy stands in front (X-Forwarded-For) and is not believed: limits count all visitors as one. Set TRUST_PROXY=${forwarded.length}.`,
    )
  if (trustProxy > forwarded.length)
    throw new Warning(
      `TRUST_PROXY is ${trustProxy}, but this request came through ${forwarded.length === 0 ? 'none' : forwarded.length}: anyone who comes directly can pretend to be elsewhere. Set TRUST_PROXY=${forwarded.length}, or close the way around the proxy.`,
    )
  const { protocol, host } = new URL(publicUrl)
  const seenProtocol = headers.get('x-forwarded-proto')
  if (seenProtocol && `${seenProtocol.split(',')[0]?.trim()}:` !== protocol)
    throw new Warning(
      `You came by ${seenProtocol}, but PUBLIC_URL says ${protocol.slice(0, -1)}. Set PUBLIC_URL to the address you use.`,
    )
  const seenHost = headers.get('x-forwarded-host')?.split(',')[0]?.trim() || headers.get('host')
  if (seenHost && seenHost !== host && trustProxy === 0)
    throw new Warning(`You came by ${seenHost}, but PUBLIC_URL says ${host}. Set PUBLIC_URL to the address you use.`)
  refuseClear(publicUrl)
  return `${publicUrl}, ${trustProxy === 0 ? 'without a proxy' : `behind ${trustProxy === 1 ? 'a proxy' : `${trustProxy} proxies`}`}.`
}

const fresh = 'The page shows what is published.'

/** Only the running process knows what it shows. */
const askRunning = async (publicUrl: string): Promise<string> => {
  const { body } = (await askHealthz(publicUrl)) ?? {}
  const { pages, reason } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  if (pages === 'stale' || pages === 'none')
    throw new Error(`${String(reason)} Health in the admin area says why; undo the last change in History.`)
  return pages === 'fresh' ? fresh : `Not to be seen from here: no Vitrine that shows pages answers at ${publicUrl}.`
}

const look = ({ config, running }: HealthView): string | Promise<string> => {
  if (!running) return askRunning(config.publicUrl)
  const { publishingFailure, pages } = running
  if (publishingFailure === undefined) return fresh
  throw new Error(
    pages === 'none'
      ? `No page can be shown: ${publishingFailure} Undo the last change in History.`
      : `The last good state is shown where the newest cannot be: ${publishingFailure} Undo the last change in History.`,
  )
}

const publishingCheck: HealthCheck = { name: 'Publishing', run: look }

const minuteOf = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`

const purgeCheck: HealthCheck = {
  name: 'Cache in front',
  run: ({ config, running }) => {
    if (!config.purge) return 'Nobody is told of changes (PURGE_URL). It is optional.'
    const host = new URL(config.purge.url).host
    const { failure, takenAt } = running?.purge ?? {}
    if (failure)
      throw new Warning(
        `${host} does not take purges: ${failure.reason}, since ${minuteOf(failure.since)}. Visitors may see older pages from the cache. It is tried again by itself; check PURGE_URL and PURGE_SECRET.`,
      )
    return takenAt === undefined
      ? `${host} is told of changes.`
      : `${host} took the last purge at ${minuteOf(takenAt)}.`
  },
}

const unreadable = (what: string, where: string) =>
  `${what} cannot be read: it was saved with another AUTH_SECRET. Enter it again in ${where}, or bring the former AUTH_SECRET back.`

const connectionChecks: HealthCheck[] = [
  {
    name: 'Email',
    run: async ({ config, connections }) => {
      const stored = await connections()
      const { mail } = connectionsInUse(config, stored)
      if (mail.source === null && stored.mail) throw new Error(unreadable('The email connection', 'Settings, Mail'))
      const answer = await checkMail(mail)
      if (answer === undefined)
        throw new Warning(
          'Email is not set up: nobody is told of new messages, and forgotten passwords cannot be reset by email. Set it up in Settings, Mail.',
        )
      return answer
    },
  },
  {
    name: 'Sign in with Google',
    run: async ({ config, connections }) => {
      const stored = await connections()
      const { google } = connectionsInUse(config, stored)
      if (google) return `Set up with ${google.issuer}`
      if (stored.google) throw new Warning(unreadable('The client', 'Settings, Access'))
      return 'Not set up. It is optional.'
    },
  },
]

const duration = (ms: number) => {
  const minutes = Math.round(ms / oneMinuteMs)
  if (minutes < 120) return `${minutes} minutes`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`
}

export const runningChecks: HealthCheck[] = [
  { name: 'Database', run: (view) => view.database() },
  publishingCheck,
  ...connectionChecks,
  {
    name: 'Outbox',
    run: async ({ facts, now }) => {
      const { dueAt, failed = 0 } = (await facts()) ?? {}
      const late = dueAt === undefined ? 0 : now - Date.parse(dueAt)
      if (late > 60 * oneMinuteMs)
        throw new Error(
          `An email has been waiting for ${duration(late)}. See above why, and in Contact which one it is.`,
        )
      if (failed > 0)
        throw new Warning(
          `${failed === 1 ? 'One email' : `${failed} emails`} could not be delivered. Send again in Contact.`,
        )
      return dueAt === undefined ? 'Nothing waits.' : 'What waits is on its way.'
    },
  },
  {
    name: 'Scheduled publishing',
    run: async ({ facts }) => {
      const { unpublished = 0, late = 0 } = (await facts()) ?? {}
      if (unpublished > 0)
        throw new Error(
          `${unpublished === 1 ? 'One entry' : `${unpublished} entries`} could not be published at the chosen time. The tables mark it; open it, mend the marked field, and publish it.`,
        )
      if (late > 0)
        throw new Warning(
          `${late === 1 ? 'One entry is' : `${late} entries are`} later than the chosen time. The running site does it within a minute once saving works.`,
        )
      return 'Nothing is late.'
    },
  },
  {
    name: 'History',
    run: async ({ facts }) => {
      const { changes = 0, since = '', bytes = 0 } = (await facts())?.journal ?? {}
      if (changes === 0) return 'Nothing was changed yet.'
      const size = `about ${(bytes / 1e6).toFixed(1)} MB`
      return `${changes} changes since ${minuteOf(since)}, ${size}. How long they are kept: Settings, History.`
    },
  },
  {
    name: 'Themes',
    run: async ({ facts }) => {
      const { themes = [] } = (await facts()) ?? {}
      if (themes.length === 0) return 'Those of your own pass the check of this version.'
      throw new Warning(
        `A page in a theme that does not pass the check of this version has the plain look. ${themes.join(' ')} Mend the theme and add it again in Settings, Look, or remove it there.`,
      )
    },
  },
  { name: 'Address and proxy', run: proxyFlaw },
  purgeCheck,
  bucketCheck,
  {
    name: 'Clock',
    run: async ({ facts, now }) => {
      const { changedAt } = (await facts()) ?? {}
      const ahead = changedAt === undefined ? 0 : Date.parse(changedAt) - now
      if (ahead > oneMinuteMs)
        throw new Error(
          `The newest change is ${duration(ahead)} in the future, so this clock is or was wrong. Set it by the network (systemd-timesyncd, chrony).`,
        )
      return `It is ${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC.`
    },
  },
  {
    name: 'Browsers’ reports',
    run: ({ running }) => {
      const [first, ...others] = running?.cspReports ?? []
      if (!first) return 'No browser was kept from loading anything.'
      const more = others.length > 0 ? ` (and ${others.length} more kinds)` : ''
      throw new Warning(
        `On ${first.page} a browser was kept from ${first.blocked || 'something'} by ${first.directive}, ${first.count} times${more}. Did you or your proxy add something to the page?`,
      )
    },
  },
]
