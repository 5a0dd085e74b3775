import { readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEntries } from '../../src/server/content/entries.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { createImageProcess } from '../../src/server/media/image-process.ts'
import { createMedia } from '../../src/server/media/media.ts'
import { createContentReader } from '../../src/server/publishing/content.ts'
import { createSettings } from '../../src/server/settings/settings-store.ts'
import { createSite } from '../../src/site/page/render.tsx'
import { onEachDatabase } from '../support/databases.ts'
import { drawnAtOnce } from '../support/drawn-at-once.ts'
import { plainTones } from '../support/themes.ts'

// Commit 9c9a9ba, whose last migration is 020, filled a store with its samples and drew these pages from it.
const folder = new URL('../fixtures/store-020/', import.meta.url)
const fixture = (name: string) => readFile(new URL(name, folder), 'utf8')

const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example', tones: plainTones }
const dataBlock = /(?<=<script type="application\/ld\+json">).*?(?=<\/script>)/s

/** Links to the feed and to the Markdown twin, which came later. */
const newerLinks = /<link rel="alternate" [^>]*>/g

/** The page without what later versions draw in another way: the line under the contact form, a pair of letters, the word above testimonials, the menu, the head of a project, the link to a page of all testimonials. */
const asBefore = (html: string): string =>
  html
    .replace(newerLinks, '')
    .replace('<html lang="en"', '<html lang="en" data-accent="vermilion"')
    // What a theme says of a section, and the size of a project's title.
    .replace(/ data-(?:layout|timeline)="(?:theme|name)"/g, '')
    .replace(/(?<=class="project-title" id="project-title") data-scale="\w+"/, '')
    .replace(/<p class="contact-note"[^>]*><\/p>/, '')
    .replace(/<span class="open-pair">t<\/span>/g, 't')
    .replace(/(id="testimonial-title" class="heading-title">Testimonial)\b/, '$1s')
    .replace(/<header class="project-head">(.*?)<\/header>/, '$1')
    .replace(/ data-fits="\d+"/, '')
    .replace(/;--w:\d+px|;--r:[\d.]+/g, '')
    .replace('<ul class="tiles"', '<ul class="bento"')
    .replace('<p class="pager"><a href="/testimonials">All testimonials</a></p>', '')
    .replace(projectImage, '')
    .replace(tileWidths, '')

/** Width at which a picture in a tile is drawn, of which later versions know more. */
const tileWidths = / sizes="\(min-width: 64rem\)[^"]*"/g

/** The image of a project, which stands whole today and opens over the page. */
const projectImage = /<link rel="preload" as="image"[^>]*>|<div class="project-image.*?<\/picture>(?:<\/a>)?<\/div>/g

/** The things of structured data without what it says in another way today, or no more: categories by their labels, tags as a list, no reviews. */
const thingsIn = (html: string): object[] =>
  (
    JSON.parse(dataBlock.exec(html)?.[0] ?? '', (key, value) =>
      key === 'genre' || key === 'keywords' ? undefined : value,
    )['@graph'] as { '@type'?: string }[]
  ).filter((thing) => thing['@type'] !== 'Review')

onEachDatabase('a store of the version before blocks and categories', (store) => {
  const images = createImageProcess()
  let pages: Map<string, string>

  beforeAll(async () => {
    const { database } = store()
    const tables = database.kysely as unknown as Kysely<Record<string, Record<string, unknown>>>
    const names = (await tables.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)
    if (database.kind === 'sqlite') await sql`pragma foreign_keys = off`.execute(tables)
    for (const name of names) {
      const drop = tables.schema.dropTable(name).ifExists()
      await (database.kind === 'sqlite' ? drop : drop.cascade()).execute()
    }
    await migrate(database.kysely, database.kind, { upTo: '020-history-at-scale' })
    const rows = JSON.parse(await fixture('tables.json')) as Record<string, Record<string, unknown>[]>
    for (const [name, all] of Object.entries(rows)) await tables.insertInto(name).values(all).execute()

    await migrate(database.kysely, database.kind)
    const read = createContentReader({
      db: database,
      entries: createEntries(database),
      settings: createSettings(database),
      media: createMedia({ database, images }),
    })
    const site = createSite(assets, { now: () => new Date('2026-05-04T10:00:00Z'), markup: drawnAtOnce })
    pages = new Map([...site.pages(await read())].map(({ path, body }) => [path, body]))
  })
  afterAll(() => images.close())

  it.each([
    ['/', 'index.html.txt'],
    ['/projects/tideline', 'tideline.html.txt'],
    ['/projects/kvart', 'kvart.html.txt'],
  ])(
    'is drawn at %s byte for byte as before, but for what is drawn in another way since, and what its data said it still says',
    async (path, name) => {
      const [before, today] = [await fixture(name), pages.get(path) ?? '']
      expect(asBefore(today).replace(dataBlock, '')).toBe(
        before.replace(projectImage, '').replace(tileWidths, '').replace(dataBlock, ''),
      )
      expect(thingsIn(today)).toEqual(
        expect.arrayContaining(thingsIn(before).map((thing) => expect.objectContaining(thing))),
      )
    },
  )
})
