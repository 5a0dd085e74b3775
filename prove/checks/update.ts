import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { copySampleData } from '../../tests/support/product.ts'
import type { Check } from '../check.ts'
import { atLeast, figure, none } from '../support/figures.ts'
import { lostFrom } from '../support/lost.ts'
import { type OwnedProduct, startOwned } from '../support/owned-product.ts'
import { layOutVersion, linkPackages, packVersion } from '../support/release-of.ts'
import { flawsIn, readStore } from '../support/stored.ts'
import { until } from '../support/until.ts'
import { watchPage } from '../support/watch-page.ts'
import { makeEntries, nothingYet, startWriters } from '../support/writers.ts'

/** True in the migration of the real data, and false in that of the copy on which an update is rehearsed. */
const isReal = "!process.env.DATA_DIR.includes('/update-')"

interface Trial {
  version: string
  body: string
  /** Part of what the command says; undefined for an update that is to succeed. */
  says?: RegExp
}

const trials: Trial[] = [
  { version: '9.1.0', body: "throw new Error('broken')", says: /does not work with a copy of this data/ },
  { version: '9.2.0', body: `if (${isReal}) throw new Error('broken')`, says: /did not come up \(exit code 1\)/ },
  {
    version: '9.3.0',
    body: `await run('create table half (id text)'); if (${isReal}) process.kill(process.pid, 'SIGKILL')`,
    says: /did not come up \(ended by SIGKILL\)/,
  },
  // It migrates, and then cannot show the content.
  {
    version: '9.4.0',
    body: `if (${isReal}) await run("update entries set published = '{'")`,
    says: /did not come up \(exit code 2\)/,
  },
  { version: '9.5.0', body: "await run('create table made_by_the_update (id text)')" },
]

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const command = async (cli: string, words: string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, [cli, ...words], { env: { PATH: process.env.PATH, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  const [code] = await once(child, 'close')
  return { code, said }
}

const versionOf = (product: OwnedProduct, base: string) => {
  const log = product.said()
  return { current: path.basename(readlinkSync(path.join(base, 'current'))), log }
}

/** A release that follows another while people visit, save and write. */
export const update: Check = {
  name: 'update',
  kind: 'fault',
  promise:
    'An update under load loses no acknowledged write and no visit. A release whose migration throws, ends the process, or leaves pages that cannot be shown is left, by itself, for the version before with its data; so is one that fails on a copy of the data.',
  run: async ({ folder }) => {
    const base = path.join(folder, 'site')
    const dataDir = path.join(folder, 'data')
    const first = path.join(base, 'versions/1.0.0')
    layOutVersion(first, '1.0.0')
    linkPackages(first)
    symlinkSync('versions/1.0.0', path.join(base, 'current'))
    const files = trials.map(({ version, body }) => packVersion(folder, version, { name: '999-next', body }))
    const sums = files.map(
      (file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${path.basename(file)}\n`,
    )
    writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''))

    await copySampleData(dataDir, { empty: true })
    const product = await startOwned({ dataDir, checkout: first })
    const known = nothingYet()
    const entries = await makeEntries(product, 4)
    const writers = startWriters(product, known, { entries, visitors: 4, publishEach: 50 })
    // From another address: tries at a closed port of one's own address now and then connect to themselves.
    const watch = watchPage(product.url, { visitors: 8, from: '127.0.0.2', timeoutMs: 60_000 })
    const wrong: string[] = []
    let pid = product.pid
    const cli = path.join(first, 'dist/server/cli.js')
    for (const [index, { version, says }] of trials.entries()) {
      await writers.acknowledged(40)
      const { code, said } = await command(cli, ['update', files[index] as string], { DATA_DIR: dataDir })
      const expected = says ? [1, '1.0.0'] : [0, version]
      const found = [code, versionOf(product, base).current]
      if (`${found}` !== `${expected}` || (says && !says.test(said))) wrong.push(`${version}: ${found} ${said}`)
      // The first one never came as far as the running site.
      if (index > 0) pid = JSON.parse(readFileSync(path.join(dataDir, 'last-update.json'), 'utf8')).pid ?? 0
      await writers.acknowledged(40)
    }
    const { bad, visits, worst } = await watch.stop()
    await writers.stop()
    if (pid > 0) process.kill(pid, 'SIGTERM')
    if (pid === product.pid || (await until(() => !isRunning(pid), 20_000)) === undefined)
      wrong.push(`The last process, ${pid}, did not end.`)
    await product.stop()
    const migrated = readStore(dataDir, (all) =>
      all("select name from sqlite_master where name in ('half', 'made_by_the_update')"),
    )
    if (`${migrated.map(({ name }) => name)}` !== 'made_by_the_update')
      wrong.push(`tables: ${JSON.stringify(migrated)}`)
    return [
      atLeast('releases tried', trials.length, 5),
      none('releases that ended otherwise', wrong),
      atLeast('acknowledged writes', known.writes, 80 * trials.length),
      none('acknowledged writes lost', [...lostFrom(dataDir, known), ...flawsIn(dataDir)]),
      none('writes answered strangely', writers.strange),
      atLeast('visits', visits, 1000),
      none('visits that failed', bad),
      figure('longest wait of a visit', worst / 1000, undefined, { unit: 'seconds' }),
    ]
  },
}
