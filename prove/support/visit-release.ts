// Runs an installed release in an empty folder, does what an owner and visitors do, and prints what came as JSON. A process of its own, so
// that it can run where no network is: node prove/support/visit-release.ts COMMAND FOLDER REST_MS
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { memoryOf, startChild, untilAnswers } from '../../bench/child.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { call } from './call.ts'
import { claimToken, person } from './owned-product.ts'

/** What came of it. */
export interface ReleaseVisit {
  /** Error of a connection to an address that is nobody's; undefined when one came about or only time ran out. */
  unreachable: string | undefined
  first200Ms: number
  /** What was not as it has to be, a sentence each. */
  wrong: string[]
  exitCode: number | null
  restMb: number
  peakMb: number
}

const reach = (): Promise<string | undefined> =>
  new Promise((resolve) => {
    // TEST-NET-1 (RFC 5737).
    const socket = connect({ host: '192.0.2.1', port: 80 })
    const settle = (code: string | undefined) => {
      socket.destroy()
      resolve(code)
    }
    socket.setTimeout(2000, () => settle(undefined))
    socket.on('connect', () => settle(undefined)).on('error', (error: NodeJS.ErrnoException) => settle(error.code))
  })

const photo = () =>
  sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#386' } })
    .jpeg()
    .toBuffer()
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><script>alert(1)</script><rect width="80" height="60"/></svg>'

const visit = async (url: string): Promise<string[]> => {
  const wrong: string[] = []
  const expectThat = (isSo: boolean, sentence: string) => isSo || wrong.push(sentence)
  const headers = { origin: url }
  const sent = { method: 'POST', headers }
  const page = await call(`${url}/`)
  expectThat(page.text.includes('Mira'), 'the page has no sample content')
  const register = await call(`${url}/register`)
  expectThat(register.status === 200 && register.text.includes('<script'), `/register answered ${register.status}`)
  const olga = person('Olga')
  const up = await call(`${url}/api/auth/sign-up/email`, { ...sent, body: { ...olga, claim: claimToken } })
  expectThat(up.status === 200, `nobody could register: ${up.text}`)
  const signedIn = await call(`${url}/api/auth/sign-in/email`, {
    ...sent,
    body: { email: olga.email, password: olga.password },
  })
  const cookie = (signedIn.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')

  const upload = async (bytes: Buffer, type: string, name: string) => {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
    const answer = await fetch(`${url}/api/media`, { method: 'POST', body, headers: { ...headers, cookie } })
    return { status: answer.status, item: await answer.json() }
  }
  const image = await upload(await photo(), 'image/jpeg', 'photo.jpg')
  expectThat(image.status === 201, `the image was answered ${image.status}: ${JSON.stringify(image.item)}`)
  const thumbnail = await call(`${url}/api/media/${image.item.id}/thumbnail`, { headers: { cookie } })
  const { width = 0 } = thumbnail.status === 200 ? await sharp(thumbnail.body).metadata() : {}
  expectThat(width > 0 && width < 1600, `the image was not made smaller: ${thumbnail.status}, ${width} px`)
  const svg = await upload(Buffer.from(drawing), 'image/svg+xml', 'drawing.svg')
  expectThat(svg.status === 201, `the drawing was answered ${svg.status}: ${JSON.stringify(svg.item)}`)

  for (const [file, start] of [
    ['/cv.pdf', '%PDF-'],
    ['/cv.docx', 'PK'],
  ] as const) {
    const answer = await call(url + file)
    expectThat(answer.body.subarray(0, start.length).toString() === start, `${file} answered ${answer.status}`)
  }
  const project = /href="(\/projects\/[\w-]+)"/.exec(page.text)?.[1] ?? '/no-project'
  const card = /property="og:image" content="[^"]*?(\/media\/cards\/[^"]+)"/.exec((await call(url + project)).text)?.[1]
  const drawn = card === undefined ? undefined : await call(url + card)
  const size = drawn?.status === 200 ? await sharp(drawn.body).metadata() : undefined
  expectThat(size?.width === 1200, `the share card of ${project} was answered ${drawn?.status ?? 'without an address'}`)
  return wrong
}

const [, , command = '', folder = '', restMs = '0'] = process.argv
if (process.argv[1] === import.meta.filename) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { PATH: process.env.PATH, HOME: folder, PORT: String(port), PUBLIC_URL: url, CLAIM_TOKEN: claimToken }
  const child = startChild(command, [], { cwd: folder, env: { ...env, LOG_LEVEL: 'error' } })
  const first200Ms = await untilAnswers(url, child)
  // As it stands behind its start; the visits take what they take.
  await sleep(Number(restMs))
  const { now: restMb, peak: peakMb } = memoryOf(child.pid)
  const wrong = await visit(url)
  const unreachable = await reach()
  if (!child.said().includes(`${url}/register#claim=`)) wrong.push('the claim link was not printed')
  await child.stop()
  const { exitCode } = child.process
  const told: ReleaseVisit = { unreachable, first200Ms, wrong, exitCode, restMb, peakMb }
  console.log(JSON.stringify(told))
}
