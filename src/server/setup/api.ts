import { type Introduction, introduced, introductionFields } from '../../model/setup/introduction.ts'
import { setupCalls } from '../../model/setup/setup-state.ts'
import { createEntries } from '../content/entries.ts'
import { type Database, joined, readMeta, writeMeta } from '../db/database.ts'
import { endpoints, type Shown } from '../endpoint/endpoint.ts'
import { type Links, unchecked } from '../links/links.ts'
import type { ImageProcess } from '../media/image-process.ts'
import { createSettings } from '../settings/settings-store.ts'
import { samplesKey } from './load-samples.ts'
import { countOwnProjects, listRemnants, removeSamples } from './samples.ts'

/** Key of the note that the introduction was filled in. */
const introducedKey = 'introduced'

/**
 * Writes the owner's facts wherever the page uses them and publishes them, as one change. Returns its first row. Throws `Invalid`;
 * then nothing is stored.
 */
export const introduce = (
  database: Database,
  facts: Introduction,
  by: string,
  linkCheck: Links = unchecked,
): Promise<number | null> =>
  database.change(async (trx, announce) => {
    await linkCheck.assertKnown(trx, { fields: introductionFields, data: { ...facts }, held: new Set() })
    const changes: number[] = []
    const store = joined(database, trx, (change) => {
      changes.push(change)
      announce(change)
    })
    const settingsStore = createSettings(store)
    const { settings, about } = introduced(facts, (await settingsStore.get()).settings)
    await settingsStore.update(settings, { by })
    const entries = createEntries(store)
    const [first] = (await entries.list('about', { limit: 1 })).entries
    if (first) await entries.update('about', first.id, about, { by, version: first.version })
    else await entries.create('about', about, { by })
    await writeMeta(trx, introducedKey, new Date().toISOString())
    return changes[0] ?? null
  })

export const setupApi = (
  db: Database,
  images: ImageProcess,
  publisher: Shown,
  links: Links,
  countFindings: () => Promise<number | null>,
) =>
  endpoints(setupCalls(), {
    'GET /api/setup': [
      'Says what of the sample content still stands',
      async () => {
        const [introduced, samples, projects, remnants, findings] = await Promise.all([
          readMeta(db.kysely, introducedKey),
          readMeta(db.kysely, samplesKey),
          countOwnProjects(db.kysely),
          listRemnants(db),
          countFindings(),
        ])
        return {
          introduced: introduced !== undefined,
          samples: samples === 'loaded' || remnants.length > 0,
          projects,
          remnants,
          findings,
        }
      },
    ],
    'POST /api/introductions': [
      'Writes the owner’s facts wherever the page uses them',
      { status: 201 },
      async ({ body, based: { by } }) => {
        const change = await introduce(db, body, by, links)
        await publisher.shown()
        return { change }
      },
    ],
    'DELETE /api/samples': [
      'Removes the sample content, as one change',
      async ({ based: { by } }) => {
        const change = await removeSamples({ database: db, images }, by)
        await publisher.shown()
        return { change }
      },
    ],
  })
