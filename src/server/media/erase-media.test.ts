import { beforeAll, expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { absent, by, keepMedia, nameOf } from '../../../tests/support/media.ts'
import { sampleMp4 } from '../../../tests/support/sample-video.ts'
import { Gone, Invalid, NotFound } from '../../model/errors.ts'
import { emptySettings } from '../../model/settings/settings.ts'
import { createSettings } from '../settings/settings-store.ts'

onOneDatabase('Media of the trash, deleted for good', (store) => {
  const { database, media, refuses, uploaded } = keepMedia(store)
  beforeAll(() => createSettings(database()).initialise(emptySettings, { by }))
  const stored = async (id: string) => ({
    blobs: await database().kysely.selectFrom('blobs').select('name').where('media', '=', id).execute(),
    renditions: await database().kysely.selectFrom('renditions').select('stem').where('media', '=', id).execute(),
  })

  it('leave neither bytes nor words, and cannot be brought back', async () => {
    const image = await uploaded('A secret harbour')
    await media().update(image.id, { crop: { x: 0, y: 0, width: 0.5, height: 1 } }, { by })
    const video = await media().upload(sampleMp4('secret', { padding: 300_000 }), { name: 'secret.mp4', by })
    const ids = [image.id, video.id]
    await media().removeAll(ids, { by })
    expect(await media().erase([...ids, image.id], { by })).toBe(2)
    for (const id of ids) {
      await expect(media().get(id)).rejects.toThrow(NotFound)
      expect(await stored(id)).toEqual({ blobs: [], renditions: [] })
    }
    expect(await media().variant(nameOf(image))).toBeUndefined()
    const { changes } = await journalOf(database()).list({ entry: image.id })
    expect(changes.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['erase', null, null],
      ['remove', null, null],
      ['crop', null, null],
      ['create', null, null],
    ])
    for (const { id } of changes) await expect(journalOf(database()).undo(id, { by })).rejects.toThrow(Gone)
    expect(JSON.stringify(await database().kysely.selectFrom('changes').selectAll().execute())).not.toContain('secret')
  })

  it('are all kept when one of them is not in the trash, or not there', async () => {
    const [deleted, standing] = [await uploaded(), await uploaded()]
    await media().remove(deleted.id, { by })
    await refuses(() => media().erase([deleted.id, standing.id], { by }), NotFound)
    await refuses(() => media().erase([deleted.id, absent], { by }), NotFound)
  })

  it('are all kept when a setting still names one of them', async () => {
    const [used, other] = [await uploaded(), await uploaded()]
    await createSettings(database()).update({ icon: used.id }, { by })
    await media().removeAll([used.id, other.id], { by })
    await refuses(() => media().erase([other.id, used.id], { by }), Invalid)
    await createSettings(database()).update({ icon: null }, { by })
    expect(await media().erase([other.id, used.id], { by })).toBe(2)
  })
})
