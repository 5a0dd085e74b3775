import { appSegments, createApp } from './http/app.ts'
import { createAssets } from './http/assets.ts'
import { createDocuments } from './http/documents.ts'
import { createListener } from './http/listener.ts'
import { loadOnFirstRequest, oneATurn } from './http/load-on-first-request.ts'
import { createHttpServer, type HttpServer } from './http/server.ts'
import { createSharedDrafts } from './http/shared-drafts.ts'
import { createVisibleMedia } from './http/visible-media.ts'
import { createReadyMedia } from './media/ready-media.ts'
import { routes } from './routes.ts'
import type { Services } from './services.ts'
import { createThemeFonts } from './themes/themes.ts'

export const createSiteServer = (services: Services, assetFolders: readonly string[]): HttpServer => {
  const { cv, db, log, media, snapshots } = services
  const table = routes(services)
  const security = services.security()
  const ready = createReadyMedia(media.variant, security, services.shownMedia)
  db.onChange((changes) => {
    if (!changes?.hidden) ready.forget()
  })
  // With it comes Node's fetch, which visits do without.
  const loadApp = async () => {
    const { getRequestListener } = await import('@hono/node-server')
    return getRequestListener(createApp(services, table).fetch, { overrideGlobalObjects: false })
  }
  const app = oneATurn(loadOnFirstRequest(loadApp, log))
  return createHttpServer(
    createListener({
      snapshots,
      assets: createAssets(assetFolders, security),
      themeFonts: createThemeFonts(db, security),
      documents: createDocuments(services, table),
      cv,
      variants: services.cvVariantFiles,
      media: ready,
      cards: services.cards,
      visibleMedia: createVisibleMedia(services, services.shownMedia, ready, { media, security }),
      sharedDrafts: createSharedDrafts(services),
      answered: services.visits.answered,
      app,
      appSegments: appSegments(table),
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
