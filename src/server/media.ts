import { createHash } from 'node:crypto'
import { NotFound, StaleVersion, TooLarge } from '../model/errors.ts'
import type { Picture } from '../model/media.ts'
import { type Medium, type MediumPatch, mediumInput, mediumPatch } from '../model/medium.ts'
import { parse } from '../model/parse.ts'
import type { Database, Reader, RecordChange, Trx } from './db/database.ts'
import { insertMedium, newMedium } from './media/insert-medium.ts'
import { listMedia, type MediumListOptions } from './media/medium-list.ts'
import { isVariantName, type MediumRow, mediumOf, mediumStateOf, pictureOf } from './media/medium-row.ts'
import { pictureLimits } from './media/picture-limits.ts'
import type { PictureProcess } from './media/picture-process.ts'

export interface Upload {
  /** The file's name at home; only a reminder. */
  name: string
  alt?: string | undefined
  /** Who uploads: an account's id, or a word such as `samples`. */
  by: string
}

export interface BasedOn {
  by: string
  /** The version the write was based on; another one stored is `StaleVersion`. */
  version?: number | undefined
}

/** The door for pictures: read from outside in a process of their own, kept in the store, named by their content. */
export interface Media {
  /**
   * Keeps a picture and makes its variants. The same bytes are kept once: what is there already is returned, taken from the
   * trash if need be. Throws `TooLarge`, `UnsupportedType`, `TooMany` while others are prepared, `Invalid` for the text.
   */
  upload(bytes: Uint8Array, upload: Upload): Promise<Medium>
  get(id: string): Promise<Medium>
  /** The pictures with these ids; those that are not there, or are in the trash, are left out. */
  pictures(ids: readonly string[], reader?: Reader): Promise<Record<string, Picture>>
  /** A variant's bytes by its name; undefined when there is none or its picture is in the trash. Never the original. */
  variant(name: string): Promise<{ type: string; bytes: Uint8Array } | undefined>
  list(options?: MediumListOptions): Promise<{ media: Medium[]; next: string | null }>
  /** Changes what is said of it. */
  update(id: string, fields: MediumPatch, options: BasedOn): Promise<Medium>
  /** Moves it to the trash: pages go without it. */
  remove(id: string, options: BasedOn): Promise<Medium>
  restore(id: string, options: BasedOn): Promise<Medium>
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const createMedia = ({ database, pictures }: { database: Database; pictures: PictureProcess }): Media => {
  const find = (reader: Reader, column: 'id' | 'hash', value: string): Promise<MediumRow | undefined> =>
    reader.selectFrom('media').selectAll().where(column, '=', value).executeTakeFirst()

  const store = async (
    trx: Trx,
    record: RecordChange,
    before: MediumRow,
    changed: Partial<MediumRow>,
    action: string,
    by: string,
  ) => {
    const row = { ...before, ...changed, version: before.version + 1, updated_at: new Date().toISOString() }
    await trx.updateTable('media').set(row).where('id', '=', row.id).execute()
    const states = { before: mediumStateOf(before), after: mediumStateOf(row) }
    await record({ by, action, collection: 'media', entry: row.id, ...states })
    return row
  }

  const alter = (
    id: string,
    { by, version }: BasedOn,
    action: string,
    from: 'standing' | 'trash',
    changed: Partial<MediumRow>,
  ) =>
    database.change(async (trx, record) => {
      const row = await find(trx, 'id', id)
      const place = row?.withdrawn_at ? undefined : row?.deleted_at ? 'trash' : 'standing'
      if (!row || place !== from) throw new NotFound('picture', id)
      if (version !== undefined && version !== row.version) throw new StaleVersion('picture', mediumOf(row))
      const keys = Object.keys(changed) as (keyof MediumRow)[]
      if (keys.every((key) => changed[key] === row[key])) return mediumOf(row)
      return mediumOf(await store(trx, record, row, changed, action, by))
    })

  /** What is kept of these bytes already: back from the trash if it lay there, as new if its upload was taken back. */
  const again = async (
    trx: Trx,
    record: RecordChange,
    hash: string,
    fresh: { name: string; alt: string },
    by: string,
  ) => {
    const row = await find(trx, 'hash', hash)
    if (!row?.deleted_at) return row
    if (row.withdrawn_at === null) return store(trx, record, row, { deleted_at: null }, 'restore', by)
    return store(trx, record, row, { ...newMedium(fresh), version: row.version }, 'create', by)
  }

  return {
    upload: async (bytes, { name, alt = '', by }) => {
      if (bytes.byteLength > pictureLimits.bytes) {
        throw new TooLarge('This file is larger than 6 MB. Save the picture smaller, 2000 pixels wide is plenty.')
      }
      const said = parse(mediumInput, { alt })
      const hash = sha256(bytes)
      const known = await find(database.kysely, 'hash', hash)
      const encoded = known ? undefined : await pictures.encode(bytes)
      const row = await database.change(async (trx, record) => {
        const kept = await again(trx, record, hash, { name, alt: said.alt }, by)
        if (kept || !encoded) return kept
        const fresh = await insertMedium(trx, { bytes, hash, encoded, name, alt: said.alt })
        await record({
          by,
          action: 'create',
          collection: 'media',
          entry: fresh.id,
          before: null,
          after: mediumStateOf(fresh),
        })
        return fresh
      })
      if (!row) throw new NotFound('picture', hash)
      return mediumOf(row)
    },

    get: async (id) => {
      const row = await find(database.kysely, 'id', id)
      if (!row || row.withdrawn_at) throw new NotFound('picture', id)
      return mediumOf(row)
    },

    pictures: async (ids, reader = database.kysely) => {
      if (ids.length === 0) return {}
      const rows = await reader
        .selectFrom('media')
        .selectAll()
        .where('id', 'in', [...new Set(ids)])
        .where('deleted_at', 'is', null)
        .execute()
      return Object.fromEntries(rows.map((row) => [row.id, pictureOf(row)]))
    },

    variant: async (name) => {
      if (!isVariantName(name)) return undefined
      return database.kysely
        .selectFrom('blobs')
        .innerJoin('media', 'media.id', 'blobs.media')
        .select(['blobs.type', 'blobs.bytes'])
        .where('blobs.name', '=', name)
        .where('media.deleted_at', 'is', null)
        .executeTakeFirst()
    },

    list: (options = {}) => listMedia(database.kysely, options),

    update: async (id, fields, options) => {
      const { alt, focus } = parse(mediumPatch, fields)
      return alter(id, options, 'update', 'standing', {
        ...(alt === undefined ? {} : { alt }),
        ...(focus === undefined ? {} : { focus_x: focus.x, focus_y: focus.y }),
      })
    },

    remove: (id, options) => alter(id, options, 'remove', 'standing', { deleted_at: new Date().toISOString() }),

    restore: (id, options) => alter(id, options, 'restore', 'trash', { deleted_at: null }),
  }
}
