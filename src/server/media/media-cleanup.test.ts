import { expect, it } from 'vitest'
import { exported } from '../../../tests/contract/exported.ts'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { by, keepMedia, nameOf, shownBy } from '../../../tests/support/media.ts'
import { Unavailable } from '../../model/errors.ts'
import type { MediaItem } from '../../model/media/media-item.ts'

const left = { x: 0, y: 0, width: 0.5, height: 1 }
const day = 24 * 60 * 60 * 1000
const later = () => Date.now() + 30.1 * day

onEachDatabase('what images no longer show', (store) => {
  const { database, media, fresh, uploaded, traces } = keepMedia(store)
  const journal = () => journalOf(database(), media())
  const newest = async (entry: string) => (await journal().list({ entry })).changes[0]?.id ?? 0
  const blobsOf = async (id: string) => {
    const all = database().kysely.selectFrom('blobs').select(['name', 'size', 'type'])
    return all.where('media', '=', id).orderBy('name').execute()
  }
  const names = async (id: string) => (await blobsOf(id)).map(({ name }) => name)
  const stemOf = (medium: MediaItem) => nameOf(medium).slice(0, 16)

  it('stays for thirty days, then only the original and a small image do, and nobody is told', async () => {
    const whole = await uploaded('Dusk', 400)
    const cropped = await media().update(whole.id, { crop: left }, { by })
    const [before, all] = [await traces(), await names(whole.id)]
    expect(await media().cleanUp(Date.now() + 29.9 * day)).toBe(0)
    expect(await names(whole.id)).toEqual(all)

    expect(await media().cleanUp(later())).toBe(1)
    const gone = all.filter((name) => name.startsWith(stemOf(whole)) && !name.endsWith('.webp'))
    expect(gone.length).toBeGreaterThan(0)
    expect(await names(whole.id)).toEqual(all.filter((name) => !gone.includes(name)))
    const after = await traces()
    expect([after.media, after.changes, after.announced]).toEqual([before.media, before.changes, before.announced])
    // What is shown is as it was; what was shown still has its small image for the history.
    expect(await media().get(whole.id)).toEqual(cropped)
    expect(await media().variant(nameOf(cropped))).toBeDefined()
    expect((await media().thumbnail(whole.id, stemOf(whole))).bytes.byteLength).toBeGreaterThan(0)
    expect(await media().cleanUp(later())).toBe(0)
  })

  it('is made anew when a crop is undone, taken off or made again', async () => {
    const whole = await uploaded()
    const made = await blobsOf(whole.id)
    const cropped = await media().update(whole.id, { crop: left }, { by })
    const both = await blobsOf(whole.id)
    const before = await exported(database())
    await media().cleanUp(later())
    await journal().undo(await newest(whole.id), { by })
    expect(await media().get(whole.id)).toMatchObject(shownBy(whole))
    expect(await media().variant(nameOf(whole))).toMatchObject({ superseded: false })
    expect(await blobsOf(whole.id)).toEqual(both)

    // Redone: to the byte what it was.
    await media().cleanUp(later())
    await journal().undo(await newest(whole.id), { by })
    expect(await media().get(whole.id)).toMatchObject(shownBy(cropped))
    expect(await exported(database())).toBe(before)

    await media().cleanUp(later())
    expect(await media().update(whole.id, { crop: null }, { by })).toMatchObject(shownBy(whole))
    await media().cleanUp(later())
    expect(await media().update(whole.id, { crop: left }, { by })).toMatchObject(shownBy(cropped))
    expect(await blobsOf(whole.id)).toEqual(both)
    expect(both.length).toBeGreaterThan(made.length)
  })

  it('is made anew when another image in its place is undone, or put there again', async () => {
    const whole = await uploaded()
    const bytes = await fresh()
    const replaced = await media().replace(whole.id, bytes, { name: 'night.png', by })
    await media().cleanUp(later())
    await journal().undo(await newest(whole.id), { by })
    expect(await media().get(whole.id)).toMatchObject(shownBy(whole))
    await media().cleanUp(later())
    const again = await media().replace(whole.id, bytes, { name: 'night.png', by })
    expect(again).toMatchObject(shownBy(replaced))
    expect(await media().variant(nameOf(again))).toBeDefined()
  })

  it('comes back whole from the trash: restored, undone, uploaded again, or redone after it was taken back', async () => {
    const bytes = await fresh()
    const { known: _, ...medium } = await media().upload(bytes, { name: 'a.png', by })
    const creation = await newest(medium.id)
    const made = await blobsOf(medium.id)
    const ways = [
      () => media().restore(medium.id, { by }),
      async () => journal().undo(await newest(medium.id), { by }),
      () => media().upload(bytes, { name: 'b.png', by }),
    ]
    for (const way of ways) {
      await media().remove(medium.id, { by })
      await media().cleanUp(later())
      const { media: trash } = await media().list({ trash: true })
      expect(trash.map(({ id }) => id)).toContain(medium.id)
      expect(await blobsOf(medium.id)).toHaveLength(2)
      await way()
      expect(await media().get(medium.id)).toMatchObject(shownBy(medium))
      expect(await blobsOf(medium.id)).toEqual(made)
    }
    const withdrawal = await journal().undo(creation, { by })
    await media().cleanUp(later())
    expect(await blobsOf(medium.id)).toHaveLength(2)
    await journal().undo(withdrawal.id, { by })
    expect(await media().get(medium.id)).toMatchObject(shownBy(medium))
    expect(await media().variant(nameOf(medium))).toBeDefined()
  })

  it('is never shown half: who cannot make it anew leaves everything as it is', async () => {
    const whole = await uploaded()
    const cropped = await media().update(whole.id, { crop: left }, { by })
    const change = await newest(whole.id)
    await media().cleanUp(later())
    const before = await traces()
    await expect(journalOf(database()).undo(change, { by })).rejects.toThrow(Unavailable)
    expect(await traces()).toEqual(before)
    expect(await media().get(whole.id)).toEqual(cropped)
  })

  it('goes with the medium itself, all of it', async () => {
    const { id } = await uploaded()
    await media().update(id, { crop: left }, { by })
    await database().kysely.deleteFrom('media').where('id', '=', id).execute()
    expect(await blobsOf(id)).toEqual([])
    const rows = await database().kysely.selectFrom('renditions').select('stem').where('media', '=', id).execute()
    expect(rows).toEqual([])
  })
})
