// The product put together in one process that a bench can ask to save: BENCH_ENTRIES more entries first, then a save for
// each { revision } it is sent. It answers { listening }, { saved } or { failed }.
import { fileURLToPath } from 'node:url'
import { type CollectionName, collectionNames } from '../../src/model/content/collections.ts'
import { examplesOf } from '../../src/model/content/examples.ts'
import { createEntries, type Entries } from '../../src/server/content/entries.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { readConfig } from '../../src/server/process/config.ts'
import { createLog } from '../../src/server/process/log.ts'
import { packageRoot } from '../../src/server/process/package-root.ts'
import { readClientBuild } from '../../src/server/publishing/client-build.ts'
import { createDrawnTexts } from '../../src/server/publishing/drawn-texts.ts'
import { createServices } from '../../src/server/services.ts'
import { createSiteServer } from '../../src/server/site-server.ts'
import { createCutFonts } from '../../src/server/themes/cut-fonts.ts'
import { createSite } from '../../src/site/page/render.tsx'

const by = 'bench'

/** Adds entries like the samples, of every collection in turn, until there are `total`. */
const grow = async (entries: Entries, total: number) => {
  const published = await entries.published()
  let count = collectionNames.reduce((sum, name) => sum + published[name].length, 0)
  for (let index = 0; count < total; index++, count++) {
    const name = collectionNames[index % collectionNames.length] as CollectionName
    const models = examplesOf(name)
    const data: Record<string, unknown> = { ...models[index % models.length] }
    // Examples name an image's file; here are the ids.
    if ('image' in data) data.image = published.projects[index % published.projects.length]?.image
    if ('slug' in data) data.slug = `${data.slug}-${index}`
    await entries.create<string>(name, data, { by })
  }
}

const { env } = process
const config = readConfig({ PORT: env.PORT, DATA_DIR: env.DATA_DIR, LOG_LEVEL: 'error', LIMITS: 'off' })
const db = await openDatabase(config)
await grow(createEntries(db), Number(env.BENCH_ENTRIES))
const clientFolder = fileURLToPath(new URL('dist/client', packageRoot))
const texts = createDrawnTexts()
const log = createLog({ level: 'error', terminal: false })
const assets = { ...readClientBuild(clientFolder), publicUrl: config.publicUrl }
const cutFonts = createCutFonts({ database: db, themes: assets.themes, clientFolder, log })
const site = createSite(assets, { markup: texts, fonts: cutFonts.of })
const services = createServices({ config, log, db, site, texts, cutFonts })
const { entries, publisher } = services

const subject = (await entries.list('testimonials')).entries[0]
if (!subject) throw new Error('There is no testimonial to change.')
let { version } = subject
const save = async (revision: number) => {
  const fields = {
    fullname: `Ada revision-${revision}-`,
    feedback: `It reads revision-${revision}- and goes on as before.`,
  }
  ;({ version } = await entries.update('testimonials', subject.id, fields, { by, version }))
}

await save(0)
await publisher.idle()
const server = createSiteServer(services, [clientFolder])
const { port } = await server.listen(config.port, config.host)

process.on('message', ({ revision }: { revision: number }) => {
  save(revision).then(
    () => process.send?.({ saved: revision }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  )
})
process.on('SIGTERM', async () => {
  await server.stop(1000)
  await services.close()
  process.exit(0)
})
process.send?.({ listening: `http://127.0.0.1:${port}` })
