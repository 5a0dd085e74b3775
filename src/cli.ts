#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CommandOutput } from './server/process/command-args.ts'
import { type Config, ConfigError, loadConfig } from './server/process/config.ts'
import { exitWithError } from './server/process/exit-with-error.ts'
import { runLean } from './server/process/lean-process.ts'
import { keepCompiled, packageRoot } from './server/process/package-root.ts'
import { keepFilesPrivate } from './server/process/private-files.ts'

interface Verb {
  usage: string
  does: string
  run: (argv: string[], usage: string) => Promise<void>
}

const labels = { pass: 'ok  ', warn: 'warn', fail: 'fail' }

const doctor = async (argv: string[]) => {
  const config = loadConfig(argv.filter((word) => word !== '--json'))
  const { examine } = await import('./server/health/doctor.ts')
  const findings = await examine(config, fileURLToPath(new URL('dist/client', packageRoot)))
  const ok = findings.every((finding) => finding.ok)
  if (argv.includes('--json')) process.stdout.write(`${JSON.stringify({ ok, findings })}\n`)
  else
    for (const { name, status, message } of findings) process.stdout.write(`${labels[status]}  ${name}: ${message}\n`)
  process.exitCode = ok ? 0 : 1
}

const openStore = async (config: Config) => (await import('./server/updates/open-store.ts')).openStore(config)

const owner = async (argv: string[]) => {
  const json = argv.includes('--json')
  const { ownerCommand, ownerLines } = await import('./server/accounts/owner-command.ts')
  const answer = await ownerCommand(
    argv.filter((word) => word !== '--json'),
    loadConfig([]),
    openStore,
  )
  if (json) process.stdout.write(`${JSON.stringify(answer)}\n`)
  else for (const line of ownerLines(answer)) process.stdout.write(`${line}\n`)
}

const print = ({ data, lines }: CommandOutput, json: boolean) =>
  process.stdout.write(json ? `${JSON.stringify(data)}\n` : lines.map((line) => `${line}\n`).join(''))

type Command = (words: readonly string[], config: Config, open: typeof openStore) => Promise<CommandOutput>

/** A command on the data; its code is loaded only then. */
const onData = (load: () => Promise<Command>) => async (argv: string[]) => {
  const run = await load()
  const words = argv.filter((word) => word !== '--json')
  print(await run(words, loadConfig([]), openStore), argv.includes('--json'))
}

const exportVerb = async (argv: string[]) => {
  const { exportSite } = await import('./export.ts')
  const { warnings, isContent, takesMessages, ...data } = await exportSite(argv.filter((word) => word !== '--json'))
  const { folder, files, bytes, removed } = data
  const size = `${(bytes / 1e6).toFixed(1)} MB`
  const gone = removed > 0 ? ` ${removed} that are no longer part of it are removed.` : ''
  const what = isContent ? 'content' : 'site'
  const without = isContent || takesMessages ? '' : ', without the contact form'
  const lines = [`The ${what} is in ${folder}: ${files} files, ${size}${without}.${gone}`, ...warnings]
  print({ data: { ...data, warnings }, lines }, argv.includes('--json'))
}

const verbs: Record<string, Verb> = {
  serve: {
    usage: 'serve [--empty | --sample NAME]',
    does: 'runs the site; --empty begins without sample content, --sample with another owner’s',
    run: async (argv) => {
      runLean()
      keepCompiled()
      await (await import('./serve.ts')).serve(argv)
    },
  },
  backup: {
    usage: 'backup [FILE | FOLDER] [--daily] [--json]',
    does: 'puts everything into one file, also while the site runs',
    run: onData(async () => (await import('./server/backup/backup-command.ts')).backupCommand),
  },
  restore: {
    usage: 'restore FILE [--force] [--json]',
    does: 'puts a backup in the place of the data; the site must not run',
    run: onData(async () => (await import('./server/backup/backup-command.ts')).restoreCommand),
  },
  export: {
    usage: 'export DIR [--content | OPTIONS] [--json]',
    does: 'writes the public site as files for any static host (--origin URL, --base PATH, --contact URL); with --content what import reads',
    run: exportVerb,
  },
  import: {
    usage: 'import FILE | FOLDER [--replace] [--json]',
    does: 'takes over content in the form of GET /api/content, or of export --content, all or nothing',
    run: onData(async () => (await import('./server/transfer/import-command.ts')).importCommand),
  },
  media: {
    usage: 'media move bucket | database [--json]',
    does: 'moves the files of Media into the bucket of S3_BUCKET, or out of it, also while the site runs',
    run: onData(async () => (await import('./server/media/move-media.ts')).mediaCommand),
  },
  theme: {
    usage: 'theme check | add | dev FOLDER | ZIP, theme list, theme remove ID [--json]',
    does: 'checks, adds and removes themes that are not of Vitrine; dev shows the site in one while you make it (--port N)',
    run: onData(async () => (await import('./theme-command.ts')).themeCommand),
  },
  update: {
    usage: 'update FILE [--sha256 SUM | --unchecked] [--into DIR] [--service NAME] [--no-restart] [--json]',
    does: 'goes over to a newer release that SHA256SUMS names, and back by itself when that does not work',
    run: async (argv, usage) => {
      const { updateCommand } = await import('./server/updates/update-command.ts')
      const words = argv.filter((word) => word !== '--json')
      print(await updateCommand(words, usage), argv.includes('--json'))
    },
  },
  service: {
    usage: 'service install | print [--port N] [--user-data DIR]',
    does: 'writes the units with which systemd runs the site, or prints them',
    run: async (argv) => {
      const { serviceCommand } = await import('./server/service/service-command.ts')
      print(await serviceCommand(argv.filter((word) => word !== '--json')), argv.includes('--json'))
    },
  },
  doctor: { usage: 'doctor [--json]', does: 'looks whether everything a start needs is there and whole', run: doctor },
  owner: {
    usage: 'owner claim-link | reset-password EMAIL [--json]',
    does: 'says the claim link again, or gives an account a new password',
    run: owner,
  },
}

const help = `Usage: vitrine COMMAND\n\n${Object.values(verbs)
  .map(({ usage, does }) => `  ${usage.padEnd(52)}${does}\n`)
  .join('')}`

const run = async ([name = '', ...argv]: string[]) => {
  if (name === '--version' || name === '-v') {
    const { version } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8'))
    process.stdout.write(`${version}\n`)
    return
  }
  if (name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(help)
    return
  }
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!verb)
    throw new ConfigError([
      name === '' ? 'Say what to do.' : `${name}: there is no such command.`,
      ...help.trim().split('\n'),
    ])
  await verb.run(argv, verb.usage)
}

keepFilesPrivate()
const words = process.argv.slice(2)
// A reader such as `head` may have enough of it. The site itself outlives whoever reads its log.
if (words[0] !== 'serve')
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
run(words).catch((error) => exitWithError(error, words[0] === 'serve' ? undefined : 'Vitrine cannot run this command:'))
