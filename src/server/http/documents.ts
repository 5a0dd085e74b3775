import { pageCaching } from '../publishing/caching.ts'
import { type Bodies, compress, compressAtOnce } from '../publishing/compression.ts'
import { createSnapshot, entityTag, type Snapshot } from '../publishing/snapshots.ts'
import type { Services } from '../services.ts'
import type { Assets } from './assets.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { openapi } from './openapi.ts'
import { routes } from './routes.ts'

const compressed = async (identity: Buffer): Promise<Bodies> => {
  const [br, gzip] = await Promise.all([compress(identity, 'br'), compress(identity, 'gzip')])
  const zstd = compressAtOnce(identity)
  return { identity, ...(br && { br }), ...(zstd && { zstd }), ...(gzip && { gzip }) }
}

/** The API's description, for programs and for people: made at the first request, then answered from memory as pages are. */
export const createDocuments = (services: Services): Assets => {
  const { config, security } = services
  const description = () => openapi(routes(services), config.publicUrl)
  const made = new Map<string, Snapshot>()
  const making = new Map<string, Promise<Snapshot>>()

  const snapshotOf = async (text: string, type: string, styles: string[] = []) => {
    const headers = ['Cache-Control', pageCaching, 'Vary', 'Accept-Encoding', ...security(styles)]
    const etag = entityTag(text, ...headers)
    return createSnapshot({ status: 200, type, bodies: await compressed(Buffer.from(text)), etag, headers })
  }
  const documents = new Map([
    ['/api/openapi.json', () => snapshotOf(JSON.stringify(description()), 'application/json')],
    ['/api/docs', () => snapshotOf(docsPage(description()), 'text/html; charset=utf-8', [docsStyle])],
  ])

  return {
    ready: (path) => made.get(path),
    load: (path) => {
      const make = documents.get(path)
      if (!make) return undefined
      const pending = making.get(path) ?? make()
      making.set(path, pending)
      return pending
        .then((snapshot) => {
          made.set(path, snapshot)
          return snapshot
        })
        .finally(() => making.delete(path))
    },
  }
}
