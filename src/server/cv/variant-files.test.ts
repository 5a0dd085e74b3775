import { afterAll, beforeAll, expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { type Answer, type LiveSite, publicUrl, startLiveSite } from '../../../tests/support/live-site.ts'
import { examples } from '../../model/content/examples.ts'
import { cvKinds, variantPath } from '../../model/cv/cv.ts'
import { type NewCvVariant, newCvVariantSchema } from '../../model/cv/variant.ts'

const by = 'owner'

onOneDatabase('A variant of the CV at its address', (store) => {
  let site: LiveSite
  let jobs: string[]
  beforeAll(async () => {
    site = await startLiveSite(store().options)
    const { entries } = site.services
    const [example] = examples.experiences
    jobs = []
    for (const name of ['First job', 'Second job', 'Third job'])
      jobs.push((await entries.create('experiences', { ...example, name } as never, { by })).id)
    await site.services.publisher.idle()
  })
  afterAll(() => site.stop())

  const made = (variant: NewCvVariant) => site.services.cvVariants.create(newCvVariantSchema.parse(variant), { by })
  const keyOf = async (id: string) => {
    const stored = (await site.services.cvVariants.list()).find((one) => one.id === id)
    return site.services.cvVariantKeys.keyOf(stored ?? { id, link: '' })
  }
  const seen = ({ status, headers, text }: Answer) => [status, { ...headers, date: '' }, text]
  const notFound = async (method = 'GET') => seen(await site.ask('/cv/nobody.pdf', { method }))
  const shown = async () => {
    site.services.publisher.changed()
    await site.services.publisher.idle()
  }

  it('is served like a page when it is public, and listed nowhere', async () => {
    await made({ name: 'open', access: 'public' })
    for (const kind of cvKinds) {
      const path = variantPath('open', kind)
      const whole = await site.ask(path)
      expect([path, whole.status]).toEqual([path, 200])
      const { etag = '' } = whole.headers
      expect(whole.headers).toMatchObject({
        'x-robots-tag': 'noindex, nofollow',
        'cache-control': expect.stringContaining('max-age=0'),
      })
      expect((await site.ask(path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
      const head = await site.ask(path, { method: 'HEAD' })
      expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
        200,
        0,
        String(whole.body.length),
      ])
      expect((await site.ask(path, { method: 'POST' })).status).toBe(405)
    }
    const { headers, body } = await site.ask('/cv/open.pdf')
    expect(body.subarray(0, 5).toString()).toBe('%PDF-')
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    expect(JSON.parse((await site.ask('/cv/open.json')).text).meta.canonical).toBe(`${publicUrl}/cv/open.json`)
  })

  it('is for who has its key when it is shown by link: not kept, not listed, named in no log', async () => {
    const { id } = await made({ name: 'acme', headline: 'Cartographer of secrets' })
    const key = await keyOf(id)
    for (const kind of cvKinds) {
      const path = variantPath('acme', kind)
      const { status, headers } = await site.ask(`${path}?key=${key}`)
      expect([path, status, headers]).toMatchObject([
        path,
        200,
        { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' },
      ])
    }
    expect((await site.ask(`/cv/acme.txt?key=${key}`)).text).toContain('Cartographer of secrets')
    expect(JSON.parse((await site.ask(`/cv/acme.json?key=${key}`)).text).meta).not.toHaveProperty('canonical')
    const changes = await store().database.kysely.selectFrom('changes').selectAll().execute()
    const rows = await store().database.kysely.selectFrom('cv_variants').selectAll().execute()
    expect(JSON.stringify([site.lines, changes, rows])).not.toContain(key)
  })

  it('is nowhere without the key, byte for byte: made or not, with another key, by any method', async () => {
    const { id } = await made({ name: 'private' })
    const other = await made({ name: 'neighbour' })
    const [key, wrong] = [await keyOf(id), await keyOf(other.id)]
    const tries = async (at: string) => {
      for (const query of [
        '',
        '?key=',
        `?key=${wrong}`,
        `?key=${key.slice(0, -1)}`,
        `?KEY=${key}`,
        `?key=${key}x`,
        '?page=2',
      ])
        expect([query, seen(await site.ask(`${at}${query}`))]).toEqual([query, await notFound()])
      for (const method of ['HEAD', 'POST', 'PUT'])
        expect([method, seen(await site.ask(at, { method }))]).toEqual([method, await notFound(method)])
    }
    for (const kind of cvKinds) await tries(variantPath('private', kind))
    for (const kind of cvKinds) expect((await site.ask(`${variantPath('private', kind)}?key=${key}`)).status).toBe(200)
    // Made by now, and in memory.
    for (const kind of cvKinds) await tries(variantPath('private', kind))
    for (const path of [
      '/cv',
      '/cv/',
      '/cv/private',
      '/cv/private.html',
      '/cv/PRIVATE.pdf',
      '/cv/private.pdf/',
      `/cv/private/${key}.pdf`,
    ])
      expect([path, (await site.ask(path)).status]).toEqual([path, 404])
  })

  it('has its entries in its order and words, and follows what is published', async () => {
    const { entries } = site.services
    const [first = '', second = '', third = ''] = jobs
    await made({
      name: 'chosen',
      access: 'public',
      entries: {
        experiences: [
          { id: third, text: { name: 'Third in other words' } },
          { id: second, hidden: true, text: { name: 'Kept for later' } },
          { id: first },
        ],
      },
    })
    const titles = async (name: string) => {
      await shown()
      return JSON.parse((await site.ask(`/cv/${name}.json`)).text).work?.map(
        (one: { position: string }) => one.position,
      )
    }
    expect(await titles('chosen')).toEqual(['Third in other words', 'First job'])
    expect(await titles('open')).toEqual(['First job', 'Second job', 'Third job'])
    const { id } = await entries.create('experiences', { ...examples.experiences[0], name: 'Newer job' } as never, {
      by,
    })
    expect(await titles('chosen')).toEqual(['Third in other words', 'First job'])
    expect(await titles('open')).toContain('Newer job')
    await entries.remove('experiences', id, { by })
    await entries.unpublish('experiences', first, { by })
    expect(await titles('chosen')).toEqual(['Third in other words'])
    await entries.publish('experiences', first, { by })
    const { version } = await entries.get('experiences', third)
    await entries.update(
      'experiences',
      third,
      { name: 'Third, drafted', program: 'A draft' },
      { by, version, publish: false },
    )
    expect(await titles('chosen')).toEqual(['Third in other words', 'First job'])
    expect((await site.ask('/cv/chosen.txt')).text).not.toContain('A draft')
  })

  it('is another one from the answer to a change on, and gone when it is deleted or its link replaced', async () => {
    const { cvVariants } = site.services
    const { id } = await made({ name: 'moving', access: 'public', headline: 'Before' })
    const text = async (path: string) => {
      const { status, text } = await site.ask(path)
      return status === 200 ? text.split('\n')[1] : status
    }
    expect(await text('/cv/moving.txt')).toBe('Before')
    await cvVariants.update(id, { headline: 'After' }, { by })
    await expect.poll(() => text('/cv/moving.txt')).toBe('After')
    await cvVariants.update(id, { access: 'link' }, { by })
    await expect.poll(() => text('/cv/moving.txt')).toBe(404)
    const key = await keyOf(id)
    expect(await text(`/cv/moving.txt?key=${key}`)).toBe('After')
    await cvVariants.replaceLink(id, { by })
    await expect.poll(() => text(`/cv/moving.txt?key=${key}`)).toBe(404)
    expect(await text(`/cv/moving.txt?key=${await keyOf(id)}`)).toBe('After')
    await cvVariants.update(id, { name: 'moved', access: 'public' }, { by })
    await expect.poll(() => text('/cv/moved.txt')).toBe('After')
    expect(await text(`/cv/moving.txt?key=${await keyOf(id)}`)).toBe(404)
    await cvVariants.remove(id, { by })
    await expect.poll(() => text('/cv/moved.txt')).toBe(404)
  })

  it('stands when the CV itself is turned off', async () => {
    const { settings } = site.services
    const { version } = await settings.get()
    await settings.update({ cvFiles: false }, { by, version })
    await shown()
    expect([(await site.ask('/cv.pdf')).status, (await site.ask('/cv/open.pdf')).status]).toEqual([404, 200])
  })
})
