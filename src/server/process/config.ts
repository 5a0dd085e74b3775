import { existsSync, readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  keysOf,
  originOf,
  type ServiceKind,
  type ServiceOrigins,
  type ServiceSetUp,
  type ServiceVariable,
  serviceKinds,
  serviceOf,
} from '../../model/inbox/mail-services.ts'
import { packageRoot } from './package-root.ts'
import { readRegular } from './regular-file.ts'
import { isGiven, isLoopback, readEnvFile, readVariables, type Values } from './variables.ts'

export interface Platform {
  name: string
  /** Gives a site a disk that stays; undefined where there is none to be had. */
  volume: string | undefined
}

/** Hosts that set these variables start a service on a new disk, by their documentation, each time it is deployed or moved. */
const platforms: readonly (Platform & { variable: string })[] = [
  { variable: 'FLY_APP_NAME', name: 'Fly.io', volume: 'a volume ([mounts] in fly.toml)' },
  { variable: 'RENDER', name: 'Render', volume: 'a disk (disk in render.yaml)' },
  { variable: 'RAILWAY_ENVIRONMENT', name: 'Railway', volume: 'a volume (service settings)' },
  { variable: 'DYNO', name: 'Heroku', volume: undefined },
  { variable: 'K_SERVICE', name: 'Cloud Run', volume: undefined },
]

/** The host that this process runs on, by its variables. */
const platformIn = (env: Readonly<Record<string, string | undefined>>): Platform | undefined =>
  platforms.find(({ variable }) => env[variable] !== undefined && env[variable] !== '')

/** Reasons why the process cannot start, a sentence each. Exit code 2. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** The owners that a first start can show: that of the sample page, and those who are a folder of content next to it. */
const sampleOwners = (): string[] => {
  const folder = new URL('samples/', packageRoot)
  const folders = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/content.json`, folder)))
  return ['editorial', ...folders].sort()
}

const readFlags = (argv: readonly string[], problems: string[]) => {
  const known = { empty: { type: 'boolean' }, sample: { type: 'string' } } as const
  const { values, tokens } = parseArgs({ args: [...argv], options: known, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional') problems.push(`${token.value}: there is no such command or argument.`)
    if (token.kind !== 'option') continue
    if (!Object.hasOwn(known, token.name)) problems.push(`${token.rawName}: there is no such option.`)
    else if (token.name === 'sample') {
      const owners = sampleOwners()
      if (!owners.includes(token.value ?? '')) problems.push(`--sample takes one of ${owners.join(', ')}.`)
    } else if (token.value !== undefined) problems.push(`${token.rawName} takes no value.`)
  }
  if (values.empty && values.sample) problems.push('--empty, --sample: only one of them.')
  return { empty: values.empty === true, sample: values.sample as string | undefined }
}

const defaultHost = '127.0.0.1'

/** True for what is set, be it right or wrong. */
type IsGiven = (name: keyof Values) => boolean

const together = (isGiven: IsGiven, names: (keyof Values)[], problems: string[]) => {
  const missing = names.filter((name) => !isGiven(name))
  if (missing.length > 0 && missing.length < names.length)
    problems.push(`${missing.join(', ')}: missing; ${names.join(', ')} are given together or not at all.`)
}

const bucketNames = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Address of the bucket, and the key that may use it. */
export interface BucketOptions {
  name: string
  region: string
  /** Address of the service; the bucket is the first part of the path there. Undefined for Amazon's own. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
  /** Beginning of the objects' names, empty or with a slash at its end. */
  prefix: string
}

const bucketOf = (v: Values): BucketOptions | undefined =>
  v.S3_BUCKET && v.S3_REGION && v.S3_ACCESS_KEY_ID && v.S3_SECRET_ACCESS_KEY
    ? {
        name: v.S3_BUCKET,
        region: v.S3_REGION,
        endpoint: v.S3_ENDPOINT,
        accessKeyId: v.S3_ACCESS_KEY_ID,
        secretAccessKey: v.S3_SECRET_ACCESS_KEY,
        prefix: v.S3_PREFIX ?? '',
      }
    : undefined

const serviceOriginsOf = (v: Values): ServiceOrigins =>
  Object.fromEntries(
    serviceKinds.flatMap((kind) => {
      const { variable, usual } = serviceOf(kind).origin
      const given = v[variable as ServiceVariable] ?? usual
      return given === usual ? [] : [[kind, given]]
    }),
  )

/** Services of email, as far as each was given; Health reports what is missing. */
const servicesOf = (v: Values): { [K in ServiceKind]?: ServiceSetUp<K> | undefined } =>
  Object.fromEntries(
    serviceKinds.flatMap((kind) => {
      const keys = keysOf(kind).map(([name, { variable }]) => [name, v[variable as ServiceVariable]] as const)
      const origin = originOf(kind, serviceOriginsOf(v))
      return keys.some(([, value]) => value) ? [[kind, { ...Object.fromEntries(keys), origin }]] : []
    }),
  )

const assertComplete = (v: Values, isGiven: IsGiven, problems: string[]) => {
  together(isGiven, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], problems)
  together(isGiven, ['SMTP_URL', 'MAIL_FROM'], problems)
  together(isGiven, ['PURGE_URL', 'PURGE_SECRET'], problems)
  together(isGiven, [...bucketNames], problems)
  for (const name of ['S3_ENDPOINT', 'S3_PREFIX'] as const)
    if (isGiven(name) && !isGiven('S3_BUCKET')) problems.push(`${name}: only beside S3_BUCKET.`)
  if (isGiven('DATABASE_DIRECT_URL') && !isGiven('DATABASE_URL'))
    problems.push('DATABASE_DIRECT_URL: only beside DATABASE_URL, as another way to the same database.')
  refuseClearText(v, problems)
  const host = v.HOST ?? defaultHost
  if (v.LIMITS === 'off' && !isLoopback(host))
    problems.push(`LIMITS: off is for load tests, and only while HOST is a loopback address (it is ${host}).`)
}

const assemble = (v: Values, platform: Platform | undefined, flags: ReturnType<typeof readFlags>) => {
  const port = v.PORT ?? 3000
  return {
    host: v.HOST ?? defaultHost,
    port,
    publicUrl: v.PUBLIC_URL ?? `http://localhost:${port}`,
    dataDir: v.DATA_DIR ?? './data',
    databaseUrl: v.DATABASE_URL,
    directUrl: v.DATABASE_DIRECT_URL,
    authSecret: v.AUTH_SECRET,
    claimToken: v.CLAIM_TOKEN,
    google:
      v.GOOGLE_CLIENT_ID && v.GOOGLE_CLIENT_SECRET
        ? {
            clientId: v.GOOGLE_CLIENT_ID,
            clientSecret: v.GOOGLE_CLIENT_SECRET,
            issuer: v.GOOGLE_ISSUER ?? 'https://accounts.google.com',
          }
        : undefined,
    smtp: v.SMTP_URL && v.MAIL_FROM ? { url: v.SMTP_URL, from: v.MAIL_FROM } : undefined,
    ...servicesOf(v),
    /** Also for keys that are entered on the screen. */
    serviceOrigins: serviceOriginsOf(v),
    googleIssuer: v.GOOGLE_ISSUER ?? 'https://accounts.google.com',
    /** Recipient of visitors' messages; by default the owner's email address. */
    mailTo: v.MAIL_TO,
    /** Origins whose exported pages may send messages. */
    contactOrigins: v.CONTACT_ORIGINS ?? [],
    /** The cache in front of the site, which is told what changed. */
    purge: v.PURGE_URL && v.PURGE_SECRET ? { url: v.PURGE_URL, secret: v.PURGE_SECRET } : undefined,
    /** Place for the bytes of new media; undefined for the database. */
    bucket: bucketOf(v),
    /** File with the countries of networks, in MaxMind's format. */
    countryDatabase: v.COUNTRY_DATABASE,
    trustProxy: v.TRUST_PROXY ?? 0,
    limits: v.LIMITS !== 'off',
    /** True when a start that migrates the tables makes a backup before. */
    backupBeforeUpdate: v.BACKUP_BEFORE_UPDATE !== 'off',
    logLevel: v.LOG_LEVEL ?? ('info' as const),
    /** The host that this process runs on, where its own disk does not last. */
    platform,
    ...flags,
  }
}

