import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Block } from '../../src/model/blocks/kinds.ts'
import { examples } from '../../src/model/content/examples.ts'
import { createDrawnTexts, createTextProcess } from '../../src/server/publishing/drawn-texts.ts'
import { createSite } from '../../src/site/page/render.tsx'
import { type LiveSite, publicUrl, startLiveSite } from '../support/live-site.ts'

const by = 'owner'
const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl }
const code = (n: number): Block => ({
  ...{ id: `code-${n}`, kind: 'code', language: 'markdown', caption: '' },
  code: `${n}\n${'[a]('.repeat(2400)}`,
})
const blocks: Block[] = [
  { id: 'text', kind: 'text', markdown: 'A *quiet* text' },
  { id: 'slow', kind: 'text', markdown: `First <line>\nsecond ${'_a*'.repeat(6600)}` },
  ...[1, 2, 3, 4, 5, 6].map(code),
]
const project = { ...examples.projects[0], image: null, slug: 'slow', blocks } as never

let site: LiveSite
const texts = createDrawnTexts(createTextProcess({ idleMs: 60_000, lostMs: 120_000 }))
beforeAll(async () => {
  site = await startLiveSite({}, createSite(assets, { markup: texts }), texts)
})
afterAll(async () => {
  texts.close()
  await site.stop()
})

it('a text within the limits that is slow to draw stands as it was written, with its line ends, and stops nobody', async () => {
  const { entries, publisher } = site.services
  await entries.create('projects', project, { by })
  await publisher.idle()
  const { status, text } = await site.ask('/projects/slow')
  expect(status).toBe(200)
  expect(text).toContain('<p dir="auto">First &lt;line&gt;<br>\nsecond _a*_a*')
  expect(text).toContain('[a]([a](')
  const slow = blocks.flatMap((block) =>
    block.kind === 'text' ? [{ kind: 'prose', text: block.markdown } as const] : [],
  )
  await expect.poll(() => slow.map(texts.isPlain)).toEqual([false, true])
  await expect.poll(async () => (await site.ask('/projects/slow')).text).toContain('A <em>quiet</em> text')
})

it('a draft with such texts is shown to its reviewer as well', async () => {
  const { entries, shareLinks } = site.services
  const data = {
    ...(project as object),
    slug: 'draft',
    blocks: blocks.map((block) => ({ ...block, ...('code' in block && { code: `${block.code}b` }) })),
  }
  const { id } = await entries.create('projects', data as never, { by, publish: false })
  const { url } = await shareLinks.create('projects', id, { days: 1 }, { by })
  const { status, text } = await site.ask(url?.slice(publicUrl.length) ?? '')
  expect([status, text.includes('[a]([a](')]).toEqual([200, true])
})

it('a draft whose text comes late gets it, without a publish', async () => {
  const { entries, shareLinks, publisher } = site.services
  await publisher.idle()
  const markdown = 'A *late* text'
  const data = { ...(project as object), slug: 'late', blocks: [{ id: 'late', kind: 'text', markdown }] } as never
  const { id } = await entries.create('projects', data, { by, publish: false })
  const { url } = await shareLinks.create('projects', id, { days: 1 }, { by })
  const read = async () => (await site.ask(url?.slice(publicUrl.length) ?? '')).text
  const before = [publisher.content(), texts.revision()]
  const others = [1, 2, 3, 4].map((n) => ({ kind: 'prose', text: `${n}${'_a*'.repeat(6600)}` }) as const)
  const busy = texts.draw([others])
  expect(await read()).toContain(markdown)
  await busy
  await expect.poll(read).toContain('A <em>late</em> text')
  await publisher.idle()
  const [content, revision] = before
  expect([publisher.content() === content, texts.revision()]).toEqual([true, revision])
})
