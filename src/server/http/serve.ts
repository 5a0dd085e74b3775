import { createReadyMedia } from '../media/ready-media.ts'
import type { Services } from '../services.ts'
import { appSegments, createApp } from './app.ts'
import { createAssets } from './assets.ts'
import { createDocuments } from './documents.ts'
import { createListener } from './listener.ts'
import { loadOnFirstRequest } from './load-on-first-request.ts'
import { createMediaDoor } from './media-door.ts'
import { oneATurn } from './one-a-turn.ts'
import { createHttpServer, type HttpServer } from './server.ts'
import { createShareDoor } from './share-door.ts'

export const createSiteServer = (services: Services, assetFolders: readonly string[]): HttpServer => {
  const { cv, db, log, media, snapshots } = services
  const security = services.security()
  const ready = createReadyMedia(media.variant, security, services.shownMedia)
  db.onChange(ready.forget)
  // With it comes Node's fetch, which visits do without.
  const loadApp = async () => {
    const { getRequestListener } = await import('@hono/node-server')
    return getRequestListener(createApp(services).fetch, { overrideGlobalObjects: false })
  }
  const app = oneATurn(loadOnFirstRequest(loadApp, log))
  return createHttpServer(
    createListener({
      snapshots,
      assets: createAssets(assetFolders, security),
      documents: createDocuments(services),
      cv,
      variants: services.cvVariantFiles,
      media: ready,
      cards: services.cards,
      mediaDoor: createMediaDoor(services, ready),
      shareDoor: createShareDoor(services),
      app,
      appSegments: appSegments(services),
      security,
      log,
      words: services.words,
    }),
    {
      shares: services.config.trustProxy === 0,
      onUnknownInternals: () =>
        log.warn('This Node differs inside; visits are answered in a slower way', { node: process.version }),
    },
  )
}
