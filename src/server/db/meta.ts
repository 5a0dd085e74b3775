import type { Reader } from './database.ts'

/** The value under this key of the store's own notes. */
export const readMeta = async (reader: Reader, key: string): Promise<string | undefined> =>
  (await reader.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value

/** Writes a value, whether the key had one or not. */
export const writeMeta = async (reader: Reader, key: string, value: string): Promise<void> => {
  await reader
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
