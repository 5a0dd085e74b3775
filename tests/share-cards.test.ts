import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { japaneseCharacters } from '../scripts/japanese-coverage.ts'
import { type ShareCard, shareCardSize } from '../src/model/publishing/page.ts'
import type { Content } from '../src/model/publishing/published-content.ts'
import { inPair } from '../src/model/themes/chosen-theme.ts'
import { drawCard, measureCard } from '../src/server/cards/draw-card.ts'
import { cardFonts, cardTypeOf, drawable, isJapanese, japaneseRanges } from '../src/site/cards/card-fonts.ts'
import type { CardNode } from '../src/site/cards/share-cards.ts'
import { sampleJpeg } from './support/card-image.ts'
import { exampleContent, exampleImage } from './support/example-content.ts'
import { cardsOf } from './support/share-cards.ts'
import { builtInThemes } from './support/themes.ts'

const { width, height } = shareCardSize
const project = (content: Content, changes: object) => Object.assign(content.projects[0] as object, changes)

const jobOf = async (card: ShareCard | undefined) => {
  if (!card) throw new Error('There is no card.')
  const { node, fonts, image } = card.draw()
  return { node, fonts, image: image === undefined ? undefined : await sampleJpeg(), width, height }
}

type Measured = Awaited<ReturnType<typeof measureCard>>

interface Line {
  text: string
  left: number
  top: number
  right: number
  bottom: number
}

/** Every run of text, in px of the card. */
const linesOf = ({ transform: [, , , , left, top], runs, children }: Measured): Line[] => [
  ...runs.map((run) => ({
    text: run.text,
    ...{ left: left + run.x, top: top + run.y, right: left + run.x + run.width, bottom: top + run.y + run.height },
  })),
  ...children.flatMap(linesOf),
]

const letters = (text: string) => [...text.replace(/\s/g, '')].sort().join('')

const textsOf = (node: CardNode): string[] =>
  node.type === 'text' ? [node.text] : node.type === 'image' ? [] : node.children.flatMap(textsOf)

/** The lines that show this text, all of it and nothing else. */
const linesWith = (all: Line[], text: string) => {
  const from = all.findIndex((_, start) =>
    all.some(
      (_, end) =>
        letters(
          all
            .slice(start, end + 1)
            .map((line) => line.text)
            .join(''),
        ) === letters(text),
    ),
  )
  const to = all.findIndex(
    (_, end) =>
      letters(
        all
          .slice(from, end + 1)
          .map((line) => line.text)
          .join(''),
      ) === letters(text),
  )
  return from < 0 ? [] : all.slice(from, to + 1)
}

/** Rows of text: runs in several fonts stand in one when their middles are near. */
const countRows = (own: readonly Line[]): number => {
  const middles = own.map(({ top, bottom }) => (top + bottom) / 2).sort((a, b) => a - b)
  return middles.filter((middle, at) => at === 0 || middle - (middles[at - 1] ?? 0) > 20).length
}

const eighty = {
  'an English title': 'Redesigning the booking flow of a small ferry company on the Norwegian west end.',
  'a title of one word': 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnungsentwurf1234',
  'an Arabic title': 'إعادة تصميم تجربة الحجز لشركة عبّارات صغيرة على الساحل الغربي للنرويج 2024 هنا ك',
  'a Ukrainian title': 'Оновлення сервісу бронювання для невеликої поромної компанії на західному березі',
  'a title of capitals': 'REDESIGNING THE BOOKING FLOW OF A SMALL FERRY COMPANY ON THE NORWEGIAN WEST END.',
  'a Japanese title':
    'ノルウェー西海岸の小さなフェリー会社のための予約体験の再設計と時刻表の新しい見せ方について考えたこと、試したこと、そして残したことの記録をまとめた長い題名の例だ',
  'a Vietnamese title': 'Thiết kế lại quy trình đặt vé cho một công ty phà nhỏ ở bờ biển phía tây Na Uy!?',
}