export type Config = ReturnType<typeof assemble>

/** Bytes of a file that NAME_FILE names. */
const longestSecret = 64 * 1024

/** Throws `ConfigError` with every problem at once. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>, argv: readonly string[] = []): Config => {
  const problems: string[] = []
  const flags = readFlags(argv, problems)
  const values = readVariables(env, (file) => readRegular(file, longestSecret).toString(), problems)
  assertComplete(values, (name) => isGiven(env, name), problems)
  if (problems.length > 0) throw new ConfigError(problems)
  return assemble(values, platformIn(env), flags)
}

/**
 * Reads the environment of this process, which overrides the `.env` file in the working directory. `note` gets a sentence for each thing
 * that is left out of that file.
 */
export const loadConfig = (
  argv: readonly string[],
  note: (sentence: string) => void = (sentence) => process.stderr.write(`${sentence}\n`),
): Config => {
  const notes: string[] = []
  const file = readEnvFile((sentence) => notes.push(sentence))
  try {
    const config = readConfig({ ...file, ...process.env }, argv)
    for (const sentence of notes) note(sentence)
    return config
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError([...error.problems, ...notes]) : error
  }
}

const isClear = (url: string | undefined) => {
  const { protocol, hostname } = new URL(url ?? 'https://unset.example')
  return protocol === 'http:' && !isLoopback(hostname)
}

export const isUnencrypted = (publicUrl: string): boolean => isClear(publicUrl)

// Modes that the driver knows; with any other it connects without encryption.
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** True for a Postgres on another machine without a word on encryption, which the driver would then not use. */
const isSilentOnEncryption = (databaseUrl: string): boolean => {
  const [, host = '', query = ''] = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#]*)[^?#]*(?:\?([^#]*))?/.exec(databaseUrl) ?? []
  const parameters = new URLSearchParams(query)
  // As the driver reads them: the parameter before the host, the last of several.
  const target = parameters.getAll('host').at(-1) || host.replace(/:\d*$/, '')
  const isSocket = target === '' || /^(?:\/|%2f)/i.test(target)
  if (isSocket || isLoopback(target)) return false
  return !sslModes.includes(parameters.getAll('sslmode').at(-1) ?? '') && !parameters.has('ssl')
}

/** Adds a problem for each connection that would carry secrets in clear text to another machine. */
const refuseClearText = (values: Partial<Values>, problems: string[]): void => {
  const origins = serviceKinds.map((kind) => serviceOf(kind).origin.variable)
  for (const name of ['GOOGLE_ISSUER', ...origins, 'PURGE_URL', 'S3_ENDPOINT'])
    if (isClear(values[name as 'PURGE_URL']))
      problems.push(
        `${name} must begin with https:// (http:// is for this machine alone, such as http://localhost:9000).`,
      )
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const url = values[name]
    if (url !== undefined && isSilentOnEncryption(url))
      problems.push(
        `${name} must say how the connection to another machine is encrypted: add ?sslmode=verify-full (with sslrootcert=FILE for a certificate of your own), or ?sslmode=disable where the network is private.`,
      )
  }
}
