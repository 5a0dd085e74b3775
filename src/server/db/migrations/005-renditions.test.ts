import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { onEachDatabase } from '../../../../tests/support/databases.ts'
import { halves } from '../../../../tests/support/pictures.ts'
import { createPictureProcess } from '../../media/picture-process.ts'
import { sha256 } from '../../media/renditions.ts'
import { createMedia } from '../../media.ts'
import { first } from './001-first.ts'
import { withdrawnMedia } from './004-withdrawn-media.ts'
import { renditions } from './005-renditions.ts'

onEachDatabase('pictures of before there were crops', (store, { name }) => {
  it('keep their addresses, their originals and their place in the trash', async () => {
    const { database } = store()
    // What the tables were then has no types any more.
    const kysely = database.kysely as unknown as Kysely<Record<string, Record<string, unknown>>>
    const tables = await kysely.introspection.getTables()
    for (const table of ['renditions', 'blobs', 'deliveries', ...tables.map((one) => one.name)]) {
      const drop = kysely.schema.dropTable(table).ifExists()
      await (name === 'SQLite' ? drop : drop.cascade()).execute()
    }
    const kind = name === 'SQLite' ? 'sqlite' : 'postgres'
    await first(kind).up(kysely)
    await withdrawnMedia().up(kysely)

    const bytes = new Uint8Array(await halves(60, 40, '#c04020', '#2040c0').png().toBuffer())
    const now = new Date().toISOString()
    const was = { type: 'image/png', width: 60, height: 40, placeholder: '#000000', focus_x: 0.25, focus_y: 0.5 }
    const variants = JSON.stringify({ avif: [60], webp: [60], jpeg: [60] })
    const times = { created_at: now, updated_at: now, withdrawn_at: null }
    const ids = [sha256(bytes), sha256('another')].map((hash, n) => ({ hash, id: `0000000${n}` }))
    for (const { id, hash } of ids) {
      const deleted_at = id === '00000001' ? now : null
      const medium = { id, hash, name: `${id}.png`, alt: 'Dusk', variants, version: 3, deleted_at, ...was, ...times }
      await kysely.insertInto('media').values(medium).execute()
      for (const blob of [`original-${hash}`, `${hash.slice(0, 16)}-60.webp`])
        await kysely
          .insertInto('blobs')
          .values({ name: blob, media: id, type: 'image/png', size: bytes.length, bytes })
          .execute()
    }

    await renditions(kind).up(kysely)
    const pictures = createPictureProcess()
    const media = createMedia({ database, pictures })
    const [{ id, hash } = { id: '', hash: '' }, gone] = ids
    const kept = await media.get(id)
    const url = `/media/${hash.slice(0, 16)}-60.webp`
    expect(kept).toMatchObject({ width: 60, crop: null, focus: { x: 0.25, y: 0.5 }, alt: 'Dusk', version: 3 })
    expect(kept.variants.webp).toEqual([{ width: 60, url }])
    expect(Buffer.compare((await media.variant(url.slice(7)))?.bytes ?? bytes.subarray(1), bytes)).toBe(0)
    expect(Buffer.compare((await media.original(id)).bytes, bytes)).toBe(0)
    expect((await media.list({ trash: true })).media.map((one) => one.id)).toEqual([gone?.id])
    expect(await media.upload(bytes, { name: 'again.png', by: 'owner' })).toMatchObject({ id, known: true })

    const cropped = await media.update(id, { crop: { x: 0, y: 0, width: 0.5, height: 1 } }, { by: 'owner' })
    expect(cropped).toMatchObject({ width: 30, focus: { x: 0.5, y: 0.5 } })
    expect(await media.update(id, { crop: null }, { by: 'owner' })).toMatchObject({ variants: kept.variants })
    pictures.close()
  })
})