describe('A share card', () => {
  it.each(
    Object.entries(eighty).flatMap(([name, title]) => [
      [name, title, 'with an image'] as const,
      [name, title, 'without an image'] as const,
    ]),
  )('shows %s of 80 characters whole, %#', async (_, title, kind) => {
    expect([...title]).toHaveLength(80)
    const content = exampleContent()
    const image = kind === 'with an image' ? content.projects[0]?.image : null
    project(content, { title, slug: 'long', image, cover: null, summary: 'One sentence. '.repeat(20).trim() })
    const card = cardsOf(content).get('projects/long')
    expect(card?.cuts).toEqual([])
    const lines = linesOf(await measureCard(await jobOf(card)))
    const own = linesWith(lines, title)
    const rows = countRows(own)
    expect(rows).toBeGreaterThan(1)
    expect(rows).toBeLessThan(5)
    // Whatever is above, below or beside it has its own space.
    for (const line of lines) {
      expect(line.left).toBeGreaterThanOrEqual(40)
      expect(line.right).toBeLessThanOrEqual(width - 40)
      expect(line.top).toBeGreaterThanOrEqual(40)
      expect(line.bottom).toBeLessThanOrEqual(height - 40)
    }
    const rest = lines.filter((line) => !own.includes(line))
    const [top, bottom] = [Math.min(...own.map((one) => one.top)), Math.max(...own.map((one) => one.bottom))]
    expect(rest.filter((line) => line.bottom > top + 1 && line.top < bottom - 1)).toEqual([])
  })

  it.each(
    builtInThemes.flatMap((theme) => theme.pairs.map((pair) => [theme.id, pair.id, inPair(theme, pair)] as const)),
  )('shows a title of 80 characters whole in the typefaces of %s, %s', async (id, _, theme) => {
    const content = exampleContent()
    const title = eighty['an English title']
    project(content, { title, slug: 'long', image: null, cover: null, summary: 'One sentence. '.repeat(20).trim() })
    const card = cardsOf(content, theme).get('projects/long')
    const job = await jobOf(card)
    // As they are in the sources: nothing is built for this test.
    const fonts = job.fonts.map((font) => ({
      ...font,
      file: font.file.replace(/^dist\/client\/assets\/(.*)-.{8}\.woff2$/, `src/site/themes/${id}/fonts/$1.woff2`),
    }))
    const lines = linesOf(await measureCard({ ...job, fonts }))
    const own = linesWith(lines, title)
    expect(countRows(own)).toBeGreaterThan(1)
    expect(countRows(own)).toBeLessThan(5)
    for (const line of lines) {
      expect(line.left).toBeGreaterThanOrEqual(40)
      expect(line.right).toBeLessThanOrEqual(width - 40)
      expect(line.bottom).toBeLessThanOrEqual(height - 40)
    }
    const { tokens } = theme
    const files = job.fonts.map(({ file }) => file).join(' ')
    const isOurs = id === 'editorial' && tokens.font.display.$value[0] === 'Bricolage'
    expect(files.includes('dist/client/assets/')).toBe(!isOurs)
  })

  it('says of a title and of the line above that they are cut', async () => {
    const content = exampleContent()
    const [title, role] = ['WWMMWWMMWW '.repeat(6).trim(), 'WM'.repeat(40)]
    project(content, { title, slug: 'long', image: content.projects[0]?.image ?? null, cover: null })
    Object.assign(content.settings, { role })
    const cards = cardsOf(content)
    for (const [stem, text] of [
      ['projects/long', title],
      ['home', role],
    ] as const) {
      expect(cards.get(stem)?.cuts).toEqual([text])
      expect(linesWith(linesOf(await measureCard(await jobOf(cards.get(stem)))), text)).toEqual([])
    }
  })

  it('stands right to left when its title does', async () => {
    const content = exampleContent()
    project(content, { title: eighty['an Arabic title'], slug: 'long', image: null, cover: null })
    const lines = linesOf(await measureCard(await jobOf(cardsOf(content).get('projects/long'))))
    const own = linesWith(lines, eighty['an Arabic title'])
    expect(Math.max(...own.map((line) => line.right))).toBeGreaterThan(width - 90)
  })

  it('is a PNG of 1200 × 630 in the colours of the page', async () => {
    const content = exampleContent()
    content.settings = { ...content.settings, appearance: 'dark', accent: 'cobalt' }
    const png = await drawCard(await jobOf(cardsOf(content).get('home')))
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', ...shareCardSize })
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
    expect(at(4, 4)).toEqual([0x13, 0x10, 0x0e])
    const marked = Array.from({ length: info.width * info.height }, (_, i) => i).filter(
      (i) => data[i * 3] === 0x7a && data[i * 3 + 1] === 0xa8 && data[i * 3 + 2] === 0xfe,
    )
    // The stroke at the foot, and the ring.
    expect(marked.length).toBeGreaterThan(44 * 6)
  })

  it('shows the image of its project', async () => {
    const content = exampleContent()
    const [first] = content.projects
    const png = await drawCard(await jobOf(cardsOf(content).get(`projects/${first?.slug}`)))
    const { channels } = await sharp(png).extract({ left: 800, top: 0, width: 400, height }).stats()
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(40)
  })

  it('has another path when what it shows changes, and the same when anything else does', () => {
    const pathAfter = (change: (content: Content) => void) => {
      const content = exampleContent()
      project(content, { slug: 'one' })
      change(content)
      return cardsOf(content).get('projects/one')?.path
    }
    const before = pathAfter(() => {})
    expect(before).toMatch(/^\/media\/cards\/projects\/one\.[0-9a-f]{16}\.png$/)
    for (const same of [
      (content: Content) => project(content, { tags: ['Other'] }),
      (content: Content) => content.projects.reverse(),
      (content: Content) => Object.assign(content.settings, { description: 'Other' }),
    ])
      expect(pathAfter(same)).toBe(before)
    for (const other of [
      (content: Content) => project(content, { title: 'Other' }),
      (content: Content) => project(content, { summary: 'Other' }),
      (content: Content) => project(content, { image: null, cover: null }),
      (content: Content) => Object.assign(content.settings, { accent: 'plum' }),
      (content: Content) => Object.assign(content.settings, { appearance: 'dark' }),
    ])
      expect(pathAfter(other)).not.toBe(before)
  })

  it('of the home page gives way to the image that the owner chose, those of projects do not', () => {
    const content = exampleContent()
    content.media.chosen = exampleImage('chosen')
    content.settings.linkImage = 'chosen'
    const cards = [...cardsOf(content).keys()]
    expect(cards).not.toContain('home')
    expect(cards.filter((stem) => stem.startsWith('projects/'))).toHaveLength(content.projects.length)
  })

  it('is not made of letters that its fonts lack, and leaves out emoji', () => {
    const content = exampleContent()
    for (const title of ['여행 지도', '旅の地图', 'แผนที่', 'מפת הדרכים']) {
      project(content, { title, slug: 'one' })
      expect([title, cardsOf(content).has('projects/one')]).toEqual([title, false])
    }
    expect(drawable('Tide 🌊 line 👩‍💻')).toBe('Tide line')
  })

  it('reads the Japanese font only for a title that needs it', () => {
    const content = exampleContent()
    const filesFor = (title: string) => {
      project(content, { title, slug: 'one' })
      return cardsOf(content)
        .get('projects/one')
        ?.draw()
        .fonts.map(({ file }) => file)
    }
    const japanese = expect.stringContaining('/japanese-400.ttf.br')
    expect(filesFor('Tideline')).not.toContainEqual(japanese)
    expect(filesFor('旅の地図')).toContainEqual(japanese)
  })

  it('knows the characters of the Japanese font', async () => {
    const known = japaneseRanges
      .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i))
      .filter(isJapanese)
    expect(known).toEqual(await japaneseCharacters())
    expect(known.length).toBeGreaterThan(6000)
  })

  it.each([
    'Websites and small shops for people with something to run. Lisbon, from Tromsø. Since 2012, and always with care.',
    'One sentence. '.repeat(30).trim(),
    'A shop for eleven weavers. Watch the pattern of your blanket before it is on the loom! And then some more text follows.',
    // Fills all lines of the card to its first full stop.
    'Accessible websites, shops and timetables for ferries, bakeries and people with something to run. Freelance in Lisbon.',
  ])('cuts no text after a full stop: %s', async (description) => {
    const content = exampleContent()
    Object.assign(content.settings, { description })
    const job = await jobOf(cardsOf(content).get('home'))
    const [whole = ''] = textsOf(job.node as CardNode).filter((text) => description.startsWith(text))
    expect(whole).toMatch(/^.+[.!?]$/)
    // What is measured has no ellipsis: it stands where the text is not shown whole.
    const shown = linesOf(await measureCard(job))
    expect(linesWith(shown, whole).length).toBeGreaterThan(0)
  })

  it.each(Object.entries(cardTypeOf(undefined).families))(
    'draws every character that it may have, in its %s font',
    async (_, fontFamily) => {
      const fonts = cardFonts.filter(({ ranges }) => ranges !== japaneseRanges)
      const characters = [...new Set(fonts.flatMap(({ ranges }) => ranges))]
        .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)))
        .filter((character) => /[\p{L}\p{N}\p{P}]/u.test(character))
      const [side, columns] = [60, 40]
      // What a font lacks is drawn as the same box for all.
      const cells = ['\u{10FFFD}', ...characters].map((text, at) => ({
        type: 'text',
        text,
        style: {
          ...{ position: 'absolute', left: (at % columns) * side, top: Math.floor(at / columns) * side },
          ...{ width: side, height: side, fontFamily, fontSize: 30, color: '#fff' },
        },
      }))
      const size = { width: columns * side, height: Math.ceil(cells.length / columns) * side }
      const node = { type: 'container', style: { position: 'relative', ...size }, children: cells }
      const { data, info } = await sharp(await drawCard({ node, fonts, ...size }))
        .raw()
        .toBuffer({ resolveWithObject: true })
      const row = info.width * info.channels
      const cell = (at: number) => {
        const left = (at % columns) * side * info.channels
        const top = Math.floor(at / columns) * side
        const rows = Array.from({ length: side }, (_, y) =>
          data.subarray((top + y) * row + left).subarray(0, side * info.channels),
        )
        return Buffer.concat(rows).toString('base64')
      }
      const box = cell(0)
      expect(characters.length).toBeGreaterThan(700)
      expect(characters.filter((_, at) => cell(at + 1) === box)).toEqual([])
    },
  )
})
