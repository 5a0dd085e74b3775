import { fileURLToPath } from 'node:url'
import { withCurrentAvailability } from './model/settings/availability.ts'
import { themeFor } from './model/themes/chosen-theme.ts'
import { loadConfig } from './server/process/config.ts'
import { createLog } from './server/process/log.ts'
import { packageRoot } from './server/process/package-root.ts'
import { sha256 } from './server/process/sha256.ts'
import { readClientBuild } from './server/publishing/client-build.ts'
import { createContentReader } from './server/publishing/content.ts'
import { createDrawnTexts } from './server/publishing/drawn-texts.ts'
import { createServices } from './server/services.ts'
import { createSecurityHeaders } from './server/snapshots/security-headers.ts'
import { createCutFonts } from './server/themes/cut-fonts.ts'
import { fontFiles } from './server/themes/themes.ts'
import { assertUnedited, contentFiles, cvFiles } from './server/transfer/content-files.ts'
import { staticFiles } from './server/transfer/static-files.ts'
import { type ExportOptions, readExportOptions, type Written, writeExport } from './server/transfer/write-export.ts'
import { openStore } from './server/updates/open-store.ts'
import { createSite } from './site/page/render.tsx'

interface Exported extends Written, Pick<ExportOptions, 'folder' | 'isContent' | 'warnings'> {
  /** False when the contact form is left out. */
  takesMessages: boolean
}

/**
 * Writes the published site into a folder, for hosts that only serve files; with `--content` its content, for `vitrine import`. Composes
 * server and site, as `serve.ts` does.
 */
export const exportSite = async (words: readonly string[]): Promise<Exported> => {
  const config = loadConfig([])
  const { folder, isContent, origin, target, warnings } = readExportOptions(words, config)
  const { inbox, base } = target
  const publicUrl = origin + base
  const clientFolder = fileURLToPath(new URL('dist/client', packageRoot))
  const assets = {
    ...readClientBuild(clientFolder),
    publicUrl,
    digest: sha256,
    ...(inbox === undefined ? {} : { inbox }),
  }
  const texts = createDrawnTexts()
  const log = createLog({ level: 'error', terminal: false })
  const db = await openStore(config)
  const cutFonts = createCutFonts({ database: db, themes: assets.themes, clientFolder, log })
  const site = createSite(assets, { markup: texts, fonts: cutFonts.of })
  const services = createServices({ config, log, db, site, texts, cutFonts })
  try {
    const { themes } = services
    await themes.checkAgain(log)
    const content = await createContentReader(services)()
    const own = await themes.whole()
    const { faces = '' } = themeFor(content) ?? {}
    const chosen = own.filter(({ id }) => id === content.theme?.id).flatMap(fontFiles)
    if (isContent) await assertUnedited(folder, content, db.kysely)
    else {
      await cutFonts.prepare(content)
      await cutFonts.finish()
    }
    const { variant, original } = services.media
    const missing: string[] = []
    const { makeCvForm } = services
    const variants = await services.cvVariants.list()
    const warn = (sentence: string) => missing.push(sentence)
    const cv = cvFiles({ makeCvForm, config: { publicUrl }, themes: assets.themes }, { content, variants }, warn)
    const files = isContent
      ? contentFiles({ content, original, variants, themes: own }, warn)
      : staticFiles({
          content: { ...content, settings: withCurrentAvailability(content.settings, Date.now()) },
          site,
          texts,
          clientFolder,
          variant,
          draw: services.cards.draw,
          security: createSecurityHeaders(origin),
          target,
          // Those of the chosen typefaces.
          fonts: [...chosen.filter(({ name }) => faces.includes(name)), ...(await cutFonts.files())],
          cv,
        })
    const written = await writeExport(folder, files)
    return {
      folder,
      ...written,
      isContent,
      takesMessages: inbox !== undefined,
      warnings: [...warnings, ...missing],
    }
  } finally {
    await services.close()
    log.close()
  }
}
