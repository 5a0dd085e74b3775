import { expect, it } from 'vitest'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { pagePaths } from '../../model/publishing/page-paths.ts'
import { createSite } from './render.tsx'

it('names every path that the site renders, and no other', () => {
  const site = createSite({ css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example' })
  const content = exampleContent()
  const rendered = [...site.pages(content)]
    .map(({ path }) => path)
    .filter((path) => path !== '/404' && !path.includes('?') && !path.endsWith('.md'))
  expect(pagePaths({ ...content, categories: content.settings.categories }).toSorted()).toEqual(rendered.toSorted())
})

it('gives a page its icons and its preview image as they are chosen', () => {
  const site = createSite({ css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example' })
  const content = exampleContent()
  const [image] = Object.values(content.media)
  if (!image) throw new Error('There is no image.')
  const icons = [32, 180, 192, 512].map((size) => ({ size, url: `/media/0123456789abcdef-icon${size}.png` }))
  content.media[image.id] = { ...image, icons }
  content.settings = { ...content.settings, icon: image.id, linkImage: image.id }
  const pages = new Map([...site.pages(content)].map((page) => [page.path, page.body]))
  for (const path of ['/', '/404', `/projects/${content.projects[0]?.slug}`]) {
    expect(pages.get(path)).toContain(
      '<link rel="icon" href="/media/0123456789abcdef-icon32.png" type="image/png" sizes="32x32">',
    )
    expect(pages.get(path)).toContain('<link rel="apple-touch-icon" href="/media/0123456789abcdef-icon180.png">')
    expect(pages.get(path)).not.toContain('favicon.svg')
  }
  expect(pages.get('/')).toContain(
    `<meta property="og:image" content="https://mira.example/media/${image.id}-1280.jpeg">`,
  )
  const manifest = JSON.parse(pages.get('/site.webmanifest') ?? '')
  expect(manifest.icons.map(({ src }: { src: string }) => src)).toEqual(icons.map(({ url }) => url))

  content.media[image.id] = { ...image, vector: '/media/0123456789abcdef.svg' }
  const [home] = [...site.pages(content)]
  expect(home?.body).toContain('<link rel="icon" href="/media/0123456789abcdef.svg" type="image/svg+xml">')
  expect(home?.body).not.toContain(`og:image" content="https://mira.example/media/${image.id}`)
})
