import { readFileSync } from 'node:fs'
import path from 'node:path'
import { lostFrom } from './lost.ts'
import { startOwned } from './owned-product.ts'
import { runCli } from './run-cli.ts'
import { standInService } from './stand-in-service.ts'
import { flawsIn, readStore } from './stored.ts'
import { until } from './until.ts'
import { watchPage } from './watch-page.ts'
import { makeEntries, nothingYet, startWriters } from './writers.ts'

/** An update, and what has to come of it. */
export interface Trial {
  file: string
  options?: string[]
  /** Part of what the command says. */
  says: RegExp
  /** Outcome: the new version (`stays` where it is not well), the one before again, or nothing done. */
  ends: 'updated' | 'stays' | 'back' | 'refused'
}

interface Site {
  /** The program of the first release, as npm installed it, and its file. */
  installed: string
  first: string
  /** An empty folder for the data and the versions. */
  folder: string
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
  /** The longest time without a page, in ms, by how an update ended. */
  gaps: Record<Trial['ends'], number>
}

const run = async (program: string, words: string[], env: Record<string, string>, cwd: string) => {
  const { code, out, err } = await runCli(words, env, { program, cwd })
  return { code, said: out + err }
}

/** Runs an installed release as a service, lets people visit, save and write all the time, and makes one update after the other. */
export const updateUnderLoad = async (site: Site, trials: readonly Trial[]): Promise<Met> => {
  const { installed, first, folder, databaseUrl } = site
  const [dataDir, base] = [path.join(folder, 'data'), path.join(folder, 'site')]
  const program = path.join(base, 'current/bin/vitrine.js')
  const version = () => JSON.parse(readFileSync(path.join(base, 'current/package.json'), 'utf8')).version
  const env: Record<string, string> = { DATA_DIR: dataDir, LIMITS: 'off' }
  if (databaseUrl !== undefined) Object.assign(env, { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseUrl })
  const wrong: string[] = []
  const laid = await run(installed, ['update', first, '--into', base, '--no-restart'], {}, folder)
  if (laid.code !== 0 || !laid.said.includes('who wrote that list is not known')) wrong.push(laid.said)

  const product = await startOwned({ dataDir, program, env })
  await product.stop()
  const { url, port } = product
  const served = { ...env, HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url }
  const service = await standInService(folder, program, served)
  await service.restart()
  const isServed = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(isServed, 60_000)
  const known = nothingYet()
  const entries = await makeEntries(product, 4)
  const writers = startWriters(product, known, { entries, visitors: 4, publishEach: 50 })
  // From another address: tries at a closed port of one's own address now and then connect to themselves.
  const watch = watchPage(url, { visitors: 8, from: '127.0.0.2', timeoutMs: 60_000 })
  const gaps: Met['gaps'] = { updated: 0, stays: 0, back: 0, refused: 0 }
  for (const { file, options = [], says, ends } of trials) {
    await writers.acknowledged(40)
    const before = { version: version(), starts: service.starts() }
    watch.longestGap()
    const path = `${service.bin}:${process.env.PATH}`
    const { code, said } = await run(program, ['update', file, ...options], { PATH: path }, folder)
    const isNew = ends === 'updated' || ends === 'stays'
    const starts = { updated: 1, stays: 3, back: 2, refused: 0 }[ends]
    const expected = [ends === 'updated' ? 0 : 1, isNew, starts]
    const found = [code, version() !== before.version, service.starts() - before.starts]
    if (`${found}` !== `${expected}` || !says.test(said)) wrong.push(`${file}: ${found}, not ${expected}: ${said}`)
    await writers.acknowledged(40)
    gaps[ends] = Math.max(gaps[ends], watch.longestGap())
  }
  const { bad, visits } = await watch.stop()
  await writers.stop()
  if ((await service.stop()) !== 0) wrong.push('The last version did not end with 0.')

  // The same look into the store on both databases: by the last version's own backup.
  const copy = path.join(folder, 'copy')
  const backup = path.join(folder, 'end.backup')
  const steps = [
    await run(program, ['backup', backup], env, folder),
    await run(program, ['restore', backup], { DATA_DIR: copy }, path.dirname(folder)),
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
    // Nothing answers while a version takes the place of another; what answers has to be the page.
    failed: bad.filter((reason) => /^\d/.test(reason)),
    gaps,
  }
}
