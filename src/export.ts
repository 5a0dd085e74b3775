import { fileURLToPath } from 'node:url'
import { sha256 } from './server/media/renditions.ts'
import { readArgs } from './server/process/command-args.ts'
import { loadConfig } from './server/process/config.ts'
import { createLog } from './server/process/log.ts'
import { packageRoot } from './server/process/package-root.ts'
import { isLoopback } from './server/process/variables.ts'
import { readClientBuild } from './server/publishing/client-build.ts'
import { createContentReader } from './server/publishing/content.ts'
import { createServices } from './server/services.ts'
import { assertUnedited } from './server/transfer/export/assert-unedited.ts'
import { contentFiles } from './server/transfer/export/content-files.ts'
import { cvFiles } from './server/transfer/export/cv-files.ts'
import { staticFiles } from './server/transfer/export/static-files.ts'
import { type Written, writeExport } from './server/transfer/export/write-export.ts'
import { openStore } from './server/updates/open-store.ts'
import { createSite } from './site/page/render.ts'

const exportUsage = 'export DIR [--content]'

interface Exported extends Written {
  folder: string
  /** False when it is the content alone. */
  isForVisitors: boolean
  /** Notes for the person. */
  warnings: string[]
}

/**
 * Writes the published site into a folder, for hosts that only serve files; with `--content` its content, for `vitrine import`. Composes
 * server and site, as `serve.ts` does.
 */
export const exportSite = async (words: readonly string[]): Promise<Exported> => {
  const { args, flag, wrong } = readArgs(words, ['content'], exportUsage)
  const [folder, ...more] = args
  if (folder === undefined || more.length > 0) throw wrong()
  const config = loadConfig([])
  const clientFolder = fileURLToPath(new URL('dist/client', packageRoot))
  const site = createSite({ ...readClientBuild(clientFolder), publicUrl: config.publicUrl, digest: sha256 })
  const log = createLog({ level: 'error', terminal: false })
  const services = createServices({ config, log, db: await openStore(config), site })
  try {
    const content = await createContentReader(services)()
    if (flag('content')) await assertUnedited(folder, content, services.db.kysely)
    const { variant, original } = services.media
    const missing: string[] = []
    const cv = cvFiles(services, content, (sentence) => missing.push(sentence))
    const files = flag('content')
      ? contentFiles({ content, original })
      : staticFiles({
          content,
          site,
          clientFolder,
          variant,
          draw: services.cards.draw,
          security: services.security,
          cv,
        })
    const written = await writeExport(folder, files)
    const isForVisitors = !flag('content')
    const warnings =
      isForVisitors && isLoopback(new URL(config.publicUrl).hostname)
        ? [
            `The sitemap and link previews name ${config.publicUrl}. Set PUBLIC_URL to where the site will be, and export again.`,
          ]
        : []
    return { folder, ...written, isForVisitors, warnings: [...warnings, ...missing] }
  } finally {
    await services.close()
    log.close()
  }
}
