import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sampleJpeg } from '../../../tests/support/card-image.ts'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { keptLog } from '../../../tests/support/kept-log.ts'
import { cardsOf } from '../../../tests/support/share-cards.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { identityOf, type Snapshot } from '../snapshots/snapshots.ts'
import { type Cards, createCardProcess, createCards } from './cards.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const locationOf = ({ source: { headers } }: Snapshot) => headers[headers.indexOf('Location') + 1]

let content: Content
let drawn: number
let time: number
let card: ReturnType<typeof createCardProcess>
let lines: string[]
let hasImages: boolean
let cards: Cards

const pathOf = (stem: string) => cardsOf(content).get(stem)?.path ?? ''
const change = (changes: object, at = 0) => {
  content = structuredClone(content)
  Object.assign(content.projects[at] as object, changes)
}

beforeEach(() => {
  content = exampleContent()
  change({ slug: 'one' })
  drawn = 0
  time = 0
  const kept = keptLog('warn')
  lines = kept.lines
  hasImages = true
  // Longer than any test waits: it ends by what a test does, not by itself.
  card = createCardProcess({ idleMs: 120_000, timeoutMs: 120_000 })
  cards = createCards({
    site: { cards: (of) => cardsOf(of).values() },
    content: () => content,
    caughtUp: async () => {},
    process: {
      draw: (job) => {
        drawn += 1
        return card.draw(job)
      },
    },
    variant: async () => (hasImages ? { bytes: await sampleJpeg() } : undefined),
    security: ['Cross-Origin-Resource-Policy', 'same-origin'],
    log: kept.log,
    now: () => time,
  })
})

afterEach(() => card.close())

describe('The card of a page', () => {
  it('is drawn at its first visit and never again while it shows the same', async () => {
    const path = pathOf('projects/one')
    expect(cards.ready(path)).toBeUndefined()
    const [one, other] = await Promise.all([cards.load(path), cards.load(path)])
    expect(one).toBe(other)
    expect(one).toMatchObject({ status: 200, source: { type: 'image/png' } })
    expect(identityOf(one as Snapshot).subarray(0, 8)).toEqual(png)
    expect(one?.source.headers).toContain('public, max-age=31536000, immutable')
    expect(one?.source.headers).toContain('cross-origin')
    change({ tags: ['Other'], year: content.projects[0]?.year })
    content.version += 1
    expect(cards.ready(path)).toBe(one)
    expect(await cards.load(path)).toBe(one)
    expect(drawn).toBe(1)
  })

  it('has a new path when what it shows changes, to which the old one leads', async () => {
    const before = pathOf('projects/one')
    await cards.load(before)
    change({ title: 'Other' })
    const after = pathOf('projects/one')
    expect(cards.ready(before)).toBeUndefined()
    const moved = await cards.load(before)
    expect([moved?.status, moved && locationOf(moved)]).toEqual([302, after])
    expect(drawn).toBe(1)
    expect((await cards.load(after))?.status).toBe(200)
    expect(drawn).toBe(2)
  })

  it('is gone with its page, drawn or not', async () => {
    const path = pathOf('projects/one')
    await cards.load(path)
    content = { ...content, projects: content.projects.slice(1) }
    expect(cards.ready(path)).toBeUndefined()
    expect(await cards.load(path)).toBeUndefined()
    for (const other of ['/media/cards/projects/none.0123456789abcdef.png', '/media/cards/../home.png', '/media/x.png'])
      expect(await cards.load(other)).toBeUndefined()
    expect(drawn).toBe(1)
  })

  it('that cannot be drawn gives way to the image of its page, and is tried again after a minute', async () => {
    hasImages = false
    const path = pathOf('projects/one')
    const image = content.media[content.projects[0]?.image ?? '']?.variants.jpeg.at(-1)?.url
    const answer = await cards.load(path)
    expect([answer?.status, answer && locationOf(answer)]).toEqual([302, image])
    expect(answer?.source.headers).toContain('no-cache')
    hasImages = true
    expect((await cards.load(path))?.status).toBe(302)
    expect(lines.filter((line) => line.includes('could not be drawn'))).toHaveLength(1)
    time = 61_000
    expect((await cards.load(path))?.status).toBe(200)
  })

  it('is drawn by a new process when the one before has ended', async () => {
    await cards.load(pathOf('home'))
    const { pid } = card
    process.kill(pid as number, 'SIGKILL')
    await expect.poll(() => card.pid).toBeUndefined()
    expect((await cards.load(pathOf('projects/one')))?.status).toBe(200)
    expect(card.pid).not.toBe(pid)
  })
})

describe('The process that draws cards', () => {
  const job = { node: { type: 'text', text: '', style: {} }, fonts: [], width: 40, height: 40 }

  it('that is killed while it draws costs that card and no other', async () => {
    const large = { ...job, width: 6000, height: 6000 }
    const lost = card.draw(large)
    await expect.poll(() => card.pid).toBeDefined()
    process.kill(card.pid as number, 'SIGKILL')
    await expect(lost).rejects.toThrow('ended')
    expect((await card.draw(job)).subarray(0, 8)).toEqual(png)
  })

  it('says why it cannot draw, and goes on', async () => {
    await expect(card.draw({ ...job, node: { type: 'nothing' } })).rejects.toThrow('could not be drawn')
    const { pid } = card
    await card.draw(job)
    expect(card.pid).toBe(pid)
  })

  it('takes only so many at a time', async () => {
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => card.draw(job)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(32)
    expect(String((all.at(-1) as PromiseRejectedResult).reason)).toContain('Try again')
  })

  it('ends when it is idle', async () => {
    const short = createCardProcess({ idleMs: 50, timeoutMs: 120_000 })
    await short.draw(job)
    await expect.poll(() => short.pid).toBeUndefined()
  })

  it('that takes too long is ended', async () => {
    const hasty = createCardProcess({ timeoutMs: 1 })
    await expect(hasty.draw(job)).rejects.toThrow('took more than')
    expect(hasty.pid).toBeUndefined()
  })
})
