// Run by the check `compose` where nothing of this machine's containers and network is in reach: node prove/compose/live.ts FOLDER.
// Writes what came into lives.json of that folder.
import { createHash } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pageInCutFonts } from '../../tests/support/cut-fonts.ts'
import { samplePdf } from '../../tests/support/sample-pdf.ts'
import { person } from '../support/owned-product.ts'
import { type Composed, composed, site } from './composed.ts'
import { tryCoolify } from './coolify.ts'

export interface ComposedLife {
  name: string
  /** To the first page, at the first start and at the next one. */
  startsMs: number[]
  visits: number
  /** Answers that were not the page while the process was killed and came back. */
  failed: string[]
  wrong: string[]
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const json = { 'content-type': 'application/json', origin: site }

const live = async (name: string, { up, down, ask, logs, kill, volume }: Composed): Promise<ComposedLife> => {
  const wrong: string[] = []
  const failed: string[] = []
  const expect = (what: string, found: unknown, expected: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(expected))
      wrong.push(`${what}: ${JSON.stringify(found)?.slice(0, 300)}, not ${JSON.stringify(expected)}`)
  }
  const post = (at: string, body: object) => ask(at, { method: 'POST', body: JSON.stringify(body), headers: json })
  const olga = person('Olga')
  const signIn = async () => {
    const { status, headers } = await post('/api/auth/sign-in/email', { email: olga.email, password: olga.password })
    expect('sign-in', status, 200)
    return (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  }

  const startsMs = [await up()]
  const clear = await fetch('http://localhost/all?a=b', { redirect: 'manual' })
  expect('without TLS', [clear.status, clear.headers.get('location')], [308, `${site}/all?a=b`])
  const [, claim = ''] = /\/register#claim=([\w-]+)/.exec(logs('vitrine')) ?? []
  expect('registration', (await post('/api/auth/sign-up/email', { ...olga, claim })).status, 200)
  const cookie = await signIn()

  const bytes = samplePdf(name, 5_000_000)
  const body = new FormData()
  body.set('file', new File([new Uint8Array(bytes)], 'cv.pdf'))
  const form = new Response(body)
  const sent = await ask('/api/media', {
    method: 'POST',
    headers: { origin: site, cookie, 'content-type': String(form.headers.get('content-type')) },
    body: new Uint8Array(await form.arrayBuffer()),
  })
  expect('upload', sent.status, 201)
  const { url } = sent.json() as { url: string }
  const message = { user_name: 'Ann', user_email: 'ann@people.example', message: 'A word about your work, please.' }
  expect('message', (await post('/api/messages', message)).status, 201)
  const { findings } = (await ask('/api/health', { headers: { cookie } })).json() as {
    findings: { name: string; message: string }[]
  }
  expect('Health', findings.find((one) => one.name === 'Address and proxy')?.message, `${site}, behind a proxy.`)

  await pageInCutFonts(async () => (await ask('/')).body.toString())
  const whole = (await ask('/')).body
  kill('vitrine')
  const visits = 40
  for (let n = 0; n < visits; n += 1) {
    const { status, body: page } = await ask('/')
    if (status !== 200 || !page.equals(whole)) failed.push(String(status))
    await sleep(50)
  }

  down()
  startsMs.push(await up())
  expect('the page of the next start', sha256((await ask('/')).body), sha256(whole))
  const again = await signIn()
  const stored = await ask(url, { headers: { cookie: again } })
  expect('the upload', [stored.status, sha256(stored.body)], [200, sha256(bytes)])
  const inbox = (await ask('/api/messages', { headers: { cookie: again } })).json() as { messages: unknown[] }
  expect('messages', inbox.messages.length, 1)
  const databases = readdirSync(volume('data')).filter((file) => file.endsWith('.db') || file.endsWith('.sqlite'))
  expect('databases in the volume', databases.length, name === 'postgres' ? 0 : 1)
  down()
  return { name, startsMs, visits, failed, wrong }
}

const [, , folder = ''] = process.argv
if (process.argv[1] === import.meta.filename) {
  const place = (name: string) => path.join(folder, name)
  const secrets = 'POSTGRES_PASSWORD=letters4and5digits\n'
  const lives = [
    await live('sqlite', composed(place('sqlite'), ['compose.yaml'])),
    await live('postgres', composed(place('postgres'), ['compose.yaml', 'compose.postgres.yaml'], secrets)),
  ]
  const coolify = await tryCoolify(place('coolify'))
  writeFileSync(place('lives.json'), JSON.stringify({ lives, coolify }))
}
