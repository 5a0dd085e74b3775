import { beforeAll, expect, it } from 'vitest'
import { blocksOfText } from '../../src/model/blocks/blocks-to-markdown.ts'
import type { Page } from '../../src/model/publishing/page.ts'
import { defaultCategories } from '../../src/model/settings/categories.ts'
import { emptySettings } from '../../src/model/settings/settings.ts'
import { createSite } from '../../src/site/page/render.tsx'
import { useApp, useOwner } from '../support/app.ts'
import { onOneDatabase } from '../support/databases.ts'
import { drawnAtOnce } from '../support/drawn-at-once.ts'
import { exported } from './exported.ts'

const site = createSite(
  { css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example' },
  { markup: drawnAtOnce },
)

onOneDatabase('the owner’s pages', (store) => {
  const app = useApp(store)
  const owner = useOwner(app)
  beforeAll(() => app.services.settings.initialise(emptySettings, { by: 'samples' }))

  const create = (slug: string, data: object = {}, publish = true) =>
    owner.post('/api/entries/pages', { data: { title: `Title of ${slug}`, slug, ...data }, publish })
  const made = async (slug: string, data: object = {}, publish = true) => {
    const { status, body } = await create(slug, data, publish)
    expect([status, body.fields]).toEqual([201, undefined])
    return body as { id: string; version: number }
  }
  const change = ({ id, version }: { id: string; version: number }, data: object) =>
    owner.send('PATCH', `/api/entries/pages/${id}`, { data }, { headers: { 'if-match': `"${version}"` } })
  const setCategories = (categories: object[]) => owner.send('PATCH', '/api/settings', { categories })
  /** The page that visitors get; undefined where there is none. */
  const shown = (path: string): Page | undefined => [...site.pages(app.content())].find((page) => page.path === path)
  const undo = ({ headers }: { headers: Headers }) => owner.post(`/api/changes/${headers.get('x-change')}/undo`)

  it('stand at their addresses once they are published, and nowhere before', async () => {
    const draft = await made('imprint', { blocks: blocksOfText('Anna Berg, Lindenweg 4') }, false)
    expect(shown('/imprint')).toBeUndefined()
    expect((await owner.post(`/api/entries/pages/${draft.id}/publication`)).status).toBe(200)
    expect(shown('/imprint')?.body).toContain('Anna Berg, Lindenweg 4')
    expect(shown('/')?.body).toContain('<a href="/imprint" dir="auto">Title of imprint</a>')
    expect(app.content().pages).toMatchObject([{ slug: 'imprint', placement: 'page', link: 'footer' }])
  })

  it('are refused at an address of the site, of a category or of another page, and nothing is stored', async () => {
    await made('taken', {}, false)
    const before = await exported(store().database)
    for (const [slug, sentence] of [
      ['admin', 'an address of the site itself'],
      ['projects', 'an address of the site itself'],
      ['design', 'already the address of the category “Design”'],
      ['taken', 'already the address of “Title of taken”'],
    ] as const) {
      const { status, body } = await create(slug)
      expect([slug, status, body.fields]).toEqual([slug, 422, { slug: expect.stringContaining(sentence) }])
    }
    expect(await exported(store().database)).toBe(before)
  })

  it('keep a category from their address, drafts as well, beside the field, and nothing is stored', async () => {
    await made('films', {}, false)
    const before = await exported(store().database)
    const { status, body } = await setCategories([...defaultCategories, { slug: 'films', label: 'Films' }])
    expect(status).toBe(422)
    expect(body.fields).toEqual({ 'categories.3.slug': expect.stringContaining('the page “Title of films”') })
    expect(await exported(store().database)).toBe(before)
  })

  it('cannot come back to an address that a category has meanwhile, nor a category to that of a page', async () => {
    const page = await made('talks')
    const removed = await owner.send('DELETE', `/api/entries/pages/${page.id}`)
    expect(removed.status).toBe(200)
    const named = await setCategories([...defaultCategories, { slug: 'talks', label: 'Talks' }])
    expect(named.status).toBe(200)
    const back = await undo(removed)
    expect([back.status, back.body.fields]).toEqual([422, { slug: expect.stringContaining('the category “Talks”') }])
    const without = await setCategories([...defaultCategories])
    expect(without.status).toBe(200)
    expect((await undo(removed)).status).toBe(201)
    expect((await undo(without)).body.fields).toEqual({
      'categories.3.slug': expect.stringContaining('the page “Title of talks”'),
    })
    expect(shown('/talks')?.status).toBe(200)
  })

  it('lead from their former addresses to the new ones', async () => {
    const page = await made('costs')
    expect((await change(page, { slug: 'prices' })).status).toBe(200)
    expect(shown('/costs')).toMatchObject({ status: 308, location: '/prices' })
    expect(shown('/prices')?.status).toBe(200)
  })

  it('can be linked to by the site, and only while they are there', async () => {
    const page = await made('uses', { placement: 'section' })
    const setCv = (cv: string) => owner.send('PATCH', '/api/settings', { cv })
    for (const cv of ['/uses', '/#page-uses']) expect([cv, (await setCv(cv)).status]).toEqual([cv, 200])
    expect(shown('/uses')).toMatchObject({ status: 308, location: '/#page-uses' })
    await setCv('')
    await owner.send('DELETE', `/api/entries/pages/${page.id}`)
    for (const cv of ['/uses', '/#page-uses', '/#pages']) expect([cv, (await setCv(cv)).status]).toEqual([cv, 422])
    const self = await create('self', { blocks: blocksOfText('[Up](/self)') })
    expect(self.status).toBe(201)
  })

  it('can be linked to in a list by the title, as long as it is there', async () => {
    const items = [{ title: 'A talk' }]
    const list = (await owner.post('/api/entries/lists', { data: { title: 'My talks', items } })).body
    const setCv = (cv: string) => owner.send('PATCH', '/api/settings', { cv })
    expect((await setCv('/#list-my-talks')).status).toBe(200)
    await setCv('')
    await owner.send('DELETE', `/api/entries/lists/${list.id}`)
    for (const cv of ['/#list-my-talks', '/#lists']) expect([cv, (await setCv(cv)).status]).toEqual([cv, 422])
  })

  it('begin as a draft from a starter, in the site’s language or the one that is asked for', async () => {
    await made('privacy')
    const start = (body: object) => owner.post('/api/page-starters', body)
    const { status, body, headers } = await start({ starter: 'privacy' })
    // Another page has the address.
    expect([status, body]).toMatchObject([
      201,
      { status: 'draft', data: { title: 'Privacy', slug: '', link: 'footer' } },
    ])
    expect(headers.get('location')).toBe(`/api/entries/pages/${body.id}`)
    expect(body.data.blocks[0].markdown).toContain('`vitrine.session_token`')
    expect(app.content().pages.map(({ id }: { id: string }) => id)).not.toContain(body.id)
    const refused = await owner.post(`/api/entries/pages/${body.id}/publication`)
    expect([refused.status, refused.body.fields]).toMatchObject([
      422,
      { 'blocks.0.markdown': expect.stringContaining('[[ and ]]') },
    ])
    const german = await start({ starter: 'imprint', language: 'de' })
    expect(german.body.data).toMatchObject({ title: 'Impressum', slug: 'impressum' })
    expect((await undo(german)).status).toBe(201)
    expect((await owner.get(`/api/entries/pages/${german.body.id}`)).status).toBe(404)

    const french = await start({ starter: 'imprint', language: 'fr' })
    expect(french.body).toMatchObject({ status: 'draft', data: { slug: 'mentions-legales' } })
    expect((await owner.post(`/api/entries/pages/${french.body.id}/publication`)).status).toBe(422)

    await owner.send('PATCH', '/api/settings', { language: 'de', registration: false })
    const data = (await start({ starter: 'privacy' })).body.data
    expect(data).toMatchObject({ title: 'Datenschutz', slug: 'datenschutz' })
    expect(data.blocks[0].markdown).not.toContain('registrieren')
    expect((await start({ starter: 'terms' })).status).toBe(422)
    expect((await start({ starter: 'imprint', language: 'tlh' })).status).toBe(422)
    expect((await app.browser().post('/api/page-starters', { starter: 'imprint' })).status).toBe(401)
  })
})
