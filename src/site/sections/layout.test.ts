import { describe, expect, it } from 'vitest'
import { exampleContent } from '../../../tests/support/example-content.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { createSite } from '../page/render.tsx'
import { firstSentence, layoutOf } from './portfolio-layout.ts'

const content = exampleContent()

const portfolioOf = (own: Content) => {
  const site = createSite({ css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example' })
  const home = [...site.pages(own)].find(({ path }) => path === '/')?.body ?? ''
  return /<section id="portfolio".*?<\/section>/s.exec(home)?.[0] ?? ''
}
const withPictures = (count: number, data: object = {}) => {
  const own = structuredClone(content)
  for (const [n, project] of own.projects.entries())
    Object.assign(project, n < count ? {} : { image: null, cover: null }, data)
  return own
}

describe('The layout of the portfolio', () => {
  it('is an index where fewer than half of the projects have an image, and tiles from there on', () => {
    const half = Math.ceil(content.projects.length / 2)
    expect(layoutOf(withPictures(half - 1))).toBe('index')
    expect(layoutOf(withPictures(half))).toBe('tiles')
  })

  it('is the one that the owner chooses, whatever the projects have', () => {
    for (const portfolioLayout of ['tiles', 'rows', 'index'] as const) {
      const own = withPictures(0)
      own.settings.portfolioLayout = portfolioLayout
      expect(portfolioOf(own)).toContain(`<ul class="${portfolioLayout}" data-portfolio="">`)
    }
  })

  it('shows images in an index only where it is one with images', () => {
    const own = withPictures(1)
    own.settings.portfolioLayout = 'catalogue'
    expect(portfolioOf(own)).toContain('<ul class="index catalogue" data-portfolio="">')
    expect(portfolioOf(own).match(/<img /g)).toHaveLength(1)
    own.settings.portfolioLayout = 'index'
    expect(portfolioOf(own)).not.toContain('<img ')
  })

  it('says in an index when, for whom and what, with the first sentence and the first figure', () => {
    const items = [
      { label: 'Draft', before: '', value: '', unit: '', source: '' },
      { label: 'Time to answer', before: '800', value: '12', unit: 'ms', source: '' },
    ]
    const own = withPictures(0, {
      ...{
        year: 2024,
        client: 'Brasserie Nord',
        summary: 'It answers at once, e.g. in Lyon. It used to take a while.',
      },
      blocks: [{ id: 'f', kind: 'figures', items }],
    })
    const text = portfolioOf(own)
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
    expect(text).toContain(`2024 ${own.projects[0]?.title} Brasserie Nord It answers at once`)
    expect(text).toContain('800 → 12 ms Time to answer')
    expect(text).not.toContain('It used to')
    expect(portfolioOf(own)).not.toContain('card-initial')
  })

  it('shows the summary of a project without an image among tiles, and a letter only where nothing is said', () => {
    const own = withPictures(0, { summary: 'A clock for the tides.', blocks: [] })
    own.settings.portfolioLayout = 'tiles'
    expect(portfolioOf(own)).toContain('A clock for the tides.')
    expect(portfolioOf(own)).not.toContain('card-initial')
  })
})

it('Below a sentence on the first screen stands a wide image that is not among the first two, and waits for its turn', () => {
  const own = structuredClone(content)
  own.settings.firstScreen = 'words'
  const homeOf = () => {
    const site = createSite({ css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example' })
    const page = [...site.pages(own)].find(({ path }) => path === '/')?.body ?? ''
    return /<section id="home".*?<\/section>/s.exec(page)?.[0] ?? ''
  }
  const isWide = ({ image }: { image: string | null }) => {
    const { width = 0, height = 0 } = own.media[image ?? ''] ?? {}
    return width > 1.2 * height
  }
  const shown = own.projects.slice(2).find(isWide)
  expect(homeOf()).toMatch(
    new RegExp(`home-inner.*home-picture"><a href="/projects/${shown?.slug}".*loading="lazy"`, 's'),
  )
  own.projects = own.projects.slice(0, 2)
  expect(homeOf()).not.toContain('home-picture')
})

it('An index row without a summary says the client or the categories in its place, once', () => {
  const own = withPictures(0, { summary: '', year: null, client: '', blocks: [] })
  const [row = ''] = /<li class="index-row".*?<\/li>/s.exec(portfolioOf(own)) ?? []
  expect(row).toMatch(/class="index-sentence"[^>]*><span class="index-client"[^>]*>Design</)
  expect(row.match(/index-client/g)).toHaveLength(1)
})

describe('The first sentence', () => {
  it('ends where the language of the page ends it', () => {
    expect(firstSentence('One. Two.', 'en')).toBe('One.')
    expect(firstSentence('一つ。二つ。', 'ja')).toBe('一つ。')
    expect(firstSentence('', 'en')).toBe('')
    const { Segmenter } = Intl
    Reflect.deleteProperty(Intl, 'Segmenter')
    expect(firstSentence('One. Two.', 'en')).toBe('One. Two.')
    Object.assign(Intl, { Segmenter })
  })
})
