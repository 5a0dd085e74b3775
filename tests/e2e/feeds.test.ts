import { afterAll, beforeAll, expect, it } from 'vitest'
import { examples } from '../../src/model/content/examples.ts'
import { createSite } from '../../src/site/page/render.tsx'
import { drawnAtOnce } from '../support/drawn-at-once.ts'
import { type LiveSite, publicUrl, startLiveSite } from '../support/live-site.ts'
import { childrenOf, parseXml, textOf } from '../support/xml.ts'

const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl }
const by = 'owner'
const fields = { ...examples.projects[0], image: null, cover: null, blocks: [] }

let site: LiveSite
beforeAll(async () => {
  site = await startLiveSite({}, createSite(assets, { markup: drawnAtOnce }))
})
afterAll(() => site.stop())

const published = async () => {
  site.services.publisher.changed()
  await site.services.publisher.idle()
}
const paths = ['/feed.xml', '/sitemap.xml', '/projects/tide.md', '/index.md']
const feed = async () => parseXml((await site.ask('/feed.xml')).text)

it('a draft is in no feed, no sitemap and no twin; published it is in all of them, with the time of that', async () => {
  const draft = await site.services.entries.create<string>(
    'projects',
    { ...fields, title: 'Tide', slug: 'tide' },
    { by, publish: false },
  )
  await published()
  expect((await site.ask('/projects/tide.md')).status).toBe(404)
  for (const path of ['/feed.xml', '/sitemap.xml', '/index.md', '/projects.md'])
    expect([path, (await site.ask(path)).text.includes('ide')]).toEqual([path, false])

  await site.services.entries.publish('projects', draft.id, { by })
  await published()
  const { publishedAt, version } = await site.services.entries.get('projects', draft.id)
  const [entry] = childrenOf(await feed(), 'entry')
  expect(entry && [textOf(entry, 'id'), textOf(entry, 'updated')]).toEqual([`urn:uuid:${draft.id}`, publishedAt])
  expect((await site.ask('/sitemap.xml')).text).toContain(
    `<loc>${publicUrl}/projects/tide</loc><lastmod>${publishedAt}</lastmod>`,
  )
  expect((await site.ask('/projects/tide.md')).text).toMatch(/^# Tide\n/)
  expect((await site.ask('/index.md')).text).toContain(`[Tide](<${publicUrl}/projects/tide.md>)`)

  // A draft over it changes neither.
  await site.services.entries.update('projects', draft.id, { title: 'Ebb' }, { by, version, publish: false })
  await published()
  for (const path of paths) expect([path, (await site.ask(path)).text.includes('Ebb')]).toEqual([path, false])
  expect(textOf(childrenOf(await feed(), 'entry')[0] as never, 'updated')).toBe(publishedAt)
})

it.each(paths)(
  '%s is answered as pages are: by ETag, encoding and HEAD, with the headers of the site',
  async (path) => {
    const whole = await site.ask(path)
    expect([whole.status, whole.headers['x-content-type-options']]).toEqual([200, 'nosniff'])
    expect(whole.headers['content-type']).toMatch(/; charset=utf-8$/)
    const etag = whole.headers.etag ?? ''
    expect(await site.ask(path, { headers: { 'If-None-Match': etag } })).toMatchObject({ status: 304, text: '' })
    const head = await site.ask(path, { method: 'HEAD' })
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(whole.body.length)])
    const brotli = await site.ask(path, { headers: { 'Accept-Encoding': 'br' } })
    expect([brotli.headers['content-encoding'], brotli.headers.etag]).toEqual(['br', etag])
    expect((await site.ask(path, { method: 'POST' })).status).toBe(405)
  },
)

it('a twin names its page in the Link header, and the page of no other host', async () => {
  const { headers } = await site.ask('/projects/tide.md', { headers: { Host: 'evil.example' } })
  expect(headers.link).toBe(`<${publicUrl}/projects/tide>; rel="canonical"`)
  for (const path of paths) {
    const { text } = await site.ask(path, { headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' } })
    expect(text).not.toContain('evil')
  }
})

it('a project that is taken off the page leaves its feed, its sitemap and its twin', async () => {
  const [project] = (await site.services.entries.list('projects')).entries
  await site.services.entries.unpublish('projects', project?.id ?? '', { by })
  await published()
  expect((await site.ask('/projects/tide.md')).status).toBe(404)
  for (const path of ['/feed.xml', '/sitemap.xml', '/index.md'])
    expect([path, (await site.ask(path)).text.includes('tide')]).toEqual([path, false])
})
