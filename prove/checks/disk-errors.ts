import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copySampleData } from '../../tests/support/product.ts'
import type { Check } from '../check.ts'
import { atLeast, none } from '../support/figures.ts'
import { lostFrom } from '../support/lost.ts'
import { startAgain, startOwned } from '../support/owned-product.ts'
import { flawsIn } from '../support/stored.ts'
import { program } from '../support/tools.ts'
import { watchPage } from '../support/watch-page.ts'
import { makeEntries, nothingYet, startWriters } from '../support/writers.ts'

// SQLite in Node writes by pwrite64 and waits by fsync.
const calls = { fsync: 25, pwrite64: 30, ftruncate: 5 }
const errors = ['EIO', 'ENOSPC']
const besides = 2

interface Template {
  dataDir: string
  cookie: string
  entries: string[]
}

const prepared = async (dataDir: string): Promise<Template> => {
  await copySampleData(dataDir, { empty: true })
  const product = await startOwned({ dataDir })
  const entries = await makeEntries(product, 3)
  await product.stop()
  return { dataDir, cookie: product.cookie, entries }
}

/** One life of the product in which the n-th call of a kind fails once in each of its threads. */
const liveThrough = async (folder: string, template: Template, rule: string) => {
  const dataDir = path.join(folder, rule.replaceAll(/\W/g, '-'))
  const trace = `${dataDir}.trace`
  cpSync(template.dataDir, dataDir, { recursive: true })
  const known = nothingYet()
  const wrong: string[] = []
  const under = [program('strace'), '-D', '-f', '-qq', '--seccomp-bpf', '-o', trace, '-e', `inject=${rule}`]
  const call = /^\w+/.exec(rule)?.[0] ?? ''
  const product = await startAgain(template.cookie, { dataDir, under: [...under, '-e', `trace=${call}`] }).catch(
    (error: Error) => error,
  )
  const ended: string[] = []
  let reading = false
  if (product instanceof Error) {
    ended.push(`${rule}: ${product.message.slice(0, 300)}`)
  } else {
    reading = product.said().includes('Nothing can be saved')
    const watch = watchPage(product.url, { visitors: 1, pause: 10 })
    const writers = startWriters(product, known, { entries: template.entries, visitors: 3, publishEach: 10 })
    await writers.acknowledged(60).catch((error: Error) => wrong.push(`${rule}: ${error.message}`))
    await writers.stop()
    const { bad } = await watch.stop()
    wrong.push(...writers.strange, ...bad.map((why) => `page: ${why}`))
    const code = await product.stop()
    if (code !== 0) wrong.push(`${rule}: ended with ${code}`)
  }
  await sleep(20)
  const injected = existsSync(trace) && readFileSync(trace, 'utf8').includes('(INJECTED)')
  const lost = [...lostFrom(dataDir, known), ...flawsIn(dataDir)].map((what) => `${rule}: ${what}`)
  rmSync(dataDir, { recursive: true, force: true })
  return { injected, ended, reading, wrong, lost, writes: known.writes }
}

/** Every early call of the database to the disk fails in turn. */
export const diskErrors: Check = {
  name: 'disk-errors',
  kind: 'fault',
  quick: true,
  promise:
    'Each of the first system calls that write to the disk fails, once with EIO and once with ENOSPC. The affected write is refused with 503, the page is served, and the next write succeeds. The stored data is complete and equals the acknowledged writes. An affected start serves the page all the same, and saves as soon as it can.',
  run: async ({ folder, random, quick }) => {
    program('strace')
    const template = await prepared(path.join(folder, 'template'))
    const all = Object.entries(calls).flatMap(([call, first]) =>
      errors.flatMap((error) => Array.from({ length: first }, (_, n) => `${call}:error=${error}:when=${n + 1}`)),
    )
    const rules = quick ? random.shuffled(all).slice(0, 6) : all
    const waiting = [...rules]
    const results: Awaited<ReturnType<typeof liveThrough>>[] = []
    const work = async () => {
      for (let rule = waiting.shift(); rule; rule = waiting.shift())
        results.push(await liveThrough(folder, template, rule))
    }
    await Promise.all(Array.from({ length: besides }, work))
    const count = (is: (result: (typeof results)[number]) => boolean) => results.filter(is).length
    return [
      atLeast('faults tried', results.length, rules.length),
      atLeast(
        'of them met by the product',
        count(({ injected }) => injected),
        Math.floor(rules.length / 2),
      ),
      { name: 'starts that came up for reading alone', value: count(({ reading }) => reading), unit: 'count' },
      none(
        'starts that ended',
        results.flatMap(({ ended }) => ended),
      ),
      atLeast(
        'acknowledged writes',
        results.reduce((sum, { writes }) => sum + writes, 0),
        rules.length * 20,
      ),
      none(
        'acknowledged writes lost, flaws of the stored data',
        results.flatMap(({ lost }) => lost),
      ),
      none(
        'pages missing, answers out of order',
        results.flatMap(({ wrong }) => wrong),
      ),
    ]
  },
}
