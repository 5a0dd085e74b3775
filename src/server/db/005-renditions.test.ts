import { afterAll, expect, it } from 'vitest'
import { beforeRenditions } from '../../../tests/support/before-renditions.ts'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { createImageProcess } from '../media/image-process.ts'
import { createMedia } from '../media/media.ts'
import { sha256 } from '../process/sha256.ts'
import { renditions } from './first-migrations.ts'
import { bucket } from './later-migrations.ts'

const images = createImageProcess()
afterAll(() => images.close())

onEachDatabase('images of before there were crops', (store) => {
  it('keep their addresses, their originals and their place in the trash', async () => {
    const { database } = store()
    const { kysely, now, bytes, hash, upload } = await beforeRenditions(store())
    const [id, gone] = ['00000000', '00000001']
    await upload(id, hash)
    await upload(gone, sha256('another'), now)

    await renditions(database.kind).up(kysely)
    await bucket(database.kind).up(kysely)
    const media = createMedia({ database, images })
    const kept = await media.get(id)
    const url = `/media/${hash.slice(0, 16)}-60.webp`
    expect(kept).toMatchObject({ width: 60, crop: null, focus: { x: 0.25, y: 0.5 }, alt: 'Dusk', version: 3 })
    expect(kept.variants.webp).toEqual([{ width: 60, url }])
    expect(Buffer.compare((await media.variant(url.slice(7)))?.bytes ?? bytes.subarray(1), bytes)).toBe(0)
    expect(Buffer.compare((await media.original(id)).bytes, bytes)).toBe(0)
    expect((await media.list({ trash: true })).media.map((one) => one.id)).toEqual([gone])
    expect(await media.upload(bytes, { name: 'again.png', by: 'owner' })).toMatchObject({ id, known: true })

    const cropped = await media.update(id, { crop: { x: 0, y: 0, width: 0.5, height: 1 } }, { by: 'owner' })
    expect(cropped).toMatchObject({ width: 30, focus: { x: 0.5, y: 0.5 } })
    expect(await media.update(id, { crop: null }, { by: 'owner' })).toMatchObject({ variants: kept.variants })
  })
})
