import { readArgs } from '../../process/command-args.ts'
import { type Config, ConfigError } from '../../process/config.ts'
import { isLoopback } from '../../process/variables.ts'
import type { Target } from './page-file.ts'

const usage = 'export DIR [--content | --origin URL --base PATH --contact URL] [--json]'

export interface ExportOptions {
  folder: string
  /** The content alone, for `vitrine import`. */
  isContent: boolean
  /** Origin at which the exported site will be. */
  origin: string
  target: Target
  /** Notes for the person. */
  warnings: string[]
}

const originOf = (name: string, given: string): string => {
  const url = URL.parse(given)
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
  if (!isOrigin || url.username || url.password)
    throw new ConfigError([`--${name} must be an address without a path, like https://mira.example.`])
  return url.origin
}

const baseOf = (given: string): string => {
  const base = given.replace(/\/$/, '')
  if (!/^(?:\/[\w~-][\w.~-]*)*$/.test(base))
    throw new ConfigError(['--base must be a path that begins with a slash, like /portfolio/.'])
  return base
}

const warningsFor = (
  origin: string,
  inbox: string | undefined,
  config: Pick<Config, 'publicUrl' | 'contactOrigins'>,
) => {
  const isLocal = isLoopback(new URL(origin).hostname)
  const isOpen = inbox === config.publicUrl && config.contactOrigins.includes(origin)
  return [
    ...(isLocal
      ? [
          `The sitemap and link previews name ${origin}. Set PUBLIC_URL or --origin to where the site will be, and export again.`,
        ]
      : []),
    ...(inbox === undefined || isOpen
      ? []
      : [`Messages go to ${inbox}. It takes them once it runs with CONTACT_ORIGINS=${origin}.`]),
  ]
}

/** Reads the arguments of `vitrine export`. Throws `ConfigError` for those that it does not take. */
export const readExportOptions = (
  words: readonly string[],
  config: Pick<Config, 'publicUrl' | 'contactOrigins'>,
): ExportOptions => {
  const forVisitors = ['origin', 'base', 'contact'] as const
  const { args, flag, value, wrong } = readArgs(words, ['content'], usage, forVisitors)
  const [folder, ...more] = args
  const isContent = flag('content')
  if (folder === undefined || more.length > 0) throw wrong()
  if (isContent && forVisitors.some((name) => value(name) !== undefined)) throw wrong()
  const origin = originOf('origin', value('origin') ?? config.publicUrl)
  const contact = value('contact')
  const inbox = contact === undefined ? undefined : originOf('contact', contact)
  if (origin.startsWith('https:') && inbox?.startsWith('http:'))
    throw new ConfigError([
      '--contact must begin with https://, since browsers send nothing from a secure page to another one.',
    ])
  const warnings = isContent ? [] : warningsFor(origin, inbox, config)
  return { folder, isContent, origin, target: { origin, base: baseOf(value('base') ?? ''), inbox }, warnings }
}
