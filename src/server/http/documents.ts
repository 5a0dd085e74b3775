import { pageCaching } from '../publishing/caching.ts'
import { compressWhole } from '../publishing/compression.ts'
import { type OnDemand, onDemand } from '../publishing/on-demand.ts'
import { createSnapshot, entityTag } from '../publishing/snapshots.ts'
import type { Services } from '../services.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { openapi } from './openapi.ts'
import { routes } from './routes.ts'

export const createDocuments = (services: Services): OnDemand => {
  const { config, security } = services
  const description = () => openapi(routes(services), config.publicUrl)
  const snapshotOf = async (text: string, type: string, styles: string[] = []) => {
    const headers = ['Cache-Control', pageCaching, 'Vary', 'Accept-Encoding', ...security(styles)]
    const etag = entityTag(text, ...headers)
    return createSnapshot({ status: 200, type, bodies: await compressWhole(Buffer.from(text)), etag, headers })
  }
  return onDemand(
    new Map([
      ['/api/openapi.json', () => snapshotOf(JSON.stringify(description()), 'application/json')],
      ['/api/docs', () => snapshotOf(docsPage(description()), 'text/html; charset=utf-8', [docsStyle])],
    ]),
  )
}
