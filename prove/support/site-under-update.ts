import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { lostFrom } from './lost.ts'
import { startOwned } from './owned-product.ts'
import { flawsIn, readStore } from './stored.ts'
import { until } from './until.ts'
import { watchPage } from './watch-page.ts'
import { makeEntries, nothingYet, startWriters } from './writers.ts'

/** An update, and what has to come of it. */
export interface Trial {
  version: string
  /** Part of what the command says; undefined for an update that is to succeed. */
  says?: RegExp
  /** True for one that goes on serving although the command fails. */
  stays?: boolean
}

interface Site {
  /** Of the first release: the program that is started, and the folder that it is in. */
  installed: { program: string; folder: string }
  /** An empty folder for the data and the versions. */
  folder: string
  /** The file of each release. */
  next: (version: string) => string
  databaseUrl: string | undefined
}

/** Result of all trials together. */
export interface Met {
  wrong: string[]
  writes: number
  lost: string[]
  strange: string[]
  visits: number
  failed: string[]
  worstMs: number
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const command = async (program: string, words: string[], env: Record<string, string>, cwd: string) => {
  const child = spawn(program, words, { cwd, env: { PATH: process.env.PATH, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  const [code] = await once(child, 'close')
  return { code, said }
}

const versionOf = (folder: string): string | undefined => {
  const file = path.join(folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
}

/** Starts an installed release, lets people visit, save and write all the time, and makes one update after the other. */
export const updateUnderLoad = async (
  { installed, folder, next, databaseUrl }: Site,
  trials: readonly Trial[],
): Promise<Met> => {
  const dataDir = path.join(folder, 'data')
  const base = path.join(folder, 'site')
  const env: Record<string, string> = { DATA_DIR: dataDir }
  const database: Record<string, string> =
    databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseUrl }
  // In a file, as an owner writes it: each command of theirs reads it, also those of the rehearsal.
  const settings = Object.entries(database).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(path.join(folder, '.env'), settings.join(''))
  const product = await startOwned({ dataDir, program: installed.program, env: { ...env, ...database } })
  const known = nothingYet()
  const entries = await makeEntries(product, 4)
  const writers = startWriters(product, known, { entries, visitors: 4, publishEach: 50 })
  // From another address: tries at a closed port of one's own address now and then connect to themselves.
  const watch = watchPage(product.url, { visitors: 8, from: '127.0.0.2', timeoutMs: 60_000 })
  const wrong: string[] = []
  const current = path.join(base, 'current')
  // An archive has a program of its own, which takes its own Node.
  const programs = ['vitrine', 'bin/vitrine.js'].map((name) => path.join(current, name))
  const program = () => programs.find((file) => existsSync(file)) ?? installed.program
  let serving = versionOf(installed.folder)
  const outcome = path.join(dataDir, 'last-update.json')
  for (const { version, says, stays = false } of trials) {
    await writers.acknowledged(40)
    const { code, said } = await command(program(), ['update', next(version), '--into', base], env, folder)
    if (!says || stays) serving = version
    const found = [code, versionOf(existsSync(current) ? current : installed.folder)]
    if (`${found}` !== `${[says ? 1 : 0, serving]}` || (says && !says.test(said)))
      wrong.push(`${version}: ${found} ${said}`)
    await writers.acknowledged(40)
  }
  const { bad, visits, worst } = await watch.stop()
  await writers.stop()
  const { pid = 0 } = existsSync(outcome) ? JSON.parse(readFileSync(outcome, 'utf8')) : {}
  if (pid > 0) process.kill(pid, 'SIGTERM')
  if (pid === 0 || (await until(() => !isRunning(pid), 20_000)) === undefined)
    wrong.push(`The last process, ${pid}, did not end.`)
  await product.stop()

  // The same look into the store on both databases: by the last version's own backup.
  const copy = path.join(folder, 'copy')
  const backup = path.join(folder, 'end.backup')
  const steps = [
    await command(program(), ['backup', backup], env, folder),
    await command(program(), ['restore', backup], { DATA_DIR: copy }, path.dirname(folder)),
  ]
  for (const { code, said } of steps) if (code !== 0) wrong.push(said)
  const tables = readStore(copy, (all) => all("select name from sqlite_master where name = 'made_by_the_update'"))
  if (tables.length !== 1) wrong.push('The table of the update is not there.')
  return {
    wrong,
    writes: known.writes,
    lost: [...lostFrom(copy, known), ...flawsIn(copy)],
    strange: writers.strange,
    visits,
    failed: bad,
    worstMs: worst,
  }
}
