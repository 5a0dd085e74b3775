import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { memoryOf } from '../../bench/child.ts'
import { median } from '../../bench/figure.ts'
import type { OwnedProduct } from './owned-product.ts'
import { person } from './owned-product.ts'
import { watchPage } from './watch-page.ts'
import { makeEntries } from './writers.ts'

/** What happened while a site was used as on any day. */
export interface EverydayUse {
  messages: number
  signedIn: number
  uploads: number
  /** What was answered otherwise than it should be. */
  wrong: string[]
  met: Awaited<ReturnType<ReturnType<typeof watchPage>['stop']>>
  /** Memory of the server in MB, once what is loaded on first use is in, and at the end. */
  early: number
  late: number
}

interface Options {
  ms: number
  /** Pause after each round of one save and one message. */
  pauseMs?: number
  /** An upload each so many rounds; without it none. */
  uploadEach?: number
}

/** A photo of three megapixels like no other. */
const photo = (number: number) =>
  sharp({
    create: {
      ...{ width: 2000, height: 1500, channels: 3 as const },
      background: { r: number % 256, g: Math.floor(number / 256) % 256, b: 90 },
      noise: { type: 'gaussian' as const, mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer()

const upload = async (product: OwnedProduct, number: number): Promise<{ status: number; text: string }> => {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(await photo(number))]), `photo-${number}.jpg`)
  const headers = { origin: product.url, cookie: product.cookie }
  const answer = await fetch(`${product.url}/api/media`, { method: 'POST', body, headers })
  return { status: answer.status, text: await answer.text() }
}

/** Visits, saves, messages, sign-ins and, if asked for, uploads, for so long. */
export const everydayUse = async (
  product: OwnedProduct,
  { ms, pauseMs = 150, uploadEach }: Options,
): Promise<EverydayUse> => {
  const [id = ''] = await makeEntries(product, 1)
  const wrong: string[] = []
  const memory: number[] = []
  const watch = watchPage(product.url, { visitors: 3, pause: 30 })
  const until = Date.now() + ms
  let [version, messages, signedIn, uploads] = [1, 0, 0, 0]
  for (let n = 0; Date.now() < until; n += 1) {
    const save = await product.own(
      'PATCH',
      `/api/entries/skills/${id}`,
      { data: { percent: n % 100 } },
      { 'if-match': `"${version}"` },
    )
    // What is there already is no new version.
    if (save.status === 200) version = save.json.version
    else wrong.push(`a save: ${save.status} ${save.text.slice(0, 100)}`)
    const body = { user_name: 'Visitor', user_email: 'visitor@people.example', message: `Message ${n}` }
    const sent = await product.ask('/api/messages', { method: 'POST', body })
    if (sent.status === 201) messages += 1
    else wrong.push(`a message: ${sent.status}`)
    if (n % 50 === 0) {
      await product.signIn(person('Olga').email).then(
        () => {
          signedIn += 1
        },
        (error: Error) => wrong.push(error.message),
      )
    }
    if (uploadEach !== undefined && n % uploadEach === 0) {
      const { status, text } = await upload(product, n)
      if (status === 201) uploads += 1
      else wrong.push(`an upload: ${status} ${text.slice(0, 200)}`)
    }
    if (n % 10 === 0) memory.push(memoryOf(product.pid).now)
    await sleep(pauseMs)
  }
  const met = await watch.stop()
  const warm = memory.slice(Math.floor(memory.length * 0.3))
  const quarter = Math.ceil(warm.length / 4)
  const [early, late] = [median(warm.slice(0, quarter)), median(warm.slice(-quarter))]
  return { messages, signedIn, uploads, wrong, met, early, late }
}
