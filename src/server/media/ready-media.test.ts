import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { type LiveSite, startLiveSite } from '../../../tests/support/live-site.ts'
import { halves } from '../../../tests/support/pictures.ts'
import type { MediaItem } from '../../model/media/media-item.ts'
import { openDatabase } from '../db/open.ts'
import { forOneOnly, immutable } from '../snapshots/security-headers.ts'
import { createMedia, type Media } from './media.ts'
import { createReadyMedia, mediaSnapshot, type ShownMedia } from './ready-media.ts'
import type { Variant } from './stored-bytes.ts'

const by = 'owner'
const addressOf = ({ variants }: MediaItem) => variants.webp[0]?.url ?? ''

onOneDatabase('images kept in memory', (store) => {
  let site: LiveSite
  let media: Media
  let width = 40
  beforeAll(async () => {
    site = await startLiveSite(store().options)
    media = site.services.media
  })
  afterAll(() => site.stop())

  const drafted = async () => {
    width += 2
    return media.upload(await halves(width, 30, '#c04020', '#2040c0').png().toBuffer(), { name: 'a.png', by })
  }
  /** An image that a published entry names. */
  const uploaded = async () => {
    const medium = await drafted()
    const name = {
      fullname: `Person ${width}`,
      role: '',
      company: '',
      country: 'Norway',
      show_country: true,
      feedback: 'Good.',
      email: 'a@b.example',
      star: 5,
      relation: '' as const,
      source: '' as const,
      consent: '',
    }
    await site.services.entries.create('testimonials', { ...name, image: medium.id }, { by })
    return medium
  }
  const statusOf = async (address: string) => (await site.ask(address)).status

  /** A medium whose smallest variant has been asked for. */
  const visited = async () => {
    const medium = await uploaded()
    expect([await statusOf(addressOf(medium)), await statusOf(addressOf(medium))]).toEqual([200, 200])
    return medium
  }

  it('are gone from their address as soon as they are in the trash, and back when restored', async () => {
    const medium = await visited()
    await media.remove(medium.id, { by })
    expect(await statusOf(addressOf(medium))).toBe(404)
    await media.restore(medium.id, { by })
    expect(await statusOf(addressOf(medium))).toBe(200)
  })

  it('are gone, too, when another process deleted them', async () => {
    const medium = await visited()
    const elsewhere = await openDatabase(store().options)
    await createMedia({ database: elsewhere, images: site.services.images }).remove(medium.id, { by })
    await expect.poll(() => statusOf(addressOf(medium))).toBe(404)
    await elsewhere.close()
  })

  it('are not kept once a crop has replaced them, though open pages still get them', async () => {
    const medium = await visited()
    const cropped = await media.update(medium.id, { crop: { x: 0, y: 0, width: 0.5, height: 1 } }, { by })
    expect(await statusOf(addressOf(cropped))).toBe(200)
    expect(await statusOf(addressOf(medium))).toBe(200)
    // Without a change that would be announced: an hour has passed.
    const old = site.services.db.kysely.updateTable('renditions').set({ retired_at: '2020-01-01T00:00:00.000Z' })
    await old.where('media', '=', medium.id).where('retired_at', 'is not', null).execute()
    expect(await statusOf(addressOf(medium))).toBe(404)
    expect(await statusOf(addressOf(cropped))).toBe(200)
  })
})

const all: ShownMedia = { revision: () => 0, isShown: async () => true }
const item = { media: 'an item', rendition: '0123456789abcdef' }

describe('large files that are asked for in turns', () => {
  it('are in memory once each, however many answers are being sent', async () => {
    const size = 10 * 1024 * 1024
    let reads = 0
    const ready = createReadyMedia(
      async () => {
        reads += 1
        return { ...item, type: 'application/pdf', bytes: new Uint8Array(size), fileName: 'a.pdf' }
      },
      [],
      all,
    )
    const bodies: (Buffer | undefined)[] = []
    for (let turn = 0; turn < 40; turn++) {
      const path = `/media/${String(turn % 4)}.pdf`
      const snapshot = ready.ready(path) ?? (await ready.load(path))
      bodies.push(snapshot?.answers[3]?.body)
    }
    expect(new Set(bodies).size).toBe(4)
    expect(reads).toBe(4)
  })
})

describe('a PDF that was replaced', () => {
  it('redirects from its former name, which is not kept by browsers', async () => {
    const ready = createReadyMedia(
      async () => ({ ...item, type: 'application/pdf', bytes: new Uint8Array(), movedTo: '/media/b.pdf' }),
      ['Content-Security-Policy', "default-src 'none'", 'X-Content-Type-Options', 'nosniff'],
      all,
    )
    const snapshot = await ready.load('/media/a.pdf')
    expect([snapshot?.status, snapshot?.answers[3]?.head.headers]).toEqual([
      302,
      expect.arrayContaining(['Location', '/media/b.pdf', 'Cache-Control', 'no-cache', 'X-Content-Type-Options']),
    ])
  })
})

describe('a file that other sites embed', () => {
  it('is one of the images that every visitor may see, and no other', () => {
    const policy = 'Cross-Origin-Resource-Policy'
    const policyOf = (type: string, caching: string) => {
      const { answers } = mediaSnapshot('a', { ...item, type, bytes: new Uint8Array(3) }, caching, [
        policy,
        'same-origin',
      ])
      const headers = answers[3]?.head.headers ?? []
      return headers[headers.indexOf(policy) + 1]
    }
    expect(['image/jpeg', 'image/svg+xml'].map((type) => policyOf(type, immutable))).toEqual([
      'cross-origin',
      'cross-origin',
    ])
    expect([policyOf('application/pdf', immutable), policyOf('image/jpeg', forOneOnly)]).toEqual([
      'same-origin',
      'same-origin',
    ])
  })
})

describe('an image that is deleted while it is being fetched', () => {
  it('is answered, and not kept', async () => {
    const { promise, resolve } = Promise.withResolvers<Variant>()
    const ready = createReadyMedia(() => promise, [], all)
    const loading = ready.load('/media/a.webp')
    ready.forget()
    resolve({ ...item, type: 'image/webp', bytes: new Uint8Array(3) })
    expect(await loading).toBeDefined()
    expect(ready.ready('/media/a.webp')).toBeUndefined()
  })
})
