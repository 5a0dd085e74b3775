import { pageCaching } from '../publishing/caching.ts'
import { type Bodies, compress, compressAtOnce } from '../publishing/compression.ts'
import { createSnapshot, entityTag } from '../publishing/snapshots.ts'
import type { Services } from '../services.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { type OnDemand, onDemand } from './on-demand.ts'
import { openapi } from './openapi.ts'
import { routes } from './routes.ts'

const compressed = async (identity: Buffer): Promise<Bodies> => {
  const [br, gzip] = await Promise.all([compress(identity, 'br'), compress(identity, 'gzip')])
  return { identity, br, gzip, zstd: compressAtOnce(identity) }
}

export const createDocuments = (services: Services): OnDemand => {
  const { config, security } = services
  const description = () => openapi(routes(services), config.publicUrl)
  const snapshotOf = async (text: string, type: string, styles: string[] = []) => {
    const headers = ['Cache-Control', pageCaching, 'Vary', 'Accept-Encoding', ...security(styles)]
    const etag = entityTag(text, ...headers)
    return createSnapshot({ status: 200, type, bodies: await compressed(Buffer.from(text)), etag, headers })
  }
  return onDemand(
    new Map([
      ['/api/openapi.json', () => snapshotOf(JSON.stringify(description()), 'application/json')],
      ['/api/docs', () => snapshotOf(docsPage(description()), 'text/html; charset=utf-8', [docsStyle])],
    ]),
  )
}
