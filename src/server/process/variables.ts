import { lstatSync, type Stats } from 'node:fs'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { keysOf, type ServiceVariable, serviceKinds, serviceOf } from '../../model/inbox/mail-services.ts'
import { isPlainLine } from '../../model/text-rules.ts'
import { readRegular } from './regular-file.ts'

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}.`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}.`)

const address = (protocols: string[], example: string) =>
  z.string().refine((value) => {
    const url = URL.parse(value)
    return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
  }, `must be an address like ${example}.`)

/** A Postgres URL, also for a Unix socket, as libpq takes it: `postgres://user@/name?host=/folder`. */
const databaseAddress = z.string().refine((value) => {
  // The URL standard knows no user without a host.
  const socket = /^[a-z]+:\/\/(?:[^/?#@]*@)?\//.test(value)
  const url = URL.parse(socket ? value.replace(/^([a-z]+:\/\/[^/]*)/, '$1localhost') : value)
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) return false
  return socket ? url.searchParams.get('host')?.startsWith('/') === true : url.hostname !== ''
}, 'must be an address like postgres://user:password@host/name.')

const origin = (example: string) =>
  address(['http:', 'https:'], example)
    .refine((value) => {
      const url = URL.parse(value)
      return url === null || (url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password)
    }, `must be an address without a path, like ${example}.`)
    .transform((value) => new URL(value).origin)

const origins = (example: string) =>
  z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(origin(example)).max(20, 'may name 20 addresses at most.'))

const oneLine = z.string().refine(isPlainLine, 'must be a single line.')
// An email address, alone or with a name: `Mira <mira@example.com>`.
const mailbox = oneLine.regex(/^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
  error: 'must be an email address like mira@example.com.',
})
const atLeast = (length: number) =>
  oneLine.refine((value) => value.length >= length, `must have at least ${length} characters.`)

const serviceVariables = Object.fromEntries(
  serviceKinds.flatMap((kind) => {
    const { variable, usual } = serviceOf(kind).origin
    const keys = keysOf(kind).map(([, key]) => [key.variable, { check: oneLine, ...(key.secret && { secret: true }) }])
    return [...keys, [variable, { check: origin(usual) }]]
  }),
) as Record<ServiceVariable, { check: typeof oneLine; secret?: true }>

