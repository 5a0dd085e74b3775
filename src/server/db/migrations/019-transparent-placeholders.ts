import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Tables {
  renditions: { stem: string; placeholder: string; variants: string }
}

const start = (hex: string) => Buffer.from(hex, 'hex')

/** True for a WebP with transparency (RFC 9649, 2.7): opaque images are encoded without the flag. */
const isTransparent = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(8, 16)).equals(start('5745425056503858')) && ((head[20] ?? 0) & 0x10) !== 0

/** Removes the placeholders of images with transparency: they showed through. */
export const transparentPlaceholders = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const tables = db as Kysely<Tables>
    const rows = await tables.selectFrom('renditions').selectAll().where('placeholder', '<>', '').execute()
    for (const { stem, variants } of rows) {
      const width = JSON.parse(variants).webp[0]
      const { rows: heads } = await sql<{ head: Uint8Array }>`
        select substr(bytes, 1, 24) as head from blobs where name = ${`${stem}-${width}.webp`}`.execute(db)
      if (heads[0] && isTransparent(heads[0].head))
        await tables.updateTable('renditions').set({ placeholder: '' }).where('stem', '=', stem).execute()
    }
  },
})
