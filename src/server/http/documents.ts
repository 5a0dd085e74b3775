import type { Route } from '../endpoint/route.ts'
import type { Config } from '../process/config.ts'
import { pageCaching } from '../snapshots/caching.ts'
import { compressWhole } from '../snapshots/compression.ts'
import { type OnDemand, onDemand } from '../snapshots/on-demand.ts'
import type { SecurityHeaders } from '../snapshots/security-headers.ts'
import { createSnapshot, entityTag } from '../snapshots/snapshots.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { openapi } from './openapi.ts'

export const createDocuments = (
  { config, security }: { config: Config; security: SecurityHeaders },
  table: readonly Route[],
): OnDemand => {
  const description = () => openapi(table, config.publicUrl)
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
