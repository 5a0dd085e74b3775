import { beforeAll, describe, expect, it } from 'vitest'
import { drawnAtOnce } from '../../../tests/support/drawn-at-once.ts'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { htmlProblems } from '../../../tests/support/html.ts'
import { seededRandom } from '../../../tests/support/random.ts'
import { randomBlocks } from '../../../tests/support/random-blocks.ts'
import { type Block, blockKinds, kindsByName } from '../../model/blocks/kinds.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { createSite } from '../page/render.tsx'

const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example', blockStyles: '/blocks.css' }

let content: Content
beforeAll(() => {
  content = exampleContent()
})

/** The page of a project with these blocks. */
const pageOf = (blocks: Block[], change: (content: Content) => void = () => {}): string => {
  const own = structuredClone(content)
  const [first] = own.projects
  if (!first) throw new Error('The examples are gone.')
  first.blocks = blocks
  change(own)
  return (
    [...createSite(assets, { markup: drawnAtOnce }).pages(own)].find(({ path }) => path === `/projects/${first.slug}`)
      ?.body ?? ''
  )
}

const articleOf = (page: string) => /<article.*<\/article>/s.exec(page)?.[0] ?? ''
const images = () => Object.keys(content.media)

/** A block of each kind, all of it filled in. */
const every = (say: (text: string) => string = (text) => text): Block[] => {
  const [one = '', two = ''] = images()
  const caption = say('Caption')
  return [
    { id: 'text', kind: 'text', markdown: `# ${say('Heading')}\n\n${say('Text')}` },
    { id: 'image', kind: 'image', image: one, caption, fit: 'whole', width: 'wide' },
    {
      id: 'gallery',
      kind: 'gallery',
      images: [one, two].map((image) => ({ image, caption, fit: 'whole' })),
      layout: 'rows',
      width: 'wide',
    },
    {
      id: 'compare',
      kind: 'compare',
      before: one,
      after: two,
      beforeLabel: say('2024'),
      afterLabel: '',
      caption,
      width: 'wide',
    },
    { id: 'video', kind: 'video', file: 'film', poster: one, caption, width: 'wide' },
    { id: 'code', kind: 'code', language: 'typescript', code: `const a = '${say('<b>')}'\n`, caption },
    {
      id: 'figures',
      kind: 'figures',
      items: [{ label: say('Calls'), before: '60', value: '4', unit: say('a week'), source: say('The office') }],
    },
    { id: 'quote', kind: 'quote', testimonial: null, text: say('Good.'), name: say('Ingrid'), role: say('Crew') },
    { id: 'link', kind: 'link', title: say('The site'), url: 'https://example.com/a', text: say('Look.') },
  ]
}

const withFilm = (own: Content) => {
  own.videos = {
    film: { id: 'film', alt: 'Boats', url: '/media/film.mp4', type: 'video/mp4', width: 640, height: 360, size: 1 },
  }
}

