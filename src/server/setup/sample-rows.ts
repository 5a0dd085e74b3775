import type { Reader } from '../db/database.ts'

/** The samples are the first changes of a store; reading further would read the whole journal. */
const lastSampleChange = 1000

interface SampleRow {
  collection: string
  entry: string
  /** As the samples made it. */
  after: string
}

/** Entries and images that the first start made, by the journal. Empty when the journal was shortened since. */
export const sampleRows = async (reader: Reader): Promise<SampleRow[]> => {
  const rows = await reader
    .selectFrom('changes')
    .select(['collection', 'entry', 'after'])
    .where('id', '<=', lastSampleChange)
    .where('actor', '=', 'samples')
    .where('action', '=', 'create')
    .where('entry', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ collection, entry, after }) => (entry && after ? [{ collection, entry, after }] : []))
}
