import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { BucketOptions } from '../media/bucket/bucket.ts'
import { refuseClearText } from './encrypted-only.ts'
import { type Platform, platformIn } from './platform.ts'
import { isLoopback, readVariables, type Values, variables } from './variables.ts'

/** Reasons why the process cannot start, a sentence each. Exit code 2. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const readFlags = (argv: readonly string[], problems: string[]) => {
  const known = { empty: { type: 'boolean' } } as const
  const { values, tokens } = parseArgs({ args: [...argv], options: known, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional') problems.push(`${token.value}: there is no such command or argument.`)
    if (token.kind !== 'option') continue
    if (!Object.hasOwn(known, token.name)) problems.push(`${token.rawName}: there is no such option.`)
    else if (token.value !== undefined) problems.push(`${token.rawName} takes no value.`)
  }
  return values
}

const together = (values: Values, names: (keyof Values)[], problems: string[]) => {
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length > 0 && missing.length < names.length)
    problems.push(`${missing.join(', ')}: missing; ${names.join(', ')} are given together or not at all.`)
}

const bucketNames = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

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

const assemble = (v: Values, platform: Platform | undefined, empty: boolean, problems: string[]) => {
  together(v, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], problems)
  together(v, ['SMTP_URL', 'MAIL_FROM'], problems)
  together(v, ['PURGE_URL', 'PURGE_SECRET'], problems)
  together(v, [...bucketNames], problems)
  for (const name of ['S3_ENDPOINT', 'S3_PREFIX'] as const)
    if (v[name] !== undefined && v.S3_BUCKET === undefined) problems.push(`${name}: only beside S3_BUCKET.`)
  if (v.DATABASE_DIRECT_URL !== undefined && v.DATABASE_URL === undefined)
    problems.push('DATABASE_DIRECT_URL: only beside DATABASE_URL, as another way to the same database.')
  refuseClearText(v, problems)
  const host = v.HOST ?? '127.0.0.1'
  const port = v.PORT ?? 3000
  if (v.LIMITS === 'off' && !isLoopback(host))
    problems.push(`LIMITS: off is for load tests, and only while HOST is a loopback address (it is ${host}).`)
  return {
    host,
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
    /** As far as it was given; Health reports what is missing. */
    emailjs:
      v.EMAILJS_PUBLIC_KEY || v.EMAILJS_SERVICE_ID || v.EMAILJS_TEMPLATE_ID || v.EMAILJS_PRIVATE_KEY
        ? {
            publicKey: v.EMAILJS_PUBLIC_KEY,
            serviceId: v.EMAILJS_SERVICE_ID,
            templateId: v.EMAILJS_TEMPLATE_ID,
            privateKey: v.EMAILJS_PRIVATE_KEY,
            origin: v.EMAILJS_ORIGIN ?? 'https://api.emailjs.com',
          }
        : undefined,
    /** Also for keys that are entered on the screen. */
    emailjsOrigin: v.EMAILJS_ORIGIN ?? 'https://api.emailjs.com',
    googleIssuer: v.GOOGLE_ISSUER ?? 'https://accounts.google.com',
    /** Recipient of visitors' messages; by default the owner's email address. */
    mailTo: v.MAIL_TO,
    /** Origins whose exported pages may send messages. */
    contactOrigins: v.CONTACT_ORIGINS ?? [],
    /** The cache in front of the site, which is told what changed. */
    purge: v.PURGE_URL && v.PURGE_SECRET ? { url: v.PURGE_URL, secret: v.PURGE_SECRET } : undefined,
    /** Place for the bytes of new media; undefined for the database. */
    bucket: bucketOf(v),
    trustProxy: v.TRUST_PROXY ?? 0,
    limits: v.LIMITS !== 'off',
    /** True when a start that migrates the tables makes a backup before. */
    backupBeforeUpdate: v.BACKUP_BEFORE_UPDATE !== 'off',
    logLevel: v.LOG_LEVEL ?? ('info' as const),
    /** The host that this process runs on, where its own disk does not last. */
    platform,
    empty,
  }
}

export type Config = ReturnType<typeof assemble>

/** Throws `ConfigError` with every problem at once. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>, argv: readonly string[] = []): Config => {
  const problems: string[] = []
  const flags = readFlags(argv, problems)
  const values = readVariables(env, (file) => readFileSync(file, 'utf8'), problems)
  const config = assemble(values, platformIn(env), flags.empty === true, problems)
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** Reads the environment of this process, which overrides the `.env` file in the working directory. */
export const loadConfig = (argv: readonly string[]): Config => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(process.env, argv)
}

export const variableNames = Object.keys(variables)
