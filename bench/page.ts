import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { startProduct } from '../tests/support/product.ts'
import { launch } from './chromium.ts'
import { type Bench, type Figure, median } from './figure.ts'
import { type Audit, audit, categories, needLighthouse } from './lighthouse.ts'
import { fetchRaw } from './raw.ts'
import { startScriptless } from './servers/scriptless.ts'
import { layoutShift, shiftingPage } from './shift.ts'
import { type FirstView, firstView, type Transferred, views } from './transfer.ts'

const runs = 3
const headlineSeconds = 12
const unbrotli = promisify(zlib.brotliDecompress)

const sum = (files: Transferred[], part: 'bytes' | 'body' = 'body') =>
  files.reduce((total, file) => total + file[part], 0) / 1000

const middle = (values: (number | undefined)[]) => (values.includes(undefined) ? undefined : median(values as number[]))

/** Scores of a page, and its times next to those of a control, by default the same page without scripts. */
export const audits = (
  own: Audit[],
  control: Audit[],
  { lcpAtMost = 1.15, against = 'the same page without scripts' } = {},
): Figure[] => {
  const failed = [...new Set(own.flatMap(({ failed }) => failed))]
  const lcp = middle(own.map(({ lcp }) => lcp))
  const best = middle(control.map(({ lcp }) => lcp))
  const all = (list: Audit[]) => list.map(({ tbt }) => tbt?.toFixed(0) ?? '–').join(', ')
  const seen = (list: Audit[]) => `${middle(list.map(({ observedLcp }) => observedLcp))?.toFixed(0)} ms`
  return [
    ...categories.map((id) => ({
      name: `Lighthouse mobile: ${id}`,
      value: middle(own.map(({ scores }) => scores[id])),
      unit: 'points' as const,
      goal: { atLeast: 100 },
      ...(failed.length > 0 && id === 'performance' ? { note: `audits below full score: ${failed.join(', ')}` } : {}),
    })),
    {
      name: 'total blocking time',
      value: middle(own.map(({ tbt }) => tbt)),
      unit: 'ms',
      goal: { atMost: 0 },
      // A machine that is busy with other things blocks this one, too.
      note: `${all(own)}; ${against} ${all(control)}`,
    },
    { name: 'layout shift, Lighthouse', value: middle(own.map(({ cls }) => cls)), unit: 'shift', goal: { atMost: 0 } },
    {
      name: `LCP ÷ LCP of ${against}`,
      value: lcp === undefined || best === undefined ? undefined : lcp / best,
      unit: 'ratio',
      goal: { atMost: lcpAtMost },
      note: `${lcp?.toFixed(0)} ms and ${best?.toFixed(0)} ms on Lighthouse's slow phone; unthrottled ${seen(own)} and ${seen(control)}`,
    },
  ]
}

const isCode = ({ kind }: Transferred) => ['Document', 'Stylesheet', 'Script'].includes(kind)

/** All that a first view fetches before anything is scrolled. */
export const everythingOf = (name: string, { files }: FirstView): Figure => {
  const largest = [...files].sort((a, b) => b.bytes - a.bytes).slice(0, 5)
  const short = ({ url, bytes }: Transferred) => `${new URL(url).pathname} ${(bytes / 1000).toFixed(1)}`
  return {
    name: `${name}: everything without scrolling, 5 s`,
    value: sum(files, 'bytes'),
    unit: 'kB',
    goal: { atMost: 90 },
    note: `${files.length} files; largest ${largest.map(short).join(', ')}`,
  }
}

const viewFigures = (name: string, { files, idle }: FirstView): Figure[] => {
  const early = files.filter(({ at }) => at < idle)
  return [
    {
      name: `${name}: script before the page is idle`,
      value: sum(early.filter(({ kind }) => kind === 'Script')),
      unit: 'kB',
      goal: { atMost: 3 },
      note: `idle at ${idle.toFixed(0)} ms`,
    },
    {
      name: `${name}: HTML, CSS and script before it is idle`,
      value: sum(early.filter(isCode)),
      unit: 'kB',
      goal: { atMost: 30 },
    },
    everythingOf(name, { files, idle }),
  ]
}

