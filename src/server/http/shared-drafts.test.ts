import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { type LiveSite, lineSite, publicUrl, startLiveSite } from '../../../tests/support/live-site.ts'
import { halves } from '../../../tests/support/pictures.ts'
import { samplePdf } from '../../../tests/support/sample-pdf.ts'
import { blocksOfText } from '../../model/blocks/blocks-to-markdown.ts'
import { examples } from '../../model/content/examples.ts'
import type { MediaItem } from '../../model/media/media-item.ts'
import { contentVersion } from '../journal/journal.ts'
import { createShareLinks } from '../publishing/share-links.ts'

const by = 'owner'
const [tideline] = examples.projects

onOneDatabase('A draft under review', (store) => {
  let site: LiveSite
  let width = 60
  beforeAll(async () => {
    site = await startLiveSite(store().options)
  })
  afterAll(() => site.stop())

  const image = async (): Promise<MediaItem> => {
    width += 2
    return site.services.media.upload(await halves(width, 40, '#c04020', '#2040c0').png().toBuffer(), {
      name: 'a.png',
      by,
    })
  }
  const project = async (data: object, publish = false) =>
    site.services.entries.create('projects', { ...tideline, image: null, ...data } as never, { by, publish })
  const share = async (id: string, days = 7) => {
    const link = await site.services.shareLinks.create('projects', id, { days }, { by })
    return { ...link, path: link.url?.slice(publicUrl.length) ?? '' }
  }
  const notFound = async () => {
    const { status, headers, text } = await site.ask('/nothing/here')
    return [status, { ...headers, date: '' }, text]
  }
  const seen = async (path: string) => {
    const { status, headers, text } = await site.ask(path)
    return [status, { ...headers, date: '' }, text]
  }

  it('is shown to whoever holds the link, to be kept and told of nowhere', async () => {
    const { id } = await project({ title: 'Secret harbour', slug: 'secret-harbour' })
    const { path, expiresAt } = await share(id)
    expect(path).toMatch(/^\/share\/[\w-]{43}$/)
    const { status, headers, text } = await site.ask(path)
    expect([status, JSON.parse(text.split('\n', 1)[0] ?? '')]).toMatchObject([
      200,
      { until: expiresAt, isPublished: false, collection: 'projects', entry: { title: 'Secret harbour' } },
    ])
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    const stored = await store().database.kysely.selectFrom('share_links').selectAll().execute()
    const changes = await store().database.kysely.selectFrom('changes').selectAll().execute()
    const token = path.slice('/share/'.length)
    expect(JSON.stringify([stored, changes, site.lines])).not.toContain(token)
  })

  it('is the draft as it is now, and not what is published', async () => {
    const { id, version } = await project({ title: 'Old quay', slug: 'old-quay' }, true)
    await site.services.entries.update('projects', id, { title: 'New quay' }, { by, version, publish: false })
    const { path } = await share(id)
    expect((await site.ask(path)).text).toContain('New quay')
    expect((await site.ask('/api/content')).text).not.toContain('New quay')
  })

  it('is drawn once until its draft, or what is published, changes', async () => {
    const { entries } = site.services
    const { id, version } = await project({ title: 'Kept', slug: `kept-${store().database.kind}` })
    const { path } = await share(id)
    await site.services.publisher.idle()
    const drawing = vi.spyOn(lineSite, 'sharedDraft')
    const look = async () => (await site.ask(path)).text
    expect(await look()).toBe(await look())
    expect(drawing).toHaveBeenCalledTimes(1)
    await entries.update('projects', id, { title: 'Kept again' }, { by, version, publish: false })
    expect(await look()).toContain('Kept again')
    expect(await look()).toContain('Kept again')
    expect(drawing).toHaveBeenCalledTimes(2)
    await project({ title: 'Another', slug: `another-${store().database.kind}` }, true)
    await site.services.publisher.idle()
    await look()
    expect(drawing).toHaveBeenCalledTimes(3)
    drawing.mockRestore()
  })

  it('is drawn once for all who ask at the same time', async () => {
    const { shareLinks, texts } = site.services
    const { path } = await share((await project({ slug: 'asked-often' })).id)
    await site.services.publisher.idle()
    const gate = Promise.withResolvers<void>()
    const drawing = vi.spyOn(texts, 'draw').mockReturnValue(gate.promise)
    const finding = vi.spyOn(shareLinks, 'find')
    const asked = Promise.all([1, 2, 3].map(() => site.ask(path)))
    await expect.poll(() => finding.mock.calls.length).toBe(3)
    await Promise.all(finding.mock.results.map(({ value }) => value))
    await expect.poll(() => drawing.mock.calls.length).toBeGreaterThan(0)
    gate.resolve()
    expect([(await asked).map(({ status }) => status), drawing.mock.calls.length]).toEqual([[200, 200, 200], 1])
    vi.restoreAllMocks()
  })

  it('is drawn again once a publish has ended, so that nothing taken off the page stays behind its link', async () => {
    const { db, entries, publisher } = site.services
    const leaving = await image()
    const live = await project({ slug: 'leaving', image: leaving.id }, true)
    const { path } = await share((await project({ slug: 'staying' })).id)
    await expect.poll(async () => (await site.ask(path)).text).toContain(leaving.id)
    const gate = Promise.withResolvers<void>()
    const read = db.readTransaction
    const publishing = vi.spyOn(db, 'readTransaction').mockImplementation(async (inner) => {
      await gate.promise
      return read(inner)
    })
    await entries.unpublish('projects', live.id, { by })
    await expect.poll(() => publishing.mock.calls.length).toBeGreaterThan(0)
    // Visitors see the old state until the publish ends.
    expect((await site.ask(path)).text).toContain(leaving.id)
    gate.resolve()
    publishing.mockRestore()
    await publisher.idle()
    expect((await site.ask(path)).text).not.toContain(leaving.id)
  })

  it('may be that of a page, and is none of what has no page', async () => {
    const { entries, shareLinks, journal } = site.services
    const data = { title: 'Prices', slug: `prices-${store().database.kind}` } as never
    const page = await entries.create('pages', data, { by, publish: false })
    const { url } = await shareLinks.create('pages', page.id, { days: 7 }, { by })
    const { status, text } = await site.ask(url?.slice(publicUrl.length) ?? '')
    expect([status, JSON.parse(text.split('\n', 1)[0] ?? '')]).toMatchObject([
      200,
      { collection: 'pages', entry: { title: 'Prices' } },
    ])
    const [made] = (await journal.list({ collection: 'share-links' })).changes
    expect(made?.after).toMatchObject({ collection: 'pages', entry: page.id })
    const skill = await entries.create('skills', { name: 'Draft', percent: 5 }, { by, publish: false })
    await expect(shareLinks.create('skills', skill.id, { days: 7 }, { by })).rejects.toThrow()
    await expect(shareLinks.list('projects', page.id)).rejects.toThrow()
  })

  it('has no link while all of it is published', async () => {
    const { id } = await project({ slug: 'all-published' }, true)
    await expect(share(id)).rejects.toThrow('Everything here is published')
  })

  it.each([
    ['forged', async () => `/share/${'A'.repeat(43)}`],
    ['no token', async () => '/share/short'],
    ['no token at all', async () => '/share/'],
    [
      'expired',
      async () => {
        const { path, id } = await share((await project({ slug: `expired-${store().database.kind}` })).id)
        const past = { expires_at: '2020-01-01T00:00:00.000Z' }
        await store().database.kysely.updateTable('share_links').set(past).where('id', '=', id).execute()
        return path
      },
    ],
    [
      'ended',
      async () => {
        const { id } = await project({ slug: `ended-${store().database.kind}` })
        const link = await share(id)
        await site.services.shareLinks.end('projects', id, link.id, { by })
        return link.path
      },
    ],
    [
      'of what is in the trash',
      async () => {
        const { id, version } = await project({ slug: `trashed-${store().database.kind}` })
        const { path } = await share(id)
        await site.services.entries.remove('projects', id, { by, version })
        return path
      },
    ],
    [
      'of what was in the trash and is back',
      async () => {
        const { id, version } = await project({ slug: `back-${store().database.kind}` })
        const { path } = await share(id)
        await site.services.entries.remove('projects', id, { by, version })
        const [removed] = (await site.services.journal.list({ collection: 'projects' })).changes
        await site.services.journal.undo(removed?.id ?? 0, { by })
        expect((await site.services.entries.get('projects', id)).data).toBeDefined()
        return path
      },
    ],
    [
      'of another secret',
      async () => {
        const { id } = await project({ slug: `other-secret-${store().database.kind}` })
        const parts = { database: store().database, publicUrl, readSecret: async () => 'the secret that was replaced' }
        const link = await createShareLinks(parts).create('projects', id, { days: 30 }, { by })
        return link.url?.slice(publicUrl.length) ?? ''
      },
    ],
    [
      'made while the clock was a year ahead',
      async () => {
        const { path, id } = await share((await project({ slug: `ahead-${store().database.kind}` })).id)
        const year = new Date().getUTCFullYear() + 1
        const ahead = { created_at: `${year}-12-30T00:00:00.000Z`, expires_at: `${year}-12-31T00:00:00.000Z` }
        await store().database.kysely.updateTable('share_links').set(ahead).where('id', '=', id).execute()
        return path
      },
    ],
  ])('answers a link that is %s like any address that is not there', async (_, make) => {
    const path = await make()
    expect(await seen(path)).toEqual(await notFound())
  })

  it('does not come back by Undo while its draft is in the trash', async () => {
    const { id } = await project({ slug: 'in-the-trash' })
    const { id: link, path } = await share(id)
    await site.services.shareLinks.end('projects', id, link, { by })
    const ended = await contentVersion(store().database.kysely)
    await site.services.entries.remove('projects', id, { by })
    const undo = () => site.services.journal.undo(ended, { by })
    await expect(undo()).rejects.toThrow('is in the trash')
    await site.services.entries.restore('projects', id, { by })
    expect(await seen(path)).toEqual(await notFound())
    await undo()
    expect((await site.ask(path)).status).toBe(200)
  })

  it('is made although a hundred others, made while the clock was ahead, are in the store', async () => {
    const { id } = await project({ slug: `unseen-${store().database.kind}` })
    const year = new Date().getUTCFullYear() + 1
    const ahead = { created_at: `${year}-12-30T00:00:00.000Z`, expires_at: `${year}-12-31T00:00:00.000Z` }
    const rows = Array.from({ length: 100 }, (_, n) => ({ id: `ahead-${n}`, entry: id, hash: `hash-${n}`, ...ahead }))
    await store().database.kysely.insertInto('share_links').values(rows).execute()
    expect((await share(id)).url).not.toBeNull()
    await store().database.kysely.deleteFrom('share_links').where('entry', '=', id).execute()
  })

  it('has its media through the link alone, until it is published', async () => {
    const medium = await image()
    const pdf = await site.services.media.upload(samplePdf('prices'), { name: 'prices.pdf', by })
    const other = await image()
    const own = publicUrl + pdf.url
    const theirs = `https://other.example${pdf.url}`
    const blocks = blocksOfText(`[Prices](${pdf.url}) [again](${own}) [elsewhere](${theirs})`)
    const { id } = await project({ slug: 'with-media', image: medium.id, blocks })
    const { path } = await share(id)
    const address = medium.variants.webp[0]?.url ?? ''
    const elsewhere = other.variants.webp[0]?.url ?? ''
    expect([await seen(address), await seen(pdf.url)]).toEqual([await notFound(), await notFound()])
    const { text } = await site.ask(path)
    expect(text).toContain(`href="${publicUrl}${path}${pdf.url}"`)
    // The token would go to another site.
    expect(text).toContain(`href="${theirs}"`)
    expect(text).not.toContain('other.example/share')
    for (const url of [address, pdf.url]) {
      expect(text).toContain(`${path}${url}`)
      const { status, headers } = await site.ask(`${path}${url}`)
      expect([status, headers['cache-control'], headers['referrer-policy']]).toEqual([
        ...[200, 'private, no-store', 'no-referrer'],
      ])
    }
    // Not what the draft does not name.
    expect(await seen(`${path}${elsewhere}`)).toEqual(await notFound())
    await site.services.entries.publish('projects', id, { by })
    await expect.poll(async () => (await site.ask(address)).status).toBe(200)
    expect((await site.ask(path)).text).not.toContain(`${path}${address}`)
    await site.services.entries.unpublish('projects', id, { by })
    await expect.poll(async () => (await site.ask(address)).status).toBe(404)
  })

  it('ends with undo of its making, and works again with undo of its end', async () => {
    const { id } = await project({ slug: 'undone' })
    const { path, id: link } = await share(id)
    const changes = async () => (await site.services.journal.list({ collection: 'share-links' })).changes
    const [made] = await changes()
    expect(made).toMatchObject({ action: 'create', entry: link, by })
    await site.services.journal.undo(made?.id ?? 0, { by })
    expect((await site.ask(path)).status).toBe(404)
    await site.services.journal.undo((await changes())[0]?.id ?? 0, { by })
    expect((await site.ask(path)).status).toBe(200)
    await site.services.shareLinks.end('projects', id, link, { by })
    await site.services.journal.undo((await changes())[0]?.id ?? 0, { by })
    expect((await site.ask(path)).status).toBe(200)
  })

  it('works again with undo of an end that was journaled when there were links for projects alone', async () => {
    const { id } = await project({ slug: 'undone-later' })
    const { path, id: link } = await share(id)
    await site.services.shareLinks.end('projects', id, link, { by })
    const [ended] = (await site.services.journal.list({ collection: 'share-links' })).changes
    const { collection: _, entry, ...rest } = (ended?.before ?? {}) as Record<string, string>
    const before = JSON.stringify({ project: entry, ...rest })
    await store()
      .database.kysely.updateTable('changes')
      .set({ before })
      .where('id', '=', ended?.id ?? 0)
      .execute()
    await site.services.journal.undo(ended?.id ?? 0, { by })
    expect((await site.ask(path)).status).toBe(200)
  })

  it('has a hundred links at most, and those that expired are deleted', async () => {
    const { id } = await project({ slug: 'often-shared' })
    await store().database.kysely.deleteFrom('share_links').execute()
    const ended = await share(id, 1)
    await site.services.shareLinks.end('projects', id, ended.id, { by })
    const [end] = (await site.services.journal.list({ collection: 'share-links' })).changes
    for (let made = 0; made < 100; made++) await share(id, 1)
    await expect(share(id)).rejects.toThrow('At most 100')
    await expect(site.services.journal.undo(end?.id ?? 0, { by })).rejects.toThrow('At most 100')
    expect(await site.services.shareLinks.list('projects', id)).toHaveLength(100)
    expect(await site.services.shareLinks.cleanUp(Date.now() + 2 * 86_400_000)).toBe(100)
    expect(await site.services.shareLinks.list('projects', id)).toEqual([])
  })
})
