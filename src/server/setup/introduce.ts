import { type Introduction, introductionFields } from '../../model/setup/introduction.ts'
import { createEntries } from '../content/entries.ts'
import type { Database } from '../db/database.ts'
import { joined } from '../db/joined.ts'
import { writeMeta } from '../db/meta.ts'
import { type Links, unchecked } from '../links/links.ts'
import { createSettings } from '../settings/settings-store.ts'

/** Key of the note that the introduction was filled in. */
export const introducedKey = 'introduced'

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
    const { name, headline, live, portrait, email, age, from, links, ...settings } = facts
    const headlines = headline === '' ? [] : [headline]
    const own = { ...settings, name: '', email: '', headlines, location: '', description: '', socials: links }
    await createSettings(store).update(own, { by })
    const entries = createEntries(store)
    const shown = { show_age: age !== null, show_from: from !== '' }
    const about = { image: portrait, name, email, age, from, live, ...shown }
    const [first] = (await entries.list('about', { limit: 1 })).entries
    if (first) await entries.update('about', first.id, about, { by, version: first.version })
    else await entries.create('about', about, { by })
    await writeMeta(trx, introducedKey, new Date().toISOString())
    return changes[0] ?? null
  })
