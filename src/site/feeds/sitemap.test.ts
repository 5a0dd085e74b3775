import { describe, expect, it } from 'vitest'
import { emptyContent, exampleContent, exampleImage } from '../../../tests/support/example-content.ts'
import { childrenOf, parseXml, textOf } from '../../../tests/support/xml.ts'
import type { Block } from '../../model/blocks/kinds.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { createSite } from '../page/render.tsx'

const url = 'https://mira.example'
const site = () => createSite({ css: '', boot: '/boot.js', fonts: [], publicUrl: url })

const addressesOf = (content: Content) => {
  const body = [...site().pages(content)].find(({ path }) => path === '/sitemap.xml')?.body ?? ''
  const root = parseXml(body)
  expect([root.name, root.uri]).toEqual(['urlset', 'http://www.sitemaps.org/schemas/sitemap/0.9'])
  return childrenOf(root, 'url').map((one) => ({
    loc: textOf(one, 'loc') ?? '',
    lastmod: textOf(one, 'lastmod'),
    images: childrenOf(one, 'image').map((image) => {
      expect(image.uri).toBe('http://www.google.com/schemas/sitemap-image/1.1')
      return textOf(image, 'loc') ?? ''
    }),
  }))
}
const at = (content: Content, path: string) => addressesOf(content).find(({ loc }) => loc === url + path)

describe('the sitemap', () => {
  it('says when each page was published, the one page with whatever was published last', () => {
    const content = exampleContent()
    const [fio] = content.projects.filter(({ slug }) => slug === 'fio')
    const entries = {
      [fio?.id ?? '']: '2026-03-01T10:00:00.000Z',
      [content.skills[0]?.id ?? '']: '2026-04-01T10:00:00.000Z',
    }
    content.times = { entries, settings: '2026-01-01T10:00:00.000Z' }
    expect(at(content, '/projects/fio')?.lastmod).toBe('2026-03-01T10:00:00.000Z')
    expect(at(content, '/projects')?.lastmod).toBe('2026-03-01T10:00:00.000Z')
    expect(at(content, '/')?.lastmod).toBe('2026-04-01T10:00:00.000Z')
  })

  it('says no time that is not known', () => {
    expect(addressesOf(exampleContent()).filter(({ lastmod }) => lastmod !== undefined)).toEqual([])
    expect(addressesOf(emptyContent()).map(({ loc }) => loc)).toEqual([`${url}/`])
  })

  it('names the images of each page once, those of blocks as well, at absolute addresses', () => {
    const content = exampleContent()
    content.media.one = exampleImage('one')
    const own = content.projects.find(({ slug }) => slug === 'fio')?.image ?? ''
    const images = ['one', 'one', 'gone', own].map((image) => ({ image, caption: '' }))
    const blocks = [{ id: 'a', kind: 'gallery', images }] as Block[]
    content.projects = content.projects.map((one) => (one.slug === 'fio' ? { ...one, blocks } : one))
    const found = at(content, '/projects/fio')?.images
    expect(found).toHaveLength(2)
    expect(found?.[1]).toBe(`${url}/media/one-1280.jpeg`)
    expect(at(content, '/')?.images.length).toBeGreaterThan(5)
  })

  it('lists addresses that answer, and no redirect', () => {
    const content = exampleContent()
    const pages = new Map([...site().pages(content)].map((page) => [url + page.path, page.status]))
    for (const { loc } of addressesOf(content)) expect([loc, pages.get(loc)]).toEqual([loc, 200])
  })
})
