import { expect, it } from 'vitest'
import { pageFile } from './static-files.ts'

const written = (body: string, type = 'text/html; charset=utf-8') => {
  const page = { path: '/', status: 200, type, body, styles: [] } as const
  const target = { origin: 'https://mira.example', base: '/portfolio' }
  return String(pageFile({ ...page, styles: [] }, () => ['', ''], target)?.bytes)
}

it('leads further pages of the site’s own lists to their files, and leaves the URLs of other sites and texts alone', () => {
  const body = [
    '<link rel="canonical" href="https://mira.example/portfolio/design?page=2">',
    '<meta property="og:url" content="https://mira.example/portfolio/design?page=2">',
    '<a href="/design?page=3">',
    '<a href="https://other.example/blog?page=2">',
    '<a href="//other.example/blog?page=2">',
    '<meta name="description" content="Read /design?page=2">',
    '<img src="/media/a.jpg" srcset="/media/a.jpg 1x, /media/b.jpg 2x">href="/design?page=2"',
    '<style>a { background: url("/a.png") url(https://other.example/b.png) }</style>',
    '<script>go("/design?page=2")</script>',
  ]
  expect(written(body.join('\n')).split('\n')).toEqual([
    '<link rel="canonical" href="https://mira.example/portfolio/design/page/2">',
    '<meta property="og:url" content="https://mira.example/portfolio/design/page/2">',
    '<a href="/portfolio/design/page/3">',
    body[3],
    body[4],
    body[5],
    '<img src="/portfolio/media/a.jpg" srcset="/portfolio/media/a.jpg 1x, /portfolio/media/b.jpg 2x">href="/design?page=2"',
    '<style>a { background: url("/portfolio/a.png") url(https://other.example/b.png) }</style>',
    body[8],
  ])
})

it('leads links in a table of Markdown below the base, where cells end a run of program text', () => {
  const table = (base: string) => `| One | Two |\n| --- | --- |\n| a \` b | [c](${base}/d) \` |\n\n\`[e](/f)\``
  expect(written(table(''), 'text/markdown; charset=utf-8')).toBe(table('/portfolio'))
})
