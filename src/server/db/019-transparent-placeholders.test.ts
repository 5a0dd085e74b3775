import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { halves } from '../../../tests/support/pictures.ts'
import { createImageProcess } from '../media/image-process.ts'
import { createMedia } from '../media/media.ts'
import { transparentPlaceholders } from './later-migrations.ts'

const images = createImageProcess()
afterAll(() => images.close())

onEachDatabase('images of before transparent ones had no placeholder', (store) => {
  it('lose theirs when they are transparent, and keep it when they are not', async () => {
    const { database } = store()
    const media = createMedia({ database, images })
    const clear = sharp({ create: { width: 60, height: 40, channels: 4, background: '#ff000040' } })
    const opaque = await media.upload(await halves(60, 40, 'navy', 'orange').ensureAlpha().png().toBuffer(), {
      name: 'opaque.png',
      by: 'owner',
    })
    const transparent = await media.upload(await clear.png().toBuffer(), { name: 'clear.png', by: 'owner' })
    expect([opaque.placeholder === '', transparent.placeholder]).toEqual([false, ''])
    const { kysely } = database
    await kysely.updateTable('renditions').set({ placeholder: opaque.placeholder }).execute()
    await transparentPlaceholders().up(kysely)
    expect((await media.get(opaque.id)).placeholder).toBe(opaque.placeholder)
    expect((await media.get(transparent.id)).placeholder).toBe('')
  })
})
