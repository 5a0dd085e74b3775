import { access, constants, stat } from 'node:fs/promises'
import path from 'node:path'
import { readClientBuild } from './client-build.ts'
import type { Config } from './config.ts'
import { inspectDatabase } from './db/inspect.ts'
import { examineMail } from './mail/examine-mail.ts'

/** One thing looked at, and what was found. */
export interface Finding {
  name: string
  ok: boolean
  /** A sentence; when it is not well, with what to do. */
  says: string
}

const look = async (name: string, at: () => Promise<string> | string): Promise<Finding> => {
  try {
    return { name, ok: true, says: await at() }
  } catch (error) {
    return { name, ok: false, says: error instanceof Error ? error.message : String(error) }
  }
}

const node = () => {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 24) throw new Error(`This is Node ${process.versions.node}; Vitrine runs on 24 or later.`)
  return `Node ${process.versions.node}`
}

const folder = async (dataDir: string) => {
  await access(dataDir, constants.R_OK | constants.W_OK).catch(() => {
    throw new Error(
      `${path.resolve(dataDir)} cannot be read and written. Make it, or give it to the user that runs Vitrine.`,
    )
  })
  return path.resolve(dataDir)
}

const database = async (config: Config) => {
  if (config.databaseUrl === undefined) {
    // Looking must not make one.
    const file = await stat(path.join(config.dataDir, 'vitrine.db')).catch(() => undefined)
    if (!file) return 'None yet; the first start makes it.'
  }
  const { damage, pending, unknown } = await inspectDatabase(config)
  if (damage !== undefined) throw new Error(`The database is damaged: ${damage}. Restore a backup.`)
  if (unknown.length > 0)
    throw new Error(`A newer Vitrine has been here (${unknown.join(', ')}). Run that one, or restore an older backup.`)
  const answers = config.databaseUrl === undefined ? 'SQLite answers, and its file is whole.' : 'Postgres answers.'
  return pending.length === 0
    ? answers
    : `${answers} The next start brings its tables up to date: ${pending.join(', ')}.`
}

/** Looks at everything a start needs, and changes nothing. */
export const examine = (config: Config, clientFolder: string): Promise<Finding[]> =>
  Promise.all([
    look('Node', node),
    look('Build', () => `Complete, in ${readClientBuild(clientFolder).folder}`),
    ...(config.databaseUrl === undefined ? [look('Data folder', () => folder(config.dataDir))] : []),
    look('Database', () => database(config)),
    look('E-mail', () => examineMail(config)),
  ])
