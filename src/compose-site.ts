import { fileURLToPath } from 'node:url'
import type { Database } from './server/db/database.ts'
import type { HttpServer } from './server/http/server.ts'
import type { Config } from './server/process/config.ts'
import type { Log } from './server/process/log.ts'
import { packageRoot } from './server/process/package-root.ts'
import { sha256 } from './server/process/sha256.ts'
import { readBuiltFiles, readClientBuild } from './server/publishing/client-build.ts'
import { createDrawnTexts } from './server/publishing/drawn-texts.ts'
import { createServices, type Services } from './server/services.ts'
import { createSiteServer } from './server/site-server.ts'
import { createCutFonts } from './server/themes/cut-fonts.ts'
import { createSite } from './site/page/render.tsx'

const built = (part: string) => fileURLToPath(new URL(`dist/${part}`, packageRoot))

/** Puts the samples into a store in which nothing was ever saved. */
export const fillWhenNew = async (
  { db, media, images, settings }: Services,
  config: Pick<Config, 'empty' | 'sample'>,
  log: Pick<Log, 'say'>,
) => {
  const { version } = await settings.get()
  if (version === 0) {
    const { loadSamples } = await import('./server/setup/load-samples.ts')
    const { empty, sample } = config
    const onImage = (number: number, of: number) => log.say(`Preparing the sample images, ${number} of ${of} …\n`)
    if (await loadSamples({ database: db, media, images, empty, sample, onImage })) return
  }
  if (config.sample) log.say('--sample is for a first start. This site has its content, which stays as it is.\n')
}

/** Builds the modules on the store and publishes what is in it. The server listens nowhere yet, and nothing is sent. */
export const composeSite = async (
  config: Config,
  log: Log,
  opening: Promise<Database>,
): Promise<{ services: Services; server: HttpServer }> => {
  // Awaited below; should the build be missing, that is what is told.
  opening.catch(() => {})
  const clientFolder = built('client')
  const texts = createDrawnTexts()
  // It starts while the store opens.
  texts.warm()
  const assets = { ...readClientBuild(clientFolder), publicUrl: config.publicUrl, digest: sha256, counts: true }
  const builtFiles = readBuiltFiles(clientFolder)
  const db = await opening
  const cutFonts = createCutFonts({ database: db, themes: assets.themes, clientFolder, log })
  const site = createSite(assets, { markup: texts, fonts: cutFonts.of })
  const services = createServices({ config, log, db, site, texts, cutFonts, builtFiles })
  await services.connections.load()
  await services.themes.checkAgain(log)
  await fillWhenNew(services, config, log)
  services.publisher.changed()
  await services.publisher.idle()
  return { services, server: createSiteServer(services, [clientFolder, built('admin'), built('preview')]) }
}
