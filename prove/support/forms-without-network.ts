// Run in a network namespace that has its loopback address and no route: makes every form of the CV and a card, before and after a change,
// and prints as JSON what was missing and how many attempts to leave the machine the kernel counted.
import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { cvPaths } from '../../src/model/cv/cv.ts'
import { withOwned } from './owned-product.ts'
import { unreachable } from './unreachable.ts'
import { until } from './until.ts'

/** An address for documentation (RFC 5737), which nobody has. */
const nowhere = '192.0.2.1'

const attempt = () =>
  new Promise<void>((resolve) => {
    connect(9, nowhere).once('error', () => resolve())
  })

const start = unreachable()
await attempt()
const noticed = { address: unreachable() - start, name: 0 }
await lookup('vitrine.example').catch(() => {})
noticed.name = unreachable() - start - noticed.address

const result = await withOwned({ empty: false }, async (product) => {
  const before = unreachable()
  const missing: string[] = []
  const look = async (path: string, atLeast: number) => {
    const { status, text } = await product.ask(path)
    if (status !== 200 || text.length < atLeast) missing.push(`${path}: ${status}, ${text.length} characters`)
    return text
  }
  const forms = async () => {
    for (const path of cvPaths) await look(path, 500)
    const [, card = ''] = /property="og:image" content="([^"]+)"/.exec(await look('/', 1000)) ?? []
    await look(new URL(card, product.url).pathname, 5000)
  }
  await forms()
  const name = 'Lighthousekeeping'
  const saved = await product.own('POST', '/api/entries/skills', { data: { name, percent: 90 } })
  if (saved.status !== 201) missing.push(`the change: ${saved.status} ${saved.text}`)
  if ((await until(async () => (await product.ask('/cv.txt')).text.includes(name), 10_000)) === undefined)
    missing.push(`${name} in /cv.txt`)
  await forms()
  return { missing, attempts: unreachable() - before }
})
console.log(JSON.stringify({ ...result, noticed }))
