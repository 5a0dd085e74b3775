import { expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { absent, by, keepMedia, nameOf, shownBy } from '../../../tests/support/media.ts'
import { NotFound, StaleVersion, TooLarge, UnsupportedType } from '../../model/errors.ts'

onOneDatabase('another image in the place of one', (store) => {
  const { database, media, fresh, uploaded, traces, refuses } = keepMedia(store)

  it('is whole and new, and keeps id and words', async () => {
    const first = await uploaded('Dusk')
    await media().update(first.id, { crop: { x: 0, y: 0, width: 0.5, height: 1 }, focus: { x: 0, y: 0 } }, { by })
    const bytes = await fresh()
    const after = await media().replace(first.id, bytes, { name: 'dir/night.png', by, version: 2 })
    expect(after).toMatchObject({ id: first.id, alt: 'Dusk', name: 'night.png', crop: null, version: 3 })
    expect(after.focus).toEqual({ x: 0.5, y: 0.5 })
    expect(nameOf(after)).not.toBe(nameOf(first))
    expect(Buffer.from((await media().original(first.id)).bytes).equals(bytes)).toBe(true)
    const before = await traces()
    expect(await media().replace(first.id, bytes, { name: 'again.png', by })).toEqual(after)
    expect(await traces()).toEqual(before)
  })

  it('is undone and redone, crop and all', async () => {
    const journal = journalOf(database())
    const { id } = await uploaded('Dusk')
    const cropped = await media().update(id, { crop: { x: 0, y: 0, width: 0.5, height: 1 } }, { by })
    const replaced = await media().replace(id, await fresh(), { name: 'night.png', by })
    const [replacement, crop] = (await journal.list({ entry: id })).changes
    expect(replacement?.action).toBe('replace')
    await expect(journal.undo(crop?.id ?? 0, { by })).rejects.toThrow(StaleVersion)
    const undone = await journal.undo(replacement?.id ?? 0, { by })
    expect(await media().get(id)).toMatchObject(shownBy(cropped))
    await journal.undo(undone.id, { by })
    expect(await media().get(id)).toMatchObject(shownBy(replaced))
  })

  it('may be one that is there under another id, and what it was may be uploaded anew', async () => {
    const bytes = [await fresh(), await fresh()] as const
    const [one, two] = await Promise.all(bytes.map((file) => media().upload(file, { name: 'x.png', by })))
    if (!one || !two) throw new Error('Nothing was uploaded.')
    const changed = await media().replace(one.id, bytes[1], { name: 'y.png', by })
    expect(nameOf(changed)).not.toBe(nameOf(two))
    expect((await media().variant(nameOf(changed)))?.bytes).toEqual((await media().variant(nameOf(two)))?.bytes)
    const again = await media().upload(bytes[0], { name: 'x.png', by })
    expect(again).toMatchObject({ known: false })
    expect([one.id, two.id]).not.toContain(again.id)
    const [change] = (await journalOf(database()).list({ entry: one.id })).changes
    await journalOf(database()).undo(change?.id ?? 0, { by })
    expect(nameOf(await media().get(one.id))).toBe(nameOf(one))
  })

  it('that is refused leaves what is there', async () => {
    const { id } = await uploaded()
    const bytes = await fresh()
    const replace =
      (file: Uint8Array, to = id, version?: number) =>
      () =>
        media().replace(to, file, { name: 'x.png', by, version })
    await refuses(replace(Buffer.from('no image')), UnsupportedType)
    await refuses(replace(Buffer.alloc(6 * 1024 * 1024 + 1)), TooLarge)
    await refuses(replace(bytes, absent), NotFound)
    await refuses(replace(bytes, id, 9), StaleVersion)
    await media().remove(id, { by })
    await refuses(replace(bytes), NotFound)
  })
})
