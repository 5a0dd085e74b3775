import type { Settings } from '../../model/settings/settings.ts'
import { type PersonFacts, withPerson } from '../../model/settings/with-person.ts'
import type { Reader } from '../db/database.ts'
import type { SettingsStore } from './settings-store.ts'

const readPerson = async (reader: Reader): Promise<PersonFacts | undefined> => {
  const row = await reader
    .selectFrom('entries')
    .select('published')
    .where('collection', '=', 'about')
    .where('published', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return row?.published ? JSON.parse(row.published) : undefined
}

/** The settings in effect, with the facts that come from About. */
export const readPageSettings = async (settings: SettingsStore, reader: Reader): Promise<Settings> =>
  withPerson((await settings.get(reader)).settings, await readPerson(reader))
