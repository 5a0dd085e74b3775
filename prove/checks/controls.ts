import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Figure, isMet } from '../../bench/figure.ts'
import type { Check } from '../check.ts'
import { figure, none } from '../support/figures.ts'
import { startOwned, withOwned } from '../support/owned-product.ts'
import { type Planted, plantedBuild } from '../support/planted.ts'
import { scanGuessing } from './guessing.ts'
import { scanHeaders } from './headers.ts'
import { scanInputs } from './inputs.ts'
import { killOften } from './kill.ts'
import { scanMalformed } from './malformed.ts'
import { scanPoisoning } from './poisoning.ts'
import { scanLogs } from './secret-logs.ts'
import { scanSlowClients } from './slow-clients.ts'
import { scanStaleSaves } from './stale-saves.ts'

/** One hole for each check that looks for holes, all in one build. */
export const holes: Planted[] = [
  {
    in: 'parsedFields',
    old: '    if (error instanceof Invalid) throw error\n',
    new: '    throw error\n',
  },
  { in: 'createSecurityHeaders', old: "    ['X-Content-Type-Options', 'nosniff'],\n", new: '' },
  {
    in: 'createApp',
    old: 'log.request(context.req.method, pathForLog(context),',
    new: 'log.request(context.req.method, context.req.url,',
  },
  {
    in: 'perAccount',
    old: 'const perAccount: AttemptLimit = { max: 5,',
    new: 'const perAccount: AttemptLimit = { max: 50,',
  },
  {
    in: 'shellPage',
    old: '.replaceAll(placeholder, nonce)',
    new: ".replaceAll(placeholder, nonce) + (context.req.header('x-forwarded-host') ?? '')",
  },
  {
    in: 'createHttpServer',
    old: 'headersTimeout: 8000,',
    new: 'headersTimeout: 80_000, insecureHTTPParser: true,',
  },
  { in: 'bodyBounds', old: 'windowMs: 15_000,', new: 'windowMs: 100_000,' },
  {
    in: 'createEntries',
    old: 'if (version !== undefined && version !== row.version)',
    new: 'if (version !== undefined && version > row.version)',
  },
]

/** Acknowledged before it is committed. */
export const hasty: Planted = {
  in: 'WorkerConnection',
  old: "    await this.#ask('commit', [])\n    this.#end()\n",
  new: "    void sleep(40).then(() => this.#ask('commit', [])).then(() => this.#end(), () => {})\n",
}

const notices = (figures: readonly Figure[]) => figures.some((one) => !isMet(one))

/** Every check that looks for holes, let loose on a build that has them. */
export const controls: Check = {
  name: 'controls',
  kind: 'teeth',
  promise: 'Each check for a vulnerability finds the one that was built into a separate copy of the product for it.',
  run: async ({ folder, random }) => {
    const missed: string[] = []
    const look = async (name: string, scan: () => Promise<Figure[]>) => {
      if (!notices(await scan())) missed.push(name)
    }
    const checkout = plantedBuild(folder, ...holes)
    await withOwned({ checkout, env: { LIMITS: 'on' } }, (product) => look('guessing', () => scanGuessing(product, 40)))
    await withOwned({ checkout }, async (product) => {
      await look('headers', async () => [none('', (await scanHeaders(product, product.url)).wrong)])
      await look('poisoning', () => scanPoisoning(product))
      await look('stale-saves', () => scanStaleSaves(product, 2))
      await look('malformed-http', () => scanMalformed(product, { answerMs: 2500, restMs: 400 }))
      await look('slow-clients', () => scanSlowClients(product, 20, 25_000))
      await look('inputs', () => scanInputs(product, 1000, { random }))
    })
    const talkative = await startOwned({ checkout, env: { LOG_LEVEL: 'debug' } })
    await look('secret-logs', async () => [none('', (await scanLogs(talkative)).told)])
    const own = path.join(folder, 'hasty')
    mkdirSync(own)
    await look('kill', () => killOften({ folder: own, random }, 3, plantedBuild(own, hasty)))
    return [figure('holes made', 9, { atLeast: 9 }), none('not found by the check made for them', missed)]
  },
}
