import { getRequestListener } from '@hono/node-server'
import { createReadyMedia } from '../media/ready-media.ts'
import type { Services } from '../services.ts'
import { appSegments, createApp } from './app.ts'
import { createAssets } from './assets.ts'
import { createDocuments } from './documents.ts'
import { createListener } from './listener.ts'
import { oneATurn } from './one-a-turn.ts'
import { createHttpServer, type HttpServer } from './server.ts'

export const createSiteServer = (services: Services, assetFolders: readonly string[]): HttpServer => {
  const { db, log, media, snapshots } = services
  const security = services.security()
  const ready = createReadyMedia(media.variant, security)
  db.onChange(ready.forget)
  const app = oneATurn(getRequestListener(createApp(services).fetch, { overrideGlobalObjects: false }))
  return createHttpServer(
    createListener({
      snapshots,
      assets: createAssets(assetFolders, security),
      documents: createDocuments(services),
      media: ready,
      app,
      appSegments: appSegments(services),
      security,
      log,
    }),
    {
      shares: services.config.trustProxy === 0,
      onUnknownInternals: () =>
        log.warn('This Node differs inside; visits are answered in a slower way', { node: process.version }),
    },
  )
}