/** Every script the page can ever load: follows the module graph from the ones it names. */
const scriptsOf = async (origin: string): Promise<{ bytes: number; files: number }> => {
  const text = async (path: string) => {
    const answer = await fetchRaw(`${origin}${path}`, { 'accept-encoding': 'br' })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    const packed = answer.headers.get('content-encoding') === 'br'
    return { wire: answer.body.length, body: (packed ? await unbrotli(answer.body) : answer.body).toString() }
  }
  const page = await text('/')
  const found = new Map<string, number>()
  const waiting = [...page.body.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(([, source]) => source as string)
  while (waiting.length > 0) {
    const path = new URL(waiting.pop() as string, origin).pathname
    if (found.has(path)) continue
    const { wire, body } = await text(path)
    found.set(path, wire)
    // Imports, static and dynamic, and the list of dependencies that the bundler writes: all are quoted file names.
    for (const [, name] of body.matchAll(/["'`]((?:\.{0,2}\/)?[\w./-]+\.js)["'`]/g)) {
      waiting.push(new URL(name as string, `${origin}${name?.startsWith('assets/') ? '/' : path}`).pathname)
    }
  }
  if (found.size === 0) throw new Error('No script was found on the page.')
  return { bytes: [...found.values()].reduce((total, bytes) => total + bytes, 0) / 1000, files: found.size }
}

/** What the page costs a visitor's browser. */
export const page = async (): Promise<Bench> => {
  await needLighthouse()
  const product = await startProduct({ env: { LIMITS: 'off', LOG_LEVEL: 'error' } })
  const control = await startScriptless(product.url)
  const browser = await launch()
  try {
    const still = { width: 1350, height: 940 }
    if ((await layoutShift(browser, shiftingPage, still, 2)) < 0.05)
      throw new Error('Layout shifts cannot be seen here.')
    const shift = await layoutShift(browser, product.url, still, headlineSeconds)
    const narrow = await layoutShift(browser, product.url, { width: 390, height: 844 }, headlineSeconds)
    const phone = await firstView(browser, product.url, views.phone)
    const desktop = await firstView(browser, product.url, views.desktop)
    const scripts = await scriptsOf(product.url)
    await browser.close()
    const own: Audit[] = []
    const bare: Audit[] = []
    // Not counted: the first start reads this browser and Lighthouse from the disk.
    await audit(`${control.url}/`)
    for (let run = 0; run < runs; run++) {
      own.push(await audit(`${product.url}/`))
      bare.push(await audit(`${control.url}/`))
    }
    return {
      title: 'The page',
      method:
        `Lighthouse's slow phone, in Chromium's headless shell, on \`/\` with the sample content, median of ${runs}, in turn with the same bytes minus every script. ` +
        'Bytes are counted by Chromium, compressed as sent: bodies only for code, with headers for the total; nothing is scrolled.',
      figures: [
        ...audits(own, bare),
        {
          name: `layout shift, ${headlineSeconds} s of the headline, 1350 px`,
          value: shift,
          unit: 'shift',
          goal: { atMost: 0 },
        },
        {
          name: `layout shift, ${headlineSeconds} s of the headline, 390 px`,
          value: narrow,
          unit: 'shift',
          goal: { atMost: 0 },
        },
        ...viewFigures('phone', phone),
        ...viewFigures('desktop', desktop),
        {
          name: 'All islands',
          value: scripts.bytes,
          unit: 'kB',
          goal: { atMost: 18 },
          note: `${scripts.files} files, br`,
        },
      ],
    }
  } finally {
    await browser.close()
    await control.stop()
    await product.stop()
  }
}
