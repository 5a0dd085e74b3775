import { afterAll, expect, it } from 'vitest'
import { beforeRenditions } from '../../../tests/support/before-renditions.ts'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { nameOf, shownBy } from '../../../tests/support/media.ts'
import { NotFound, StaleVersion } from '../../model/errors.ts'
import { createImageProcess } from '../media/image-process.ts'
import { createMedia } from '../media/media.ts'
import { journaledRenditions, renditions } from './first-migrations.ts'
import { bucket } from './later-migrations.ts'

const by = 'owner'
const images = createImageProcess()
afterAll(() => images.close())

onEachDatabase('an upload of before there were renditions', (store) => {
  it('is taken back and brought again, also after it was cropped and that undone', async () => {
    const { database } = store()
    const { kysely, hash, upload } = await beforeRenditions(store())
    const id = '00000000'
    await upload(id, hash)
    await renditions(database.kind).up(kysely)
    await bucket(database.kind).up(kysely)
    const media = createMedia({ database, images })
    const journal = journalOf(database)
    const newest = async (entry: string) => (await journal.list({ entry })).changes[0]?.id ?? 0

    // Journaled by the version in between: only the crop's row names what was shown.
    await media.update(id, { crop: { x: 0, y: 0, width: 0.5, height: 1 } }, { by })
    const crop = await newest(id)
    await journaledRenditions().up(kysely)
    await journaledRenditions().up(kysely)

    const [, creation] = (await journal.list({ entry: id })).changes
    expect(creation).toMatchObject({ action: 'create', before: null, after: { rendition: hash.slice(0, 16) } })
    // It is another image by now, and that says so.
    await expect(journal.undo(creation?.id ?? 0, { by })).rejects.toThrow(StaleVersion)
    await journal.undo(crop, { by })
    const whole = await media.get(id)
    expect(nameOf(whole)).toContain(hash.slice(0, 16))
    const withdrawal = await journal.undo(creation?.id ?? 0, { by })
    await expect(media.get(id)).rejects.toThrow(NotFound)
    await journal.undo(withdrawal.id, { by })
    expect(await media.get(id)).toMatchObject(shownBy(whole))
  })
})
