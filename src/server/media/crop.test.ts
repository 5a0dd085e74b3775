import sharp from 'sharp'
import { expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { absent, by, keepMedia, nameOf, shownBy } from '../../../tests/support/media.ts'
import { colourAt } from '../../../tests/support/pictures.ts'
import { Invalid, NotFound, StaleVersion } from '../../model/errors.ts'
import type { MediaItem } from '../../model/media/media-item.ts'

onOneDatabase('a crop', (store) => {
  const { database, media, fresh, uploaded, traces, refuses, announced } = keepMedia(store)

  const left = { x: 0, y: 0, width: 0.5, height: 1 }
  const wide = () => uploaded('Two halves', 60)
  const colours = async (medium: MediaItem) => {
    const variant = await media().variant(medium.variants.webp.at(-1)?.url.slice('/media/'.length) ?? '')
    const { width: w = 0, height: h = 0 } = await sharp(variant?.bytes).metadata()
    const at = async (x: number) => near(await colourAt(variant?.bytes as Uint8Array, Math.floor(x * (w - 1)), h >> 1))
    return { size: [w, h], left: await at(0.05), right: await at(0.95) }
  }
  const near = (colour: number[]) => colour.map((value) => Math.round(value / 32) * 32)
  const [red, blue] = [
    [192, 64, 32],
    [32, 64, 192],
  ]

  it('shows a part under new names, keeps the original, and is one change of the journal', async () => {
    const whole = await wide()
    expect(await colours(whole)).toMatchObject({ left: red, right: blue })
    const seen = announced()
    const cropped = await media().update(whole.id, { crop: left }, { by, version: 1 })
    expect(announced()).toBe(seen + 1)
    expect(cropped).toMatchObject({ crop: left, width: whole.width / 2, height: 60, alt: 'Two halves', version: 2 })
    expect(await colours(cropped)).toEqual({ size: [whole.width / 2, 60], left: red, right: red })
    expect(cropped.placeholder).not.toBe(whole.placeholder)
    const names = ({ variants }: MediaItem) => Object.values(variants).flatMap((list) => list.map(({ url }) => url))
    expect(names(whole).some((name) => names(cropped).includes(name))).toBe(false)
    expect(await media().images([whole.id])).toMatchObject({ [whole.id]: { width: whole.width / 2 } })
    expect(await colourAt((await media().original(whole.id)).bytes, whole.width - 2, 30)).toEqual([32, 64, 192])
    const { changes } = await journalOf(database()).list({ entry: whole.id })
    expect(changes.map(({ action }) => action)).toEqual(['crop', 'create'])
  })

  it('taken off, made again, undone and redone is what it was, and made once', async () => {
    const journal = journalOf(database())
    const whole = await wide()
    const cropped = await media().update(whole.id, { crop: left }, { by })
    const made = (await traces()).blobs
    expect(await media().update(whole.id, { crop: null }, { by })).toMatchObject({ ...shownBy(whole), version: 3 })
    expect(await media().update(whole.id, { crop: left }, { by })).toMatchObject(shownBy(cropped))
    const [change] = (await journal.list({ entry: whole.id })).changes
    const undone = await journal.undo(change?.id ?? 0, { by })
    expect(await media().get(whole.id)).toMatchObject(shownBy(whole))
    await journal.undo(undone.id, { by })
    expect(await media().get(whole.id)).toMatchObject(shownBy(cropped))
    expect((await traces()).blobs).toEqual(made)
  })

  it('leaves the focal point where it was in the original, and takes one in what it shows', async () => {
    const { id } = await wide()
    await media().update(id, { focus: { x: 0.25, y: 0.5 } }, { by })
    const cropped = await media().update(id, { crop: left }, { by })
    expect(cropped.focus).toEqual({ x: 0.5, y: 0.5 })
    // Cut off: at the edge, without being forgotten.
    const right = { x: 0.5, y: 0.25, width: 0.5, height: 0.5 }
    expect((await media().update(id, { crop: right }, { by })).focus).toEqual({ x: 0, y: 0.5 })
    expect((await media().update(id, { alt: 'x', focus: { x: 0, y: 0.5 } }, { by })).focus).toEqual({ x: 0, y: 0.5 })
    expect((await media().update(id, { crop: null }, { by })).focus).toEqual({ x: 0.25, y: 0.5 })
    const both = await media().update(id, { crop: right, focus: { x: 0.5, y: 1 } }, { by })
    expect(both.focus).toEqual({ x: 0.5, y: 1 })
    expect((await media().update(id, { crop: null }, { by })).focus).toEqual({ x: 0.75, y: 0.75 })
  })

  it('that leaves nothing out is none; one outside, or of hardly anything, is refused and leaves nothing', async () => {
    const { id } = await wide()
    const before = await traces()
    expect(await media().update(id, { crop: { x: 0, y: 0, width: 1, height: 1 } }, { by })).toMatchObject({
      crop: null,
    })
    expect(await traces()).toEqual(before)
    for (const crop of [
      { x: 0.6, y: 0, width: 0.5, height: 1 },
      { x: -0.1, y: 0, width: 0.5, height: 1 },
      { x: 0, y: 0, width: 0, height: 1 },
      { x: 0, y: 0, width: 1, height: 0.1 },
      { x: 0, y: 0, width: Number.NaN, height: 1 },
    ])
      await refuses(() => media().update(id, { crop }, { by }), Invalid)
    await refuses(() => media().update(id, { crop: left }, { by, version: 7 }), StaleVersion)
    await refuses(() => media().update(absent, { crop: left }, { by }), NotFound)
  })

  it('made twice at once is one', async () => {
    const { id } = await wide()
    const both = await Promise.all([1, 2].map(() => media().update(id, { crop: left }, { by })))
    expect(both[0]).toEqual(both[1])
    expect(
      await database().kysely.selectFrom('renditions').select('stem').where('media', '=', id).execute(),
    ).toHaveLength(2)
  })

  it('is meant for the image that was seen: not for one that took its place meanwhile', async () => {
    const { id } = await wide()
    const replacement = await fresh()
    const [replaced, crop] = await Promise.allSettled([
      media().replace(id, replacement, { name: 'other.png', by }),
      media().update(id, { crop: left }, { by }),
    ])
    expect(replaced.status).toBe('fulfilled')
    const now = await media().get(id)
    const { width = 0 } = await sharp(replacement).metadata()
    // Who came last has seen the new image; never is a part of the old one shown in its name.
    expect([now.name, now.width]).toEqual(['other.png', now.crop ? width / 2 : width])
    if (crop.status === 'rejected') expect(crop.reason).toBeInstanceOf(StaleVersion)
  })

  it('lets pages that are open have what they name for an hour, and nobody after that', async () => {
    const whole = await wide()
    await media().update(whole.id, { crop: left }, { by })
    expect(await media().variant(nameOf(whole))).toMatchObject({ superseded: true })
    const earlier = new Date(Date.now() - 3_601_000).toISOString()
    const old = database().kysely.updateTable('renditions').where('media', '=', whole.id)
    await old.set({ retired_at: earlier }).where('retired_at', 'is not', null).execute()
    expect(await media().variant(nameOf(whole))).toBeUndefined()
    // What it says of itself later does not bring that back; taking the crop off does.
    await media().update(whole.id, { alt: 'Later' }, { by })
    await media().update(whole.id, { crop: { ...left, height: 0.5 } }, { by })
    expect(await media().variant(nameOf(whole))).toBeUndefined()
    await media().update(whole.id, { crop: null }, { by })
    expect(await media().variant(nameOf(whole))).toMatchObject({ superseded: false })
  })
})