/** Every variable with its check. A secret may be in the file that NAME_FILE names. */
export const variables = {
  PORT: { check: whole(1, 65_535) },
  HOST: { check: oneLine.regex(/^[\w.:-]+$/, 'must be an address or host name like 127.0.0.1, :: or localhost.') },
  PUBLIC_URL: { check: origin('https://mira.example') },
  DATA_DIR: { check: oneLine },
  DATABASE_URL: { check: databaseAddress, secret: true },
  DATABASE_DIRECT_URL: { check: databaseAddress, secret: true },
  AUTH_SECRET: { check: atLeast(32), secret: true },
  CLAIM_TOKEN: { check: atLeast(16).regex(/^[\w.~-]+$/, 'may have letters, digits and . _ ~ - only.'), secret: true },
  GOOGLE_CLIENT_ID: { check: oneLine },
  GOOGLE_CLIENT_SECRET: { check: oneLine, secret: true },
  GOOGLE_ISSUER: { check: address(['http:', 'https:'], 'https://accounts.google.com') },
  SMTP_URL: { check: address(['smtp:', 'smtps:'], 'smtps://user:password@mail.example'), secret: true },
  MAIL_FROM: { check: mailbox },
  MAIL_TO: { check: mailbox },
  ...serviceVariables,
  CONTACT_ORIGINS: { check: origins('https://mira.github.io') },
  PURGE_URL: { check: address(['http:', 'https:'], 'https://cache.example/purge') },
  PURGE_SECRET: { check: atLeast(32), secret: true },
  S3_BUCKET: {
    check: oneLine.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, like media.'),
  },
  S3_REGION: {
    check: oneLine.regex(/^[a-z0-9-]{1,40}$/, 'must be a region like eu-central-1; many services say auto.'),
  },
  S3_ENDPOINT: { check: origin('https://storage.example') },
  S3_ACCESS_KEY_ID: { check: oneLine },
  S3_SECRET_ACCESS_KEY: { check: oneLine, secret: true },
  S3_PREFIX: {
    check: oneLine
      .regex(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*\/?$/, 'may have letters, digits and . _ - / only, like sites/mira.')
      .transform((value) => value.replace(/\/?$/, '/')),
  },
  COUNTRY_DATABASE: { check: oneLine },
  TRUST_PROXY: { check: whole(0, 16) },
  LIMITS: { check: z.enum(['on', 'off'], 'must be on or off.') },
  BACKUP_BEFORE_UPDATE: { check: z.enum(['on', 'off'], 'must be on or off.') },
  LOG_LEVEL: { check: z.enum(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error.') },
} satisfies Record<string, { check: z.ZodType; secret?: true }>

export type Values = { [N in keyof typeof variables]: z.infer<(typeof variables)[N]['check']> | undefined }

type Env = Readonly<Record<string, string | undefined>>

const textOf = (env: Env, name: string, secret: boolean, readFile: (file: string) => string, problems: string[]) => {
  const given = env[name]?.trim() || undefined
  const file = secret ? env[`${name}_FILE`]?.trim() || undefined : undefined
  if (file === undefined) return given
  if (given !== undefined) {
    problems.push(`${name}: given twice; unset it or ${name}_FILE.`)
    return undefined
  }
  try {
    const text = readFile(file).trim()
    if (text === '') problems.push(`${name}_FILE: ${file} is empty.`)
    return text || undefined
  } catch (error) {
    problems.push(`${name}_FILE: ${(error as Error).message}`)
    return undefined
  }
}

/** True when a variable or its file is set, whatever it says. */
export const isGiven = (env: Env, name: keyof Values): boolean =>
  [name, ...('secret' in variables[name] ? [`${name}_FILE`] : [])].some((one) => env[one]?.trim())

const namesInFile = new Set(
  Object.entries(variables).flatMap(([name, variable]) => ('secret' in variable ? [name, `${name}_FILE`] : [name])),
)
const mostNamed = 20
const longestFile = 64 * 1024

const assertOwn = ({ uid }: Stats) => {
  const own = process.geteuid?.()
  if (own !== undefined && uid !== own && uid !== 0)
    throw new Error(`it belongs to uid ${uid}, and neither to this user nor to root.`)
}

/** Undefined also in a folder that this user may not enter, such as another's home where `sudo -u` was called. */
const envFile = () => {
  try {
    return lstatSync('.env', { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return undefined
    throw error
  }
}

/**
 * Variables of Vitrine in the file `.env` of the working directory; empty without one. They never enter the environment, which child
 * processes inherit. `note` gets a sentence about what is left out: other names, or the whole file where somebody else may write it.
 */
export const readEnvFile = (note: (sentence: string) => void): Env => {
  const found = envFile()
  if (!found) return {}
  try {
    // Whoever owns a link chooses the file.
    assertOwn(found)
    const accept = (file: Stats) => {
      assertOwn(file)
      if (process.platform !== 'win32' && file.mode & 0o022)
        throw new Error('others may write it. Make it private: chmod 600 .env')
    }
    const values = Object.entries(parseEnv(readRegular('.env', longestFile, { accept }).toString()))
    const others = values.flatMap(([name]) => (namesInFile.has(name) ? [] : [name.replace(/\W/g, '?').slice(0, 40)]))
    if (others.length > 0)
      note(`.env: ${others.slice(0, mostNamed).join(', ')} are no settings of Vitrine and are left out.`)
    return Object.fromEntries(values.filter(([name]) => namesInFile.has(name)))
  } catch (error) {
    note(`.env is ignored: ${(error as Error).message}`)
    return {}
  }
}

/** Values of the variables that are set and not empty. Adds to `problems` a sentence for each that is wrong. */
export const readVariables = (env: Env, readFile: (file: string) => string, problems: string[]): Values =>
  Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => {
      const text = textOf(env, name, 'secret' in variable, readFile, problems)
      if (text === undefined) return [name, undefined]
      const result = (variable.check as z.ZodType).safeParse(text)
      // Never the value, which may be a secret in the wrong place.
      if (!result.success) problems.push(`${name} ${result.error.issues[0]?.message}`)
      return [name, result.data]
    }),
  ) as Values

/** True for names and addresses that only this machine can reach. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