describe('The page of a project with blocks', () => {
  it('shows every kind, is valid, and fetches their style sheet', async () => {
    const page = pageOf(every(), withFilm)
    expect(every().map(({ kind }) => kind)).toEqual(blockKinds.map(({ kind }) => kind))
    for (const part of [
      '<link rel="stylesheet" href="/blocks.css">',
      '<h2 dir="auto">Heading</h2>',
      'class="gallery"',
      'data-island="compare"',
      '>2024</p>',
      '>After</p>',
      '<video controls playsinline preload="none" src="/media/film.mp4" width="640" height="360"',
      '<span class="hljs-keyword">const</span>',
      '<del><bdi>60</bdi></del>',
      '<blockquote dir="auto"><p>Good.</p></blockquote>',
      '<span class="link-card-host" dir="ltr">example.com</span>',
    ])
      expect(page).toContain(part)
    expect(await htmlProblems(page)).toEqual([])
  })

  it('escapes whatever is written, in every field, and stays valid in Arabic', async () => {
    const nasty = '</code></style></script><script>alert(1)</script><!--slot-->"\'&amp;'
    const page = pageOf(
      every((text) => `${text} عربي ${nasty}`),
      (own) => {
        withFilm(own)
        own.settings.language = 'ar'
      },
    )
    expect(page).not.toContain('<script>alert')
    expect(articleOf(page).match(/alert\(1\)/g)?.length).toBeGreaterThan(15)
    expect(await htmlProblems(page)).toEqual([])
  })

  it('is valid whatever a draft may hold', async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const page = pageOf(randomBlocks(seededRandom(seed), 12))
      expect(page).not.toContain('<script>alert')
      // A program's text may have spaces at the end of its lines.
      const problems = (await htmlProblems(page)).filter((problem) => !problem.includes('no-trailing-whitespace'))
      expect(problems, `seed ${seed}`).toEqual([])
    }
  })

  it('is what it was before blocks had widths, to the byte, and says only those that are not the page’s', () => {
    const plain = every()
    const before = plain.map((block) => {
      const { width: _, layout: __, ...rest } = block as Block & { width?: string; layout?: string }
      return rest as Block
    })
    expect(pageOf(plain, withFilm)).toBe(pageOf(before, withFilm))
    const composed = pageOf(
      plain.map((block) => ('width' in block ? { ...block, width: block.kind === 'image' ? 'full' : 'text' } : block)),
      withFilm,
    )
    expect(composed.match(/block-[a-z]+ block-(?:full|narrow)/g)).toEqual([
      'block-image block-full',
      ...['block-gallery block-narrow', 'block-compare block-narrow', 'block-video block-narrow'],
    ])
  })

  it('takes two or three images side by side, and says so beside the choice for more', () => {
    const gallery = kindsByName.get('gallery')
    const of = (count: number, layout: string) =>
      gallery?.schema.safeParse({
        ...{ id: 'a', kind: 'gallery', layout },
        images: Array.from({ length: count }, () => ({ image: images()[0], caption: '', fit: 'whole' })),
      })
    expect([of(2, 'side')?.success, of(3, 'side')?.success, of(4, 'rows')?.success]).toEqual([true, true, true])
    expect(of(4, 'side')?.error?.issues).toMatchObject([
      { path: ['layout'], message: 'Side by side takes two or three images. Choose rows, or begin another gallery.' },
    ])
  })

  it('is what it was before there were blocks where it has one text alone, or none', () => {
    const bodyOf = (blocks: Block[]) =>
      /<div class="project-body.*<\/div>(?=<\/article>)/s.exec(articleOf(pageOf(blocks)))?.[0]
    expect(bodyOf([{ id: 'body', kind: 'text', markdown: 'One.\n\nTwo.' }])).toBe(
      '<div class="project-body prose"><p dir="auto">One.</p>\n<p dir="auto">Two.</p></div>',
    )
    expect(bodyOf([])).toBe('<div class="project-body prose"></div>')
    expect(pageOf([])).not.toContain('/blocks.css')
  })

  it('shows a quoted testimonial as long as it is published', () => {
    const [praise] = content.testimonials
    const quote: Block[] = [
      { id: 'a', kind: 'quote', testimonial: praise?.id ?? '', text: '', name: '', role: '' },
      { id: 'b', kind: 'text', markdown: 'After it.' },
    ]
    expect(articleOf(pageOf(quote))).toContain(praise?.feedback.slice(0, 30))
    const without = articleOf(pageOf(quote, (own) => own.testimonials.shift()))
    expect(without).not.toContain('<blockquote')
    expect(without).toContain('After it.')
  })

  it('leaves images of blocks out of the one-page site, and has their placeholders', () => {
    const [one = ''] = images()
    const only = { ...content.media[one], id: 'only', placeholder: '#010203 #010203 #010203 #010203 #010203' }
    const withOnly = (own: Content) => {
      own.media.only = only as Content['media'][string]
    }
    const blocks: Block[] = [{ id: 'a', kind: 'image', image: 'only', caption: '', fit: 'whole', width: 'wide' }]
    const own = structuredClone(content)
    withOnly(own)
    const [first] = own.projects
    if (first) first.blocks = blocks
    const pages = [...createSite(assets, { markup: drawnAtOnce }).pages(own)]
    expect(pages.find(({ path }) => path === '/')?.body).not.toContain('#010203')
    expect(pages.find(({ path }) => path === `/projects/${first?.slug}`)?.body).toContain('#010203')
  })
})
