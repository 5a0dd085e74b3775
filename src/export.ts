import { fileURLToPath } from 'node:url'
import { openDatabase } from './server/db/open.ts'
import { ConfigError, loadConfig } from './server/process/config.ts'
import { createLog } from './server/process/log.ts'
import { packageRoot } from './server/process/package-root.ts'
import { isLoopback } from './server/process/variables.ts'
import { readClientBuild } from './server/publishing/client-build.ts'
import { createContentReader } from './server/publishing/content.ts'
import { createServices } from './server/services.ts'
import { staticFiles } from './server/transfer/export/static-files.ts'
import { type Written, writeExport } from './server/transfer/export/write-export.ts'
import { createSite } from './site/page/render.ts'

export const exportUsage = 'export DIR'

export interface Exported extends Written {
  folder: string
  /** What the person has to know or do. */
  warnings: string[]
}

/** Writes the published site into a folder, for hosts that only serve files. Composes server and site, as `serve.ts` does. */
export const exportSite = async (words: readonly string[]): Promise<Exported> => {
  const [folder, ...more] = words
  if (folder === undefined || more.length > 0 || folder.startsWith('-'))
    throw new ConfigError([`Usage: vitrine ${exportUsage}`])
  const config = loadConfig([])
  const clientFolder = fileURLToPath(new URL('dist/client', packageRoot))
  const site = createSite({ ...readClientBuild(clientFolder), publicUrl: config.publicUrl })
  const log = createLog({ level: 'error', terminal: false })
  const services = createServices({ config, log, db: await openDatabase(config), site })
  try {
    const content = await createContentReader(services)()
    const { variant } = services.media
    const written = await writeExport(
      folder,
      staticFiles({ content, site, clientFolder, variant, security: services.security }),
    )
    const warnings = isLoopback(new URL(config.publicUrl).hostname)
      ? [
          `The sitemap and link previews name ${config.publicUrl}. Set PUBLIC_URL to where the site will be, and export again.`,
        ]
      : []
    return { folder, ...written, warnings }
  } finally {
    await services.close()
    log.close()
  }
}
