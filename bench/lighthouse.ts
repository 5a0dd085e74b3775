import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { needLightChromium } from './chromium.ts'

const run = promisify(execFile)
const cli = path.join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js')

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** One Lighthouse run: scores 0–100, times in ms. A figure that Lighthouse could not make is undefined. */
export interface Audit {
  scores: Record<(typeof categories)[number], number | undefined>
  lcp: number | undefined
  /** As the browser saw it, before Lighthouse works out what a slow network would have made of it. */
  observedLcp: number | undefined
  tbt: number | undefined
  cls: number | undefined
  /** Audits that cost points. */
  failed: string[]
}

interface Report {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    { title: string; score: number | null; numericValue?: number; details?: { items?: Record<string, number>[] } }
  >
}

/** Installs Lighthouse on first use: the product and its tests do without its 170 MB. */
export const needLighthouse = async (): Promise<void> => {
  if (existsSync(cli)) return
  console.log('Installing Lighthouse …')
  // `npm run` tells its children which package they are in; this one is another. And npm runs on the Node that runs this.
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  const env = {
    ...Object.fromEntries(own),
    PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
  }
  await run('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: import.meta.dirname,
    env,
  })
}

/** Audits the address as a slow phone would see it, in a Chromium of its own, the headless shell where there is one. */
export const audit = async (url: string): Promise<Audit> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-lighthouse-'))
  const file = path.join(folder, 'report.json')
  const flags = ['--headless', '--no-sandbox', '--disable-dev-shm-usage', `--user-data-dir=${folder}/profile`].join(' ')
  const options = [
    `--chrome-flags=${flags}`,
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
    '--no-enable-error-reporting',
  ]
  try {
    const env = { ...process.env, CHROME_PATH: needLightChromium() }
    const only = `--only-categories=${categories.join(',')}`
    await run(process.execPath, [cli, url, ...options, only], { env, timeout: 120_000, maxBuffer: 2 ** 26 })
    const report = JSON.parse(await readFile(file, 'utf8')) as Report
    if (report.runtimeError) throw new Error(`Lighthouse: ${report.runtimeError.message}`)
    const number = (id: string) => report.audits[id]?.numericValue
    const score = (id: string) => {
      const value = report.categories[id]?.score
      return typeof value === 'number' ? value * 100 : undefined
    }
    const counted = Object.values(report.categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0),
    )
    const failed = counted.filter(({ id }) => (report.audits[id]?.score ?? 1) < 0.9).map(({ id }) => id)
    return {
      scores: Object.fromEntries(categories.map((id) => [id, score(id)])) as Audit['scores'],
      lcp: number('largest-contentful-paint'),
      observedLcp: report.audits.metrics?.details?.items?.[0]?.observedLargestContentfulPaint,
      tbt: number('total-blocking-time'),
      cls: number('cumulative-layout-shift'),
      failed: [...new Set(failed)],
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
