import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSources, testFileWith } from '../scripts/sources.ts'
import type { Content } from '../src/model/publishing/published-content.ts'
import type { TestApp, TestBrowser } from './support/app.ts'
import { drawnAtOnce } from './support/drawn-at-once.ts'
import { treeWithAwards } from './support/tree-with-awards.ts'

const tree = treeWithAwards()
const data = {
  title: 'Professional cloud architect',
  issuer: 'Open Cloud School',
  year: 2025,
  url: 'https://school.example/cloud',
}

type App = typeof import('./support/app.ts')
type Render = typeof import('../src/site/page/render.tsx')

let app: TestApp
let owner: TestBrowser
let entry: { id: string; version: number }
let content: Content
let closeStore: (() => Promise<void>) | undefined

const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example' }
const siteOf = async () => {
  const { createSite } = (await tree.load('createSite')) as Render
  return createSite(assets, { markup: drawnAtOnce })
}
const pageOf = async (shown = content) => {
  const page = [...(await siteOf()).pages(shown)].find((one) => one.path === '/')
  return page?.body ?? ''
}

const readContent = async (): Promise<Content> => {
  const { createContentReader } = await tree.load('createContentReader')
  return createContentReader(app.services)()
}

beforeAll(async () => {
  const dataDir = path.join(tree.folder, 'data')
  mkdirSync(dataDir)
  const { openDatabase } = (await tree.load('openDatabase')) as typeof import('../src/server/db/open.ts')
  const database = await openDatabase({ dataDir })
  const { createTestApp, ownerIn } = (await import(path.join(tree.folder, 'tests/support/app.ts'))) as App
  app = await createTestApp({ database, options: { dataDir }, remove: async () => {} })
  closeStore = async () => {
    await app.close()
    await database.close()
  }
  owner = await ownerIn(app)
  const made = await owner.post('/api/entries/awards', { data })
  expect(made.status).toBe(201)
  entry = made.body
  content = await readContent()
})

afterAll(async () => {
  await closeStore?.()
  tree.remove()
})

it('a new collection needs no other change of the sources to compile', async () => {
  writeFileSync(
    path.join(tree.folder, 'tsconfig.sources.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      include: ['src/model', 'src/site'],
      // Nor of the tests that fill every collection.
      files: [
        'tests/support/too-much.ts',
        testFileWith(readSources(tree.folder), 'publishes every page of the site, and the content as data'),
      ],
      exclude: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    }),
  )
  const tsc = path.join(tree.folder, 'node_modules/.bin/tsc')
  const found = await promisify(execFile)(tsc, ['-p', 'tsconfig.sources.json'], { cwd: tree.folder }).catch(
    (failure: { stdout: string }) => failure,
  )
  expect(found.stdout).toBe('')
})

it('a new collection has endpoints with its rules', async () => {
  const refused = await owner.post('/api/entries/awards', { data: { ...data, year: 20 } })
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['year']])
  expect((await owner.get('/api/entries/awards')).body.entries).toMatchObject([{ data }])
})

it('a new collection is in the published content, on the page under its label and in the navbar', async () => {
  expect((content as unknown as Record<string, unknown>).awards).toMatchObject([data])
  const html = await pageOf()
  const section = /<section id="awards".*?<\/section>/s.exec(html)?.[0]
  for (const text of ['Awards', ...Object.values(data)]) expect(section).toContain(String(text))
  expect(section).toMatch(/<a href="https:\/\/school\.example\/cloud"[^>]*>Professional cloud architect<\/a>/)
  expect(html).toContain('href="/#awards"')
  expect(html.indexOf('id="awards"')).toBeGreaterThan(html.indexOf('id="home"'))
  expect(html.indexOf('id="awards"')).toBeLessThan(html.indexOf('id="contact"'))
  expect(html).not.toContain('data-field')
})

it('a new collection is left off the page without entries', async () => {
  expect(await pageOf({ ...content, awards: [] } as Content)).not.toContain('awards')
})

it('a new collection can be hidden and moved in Settings like every other section', async () => {
  const { settings } = content
  const order = settings.sections.map(({ id }) => ({ id, visible: (id as string) !== 'awards' }))
  expect(order.some(({ visible }) => !visible)).toBe(true)
  const saved = await owner.send('PATCH', '/api/settings', { sections: order })
  expect([saved.status, saved.body.sections]).toEqual([200, order])
  expect(await pageOf(await readContent())).not.toContain('awards')
})

it('a new collection has a screen in the menu of the admin', async () => {
  const { mainScreens } = await tree.load('mainScreens')
  expect(mainScreens).toContainEqual({ label: 'Award', path: '/admin/award', screen: 'award' })
})

it('the preview marks the fields of a new collection and knows its section', async () => {
  // Each by a name that its module alone exports.
  const names = ['partsOf', 'createRenderer', 'createMemo', 'previewMarks', 'sectionShowing', 'Words', 'english']
  const modules = await Promise.all(names.map(tree.load))
  const { partsOf, createRenderer, createMemo, previewMarks, sectionShowing, wordsOf, english } = Object.assign(
    {},
    ...modules,
  )
  const draft = { collection: 'awards', entry: { id: entry.id, order: 1, ...data } }
  const renderer = createRenderer(createMemo(), wordsOf(english, content.settings), { marks: previewMarks })
  const { main } = partsOf(content, draft, { page: 'home', scheme: null }, renderer)
  const { html } = main.find(({ id }: { id: string }) => id === 'awards')
  for (const field of Object.keys(data))
    expect(html).toContain(`data-collection="awards" data-entry="${entry.id}" data-field="${field}"`)
  expect(sectionShowing({ collection: 'awards' }).id).toBe('awards')
})

it('a new collection is in the export', async () => {
  const { staticFiles } = await tree.load('staticFiles')
  const { writeExport } = await tree.load('writeExport')
  const clientFolder = path.join(tree.folder, 'client')
  mkdirSync(clientFolder)
  const out = path.join(tree.folder, 'out')
  const { media, security, texts } = app.services
  const site = await siteOf()
  await writeExport(
    out,
    staticFiles({ content, site, texts, clientFolder, variant: media.variant, security, target: { base: '' } }),
  )
  expect(readFileSync(path.join(out, 'index.html'), 'utf8')).toContain(data.title)
})

it('a change of a new collection is in the history and can be undone', async () => {
  const url = `/api/entries/awards/${entry.id}`
  const changed = await owner.send(
    'PATCH',
    url,
    { data: { issuer: 'Another school' } },
    { headers: { 'if-match': `"${entry.version}"` } },
  )
  expect([changed.status, changed.body]).toMatchObject([200, { data: { issuer: 'Another school' } }])
  const { changes } = (await owner.get(`/api/changes?collection=awards&entry=${entry.id}`)).body
  expect(changes[0]).toMatchObject({ action: 'update', collection: 'awards' })
  const undone = await owner.post(`/api/changes/${changes[0].id}/undo`)
  expect([undone.status, (await owner.get(url)).body.data]).toEqual([undone.status, data])
})
