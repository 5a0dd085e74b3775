import { createHash } from 'node:crypto'
import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { runScript } from '../../scripts/release/run.ts'
import { pageInCutFonts } from '../../tests/support/cut-fonts.ts'
import { freePort } from '../../tests/support/free-port.ts'
import type { Check } from '../check.ts'
import { call } from '../support/call.ts'
import { inspectImage, needContainers, removeImage, startContainer } from '../support/containers.ts'
import { figure, none } from '../support/figures.ts'
import { madeArchive } from '../support/made-archive.ts'
import { until } from '../support/until.ts'

const root = path.resolve(import.meta.dirname, '../..')
const megabyte = 1_000_000
const user = 10_001

const withoutPdf = (tag: string) => `${tag}-without-pdf`

/** Makes images of a release with Node in it; returns the hashes of two that should be the same. */
const build = async (folder: string, tag: string): Promise<string[]> => {
  const archive = await madeArchive()
  const made = (...options: string[]) =>
    runScript(['scripts/container/container.ts', archive, ...options], { cwd: root })
  const hashes: string[] = []
  for (const file of ['one.tar', 'other.tar'].map((name) => path.join(folder, name))) {
    await made('--tag', tag, '--save', file)
    hashes.push(createHash('sha256').update(readFileSync(file)).digest('hex'))
    rmSync(file)
  }
  await made('--tag', withoutPdf(tag), '--without-pdf')
  return hashes
}

/** Things that a program in the container finds and should not. */
const looksAround = `
const fs = require('node:fs'), os = require('node:os'), wrong = []
if (process.getuid() !== ${user} || os.userInfo().username !== 'vitrine') wrong.push('runs as ' + process.getuid())
for (const place of ['/', '/app', '/app/dist', '/etc', '/var'])
  try { fs.writeFileSync(place + '/probe', ''); wrong.push(place + ' can be written') } catch {}
for (const name of fs.readdirSync('/tmp')) wrong.push('/tmp/' + name)
for (const place of ['/bin/sh', '/usr/bin/sh', '/usr/bin/apt', '/bin/bash']) if (fs.existsSync(place)) wrong.push(place)
if (!/capEff:\\s*0+$/im.test(fs.readFileSync('/proc/self/status', 'utf8'))) wrong.push('it has capabilities')
if (fs.readFileSync('/etc/ssl/certs/ca-certificates.crt', 'utf8').split('BEGIN CERTIFICATE').length < 100) wrong.push('few certificates')
console.log(JSON.stringify(wrong))
`

const node = ['/app/node/bin/node']
const vitrine = [...node, '/app/bin/vitrine.js']

/** A whole life on a volume of its own, twice. */
const live = async (tag: string, name: string, volume: string) => {
  const port = await freePort()
  const env = { HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }
  const wrong: string[] = []
  const ready: number[] = []
  const pages: string[] = []
  let longestStop = 0
  for (const round of [1, 2]) {
    const container = startContainer(tag, `${name}-${round}`, env, volume)
    const answers = () =>
      call(`${env.PUBLIC_URL}/`).then(
        ({ status }) => status === 200,
        () => false,
      )
    const ms = await until(answers, 30_000)
    if (ms === undefined) throw new Error(`The container did not answer:\n${container.said()}`)
    ready.push(ms / 1000)
    pages.push(await pageInCutFonts(async () => (await call(`${env.PUBLIC_URL}/`)).text))
    const examined = container.exec(...vitrine, 'doctor', '--json')
    if (examined.status !== 0) wrong.push(`doctor: ${examined.out}`)
    const [kind, ...check] = inspectImage(tag, '.HealthCheck.Test') as string[]
    if (kind !== 'CMD' || container.exec(...check).status !== 0) wrong.push('the health check fails')
    const seen = container.exec(...node, '-e', looksAround)
    wrong.push(...(JSON.parse(seen.out) as string[]))
    const started = performance.now()
    const code = await container.stop()
    longestStop = Math.max(longestStop, (performance.now() - started) / 1000)
    if (code !== 0) wrong.push(`it stopped with ${code}`)
  }
  if (pages[0] !== pages[1]) wrong.push('the second start shows another page')
  return { wrong, ready, longestStop }
}

/** Hosts whose disks belong to root run the image as root. */
const asRoot = async (tag: string, name: string, volume: string): Promise<string[]> => {
  const port = await freePort()
  const container = startContainer(tag, name, { HOST: '127.0.0.1', PORT: String(port) }, volume, ['--user', '0'])
  const answers = () =>
    call(`http://127.0.0.1:${port}/`).then(
      ({ status }) => status === 200,
      () => false,
    )
  const isThere = (await until(answers, 30_000)) !== undefined
  await container.stop()
  return isThere ? [] : [`no page as root on a volume of root: ${container.said()}`]
}

const refusals = async (tag: string, name: string, folder: string) => {
  const foreign = path.join(folder, 'foreign')
  mkdirSync(foreign, { mode: 0o755 })
  const wrong: string[] = []
  const refused = startContainer(tag, `${name}-foreign`, {}, foreign)
  const code = await refused.ended()
  const sentence = `/data belongs to uid 0 (gid 0, mode 0755). This process runs as uid ${user} (gid ${user})`
  if (code !== 1 || !refused.said().includes(sentence)) wrong.push(`${code}: ${refused.said()}`)
  wrong.push(...(await asRoot(tag, `${name}-root`, foreign)))
  const [port, place] = [await freePort(), '/tmp/data']
  const vanishing = startContainer(tag, `${name}-memory`, { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: place })
  const told = () => vanishing.said().includes(`Everything you save will be lost: ${place} is in memory (tmpfs)`)
  if ((await until(told, 30_000)) === undefined) wrong.push(`nothing is said of a disk in memory: ${vanishing.said()}`)
  await vanishing.stop()
  return wrong
}

/** The image of a release, built and run without a daemon or a registry. */
export const container: Check = {
  name: 'container',
  kind: 'fault',
  timed: true,
  long: true,
  promise:
    'The container image, with a read-only root and no capabilities, is ready within seconds, passes its health check and the doctor, writes nothing outside of its volume, and stops with exit code 0. A volume of another user, and a disk in memory, are told; as root it runs on a volume of root.',
  run: async ({ folder }) => {
    needContainers()
    const name = `vitrine-prove-${process.pid}`
    const tag = `localhost/${name}`
    try {
      const [one, other] = await build(folder, tag)
      const small = inspectImage(withoutPdf(tag), '.Size') as number
      const bytes = inspectImage(tag, '.Size') as number
      const volume = path.join(folder, 'volume')
      mkdirSync(volume, { mode: 0o700 })
      chownSync(volume, user, user)
      const { wrong, ready, longestStop } = await live(tag, name, volume)
      return [
        figure('size of the image', bytes / megabyte, { atMost: 230 }, { unit: 'MB' }),
        figure('the same without PDF', small / megabyte, { atMost: 178 }, { unit: 'MB' }),
        none('builds that are not the same to the byte', one === other ? [] : [`${one} ${other}`]),
        figure(
          'longest start to the first page, samples included',
          Math.max(...ready),
          { atMost: 10 },
          { unit: 'seconds' },
        ),
        figure('longest stop', longestStop, { atMost: 10 }, { unit: 'seconds' }),
        none('what is wrong inside', wrong),
        none('what is wrong with other volumes', await refusals(tag, name, folder)),
      ]
    } finally {
      removeImage(tag)
      removeImage(withoutPdf(tag))
    }
  },
}
