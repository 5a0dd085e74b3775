import { beforeAll, expect, it } from 'vitest'
import { exported } from '../../../tests/contract/exported.ts'
import { useApp, useOwner } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { plantExampleImages } from '../../../tests/support/example-images.ts'
import { examples } from '../../model/content/examples.ts'
import { defaultCategories } from '../../model/settings/categories.ts'
import { emptySettings } from '../../model/settings/settings.ts'
import { routes } from '../routes.ts'

const [example] = examples.projects
if (!example) throw new Error('The examples are gone.')

onOneDatabase('the owner’s categories', (store) => {
  const app = useApp(store)
  const owner = useOwner(app)
  beforeAll(async () => {
    await plantExampleImages(store().database)
    await app.services.settings.initialise(emptySettings, { by: 'samples' })
  })

  const change = (categories: object[]) => owner.send('PATCH', '/api/settings', { categories })
  const project = async (slug: string, data: object) => {
    const { categories: _, ...rest } = example
    const { status, body } = await owner.post('/api/entries/projects', { data: { ...rest, slug, ...data } })
    expect([status, body.fields]).toEqual([201, undefined])
    return body
  }
  const stored = async (id: string) => (await owner.get(`/api/entries/projects/${id}`)).body.data
  const redirects = () => app.content().redirects.map(({ from, to }: Record<string, string>) => `${from} → ${to}`)
  const undo = async ({ headers }: { headers: Headers }) => {
    expect((await owner.post(`/api/changes/${headers.get('x-change')}/undo`)).status).toBe(201)
  }

  it('keep their projects when they are renamed, and their former address leads to the new one', async () => {
    const { id } = await project('renamed', { categories: ['design'] })
    const renamed = defaultCategories.map((one) => (one.id === 'design' ? { ...one, slug: 'interfaces' } : one))
    const before = await exported(store().database)
    const first = await change(renamed)
    expect(await stored(id)).toMatchObject({ categories: ['design'], category: 'design' })
    expect(redirects()).toEqual(['design → interfaces'])
    const back = await change(defaultCategories)
    expect(redirects()).toEqual(['interfaces → design'])
    await undo(back)
    expect(redirects()).toEqual(['design → interfaces'])
    await undo(first)
    expect([redirects(), await exported(store().database)]).toEqual([[], before])
  })

  it('are refused at an address of the site or of another category, beside the field, and nothing is stored', async () => {
    const before = await exported(store().database)
    const reserved = await change([{ slug: 'admin', label: 'A' }])
    expect(reserved.body.fields).toEqual({ 'categories.0.slug': expect.stringContaining('address of the site') })
    const twice = await change([...defaultCategories, { slug: 'brand', label: 'Other' }])
    expect(twice.body.fields).toEqual({ 'categories.3.slug': expect.stringContaining('another category') })
    expect(await exported(store().database)).toBe(before)
  })

  it('are known by their first address, also when a call names none', async () => {
    const changed = await change([...defaultCategories, { slug: 'films', label: 'Films' }])
    expect(changed.body.categories.at(-1)).toEqual({ id: 'films', slug: 'films', label: 'Films' })
    const again = await change([
      ...defaultCategories.map(({ slug, label }) => ({ slug, label })),
      { slug: 'cinema', label: 'Films' },
    ])
    expect(again.body.categories.map(({ id }: { id: string }) => id)).toEqual(['design', 'brand', 'photos', 'films'])
    expect(redirects()).toEqual(['films → cinema'])
    await undo(again)
    await undo(changed)
  })

  it('may be several of a project, or none; `category` is the first of them, and an unknown one is refused', async () => {
    const { id, version } = await project('several', { categories: ['photos', 'design'] })
    expect(await stored(id)).toMatchObject({ categories: ['photos', 'design'], category: 'photos' })
    const shown = app.content().projects.find((one: { id: string }) => one.id === id)
    expect(shown).toMatchObject({ categories: ['photos', 'design'], category: 'photos' })
    const call = { headers: { 'if-match': `"${version}"` } }
    const one = await owner.send('PATCH', `/api/entries/projects/${id}`, { data: { category: 'brand' } }, call)
    expect(one.body.data).toMatchObject({ categories: ['brand'], category: 'brand' })
    expect((await project('none', {})).data).toMatchObject({ categories: [], category: '' })

    const before = await exported(store().database)
    const data = { ...example, slug: 'unknown', categories: ['nowhere'] }
    const refused = await owner.post('/api/entries/projects', { data })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['categories']])
    expect(await exported(store().database)).toBe(before)
  })

  it('leave their projects and their address to another when they are deleted, with one undo', async () => {
    const both = await project('both', { categories: ['brand', 'photos'] })
    const only = await project('only', { categories: ['brand'] })
    const version = { headers: { 'if-match': `"${only.version}"` } }
    await owner.send(
      'PATCH',
      `/api/entries/projects/${only.id}?`,
      { data: { title: 'Draft' }, publish: false },
      version,
    )
    const before = await exported(store().database)

    const removed = await owner.send('DELETE', '/api/settings/categories/brand?to=photos')
    expect(removed.body.categories.map(({ id }: { id: string }) => id)).toEqual(['design', 'photos'])
    expect(await stored(both.id)).toMatchObject({ categories: ['photos'] })
    expect(await stored(only.id)).toMatchObject({ categories: ['photos'], title: 'Draft' })
    const shown = app.content().projects.find((one: { id: string }) => one.id === only.id)
    expect(shown).toMatchObject({ categories: ['photos'], title: example.title })
    expect(redirects()).toEqual(['brand → photos'])
    await undo(removed)
    expect([redirects(), await exported(store().database)]).toEqual([[], before])

    const gone = await owner.send('DELETE', '/api/settings/categories/brand')
    expect(await stored(only.id)).toMatchObject({ categories: [] })
    expect(redirects()).toEqual([])
    await undo(gone)
    expect(await exported(store().database)).toBe(before)
    for (const path of ['nowhere', 'brand?to=brand', 'brand?to=nowhere'])
      expect((await owner.send('DELETE', `/api/settings/categories/${path}`)).status).toBeGreaterThanOrEqual(404)
    expect(await exported(store().database)).toBe(before)
  })

  it('cannot take the first part of any path that the server answers', async () => {
    const firsts = new Set(routes(app.services).map(({ path }) => path.split('/')[1] ?? ''))
    for (const slug of firsts) {
      if (!/^[a-z0-9-]+$/.test(slug)) continue
      expect([slug, (await change([{ slug, label: 'Any' }])).status]).toEqual([slug, 422])
    }
  })
})
