import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { examples } from '../../src/model/content/examples.ts'
import { sha256 } from '../../src/server/process/sha256.ts'
import { createSite } from '../../src/site/page/render.tsx'
import { type LiveSite, publicUrl, startLiveSite } from '../support/live-site.ts'
import { halves } from '../support/pictures.ts'
import { plainTones } from '../support/themes.ts'

const by = 'owner'
const [tideline] = examples.projects

let site: LiveSite
let image: string

beforeAll(async () => {
  const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl, digest: sha256, tones: plainTones }
  site = await startLiveSite({}, createSite(assets))
  const { settings } = await site.services.settings.get()
  await site.services.settings.update({ ...settings, name: 'Mira Solberg', description: 'Small sites.' }, {
    by,
  } as never)
  image = (
    await site.services.media.upload(await halves(900, 800, '#c04020', '#2040c0').png().toBuffer(), {
      name: 'a.png',
      by,
    })
  ).id
})
afterAll(() => site.stop())

const create = async (slug: string, data: object = {}, publish = true) => {
  const entry = await site.services.entries.create(
    'projects',
    { ...tideline, image: null, cover: null, slug, ...data } as never,
    { by, publish },
  )
  await site.services.publisher.idle()
  return entry
}

/** What a page tells those who show links to it. */
const told = async (path: string) => {
  const { text } = await site.ask(path)
  const find = (name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(text)?.[1]
  return {
    card: find('og:image')?.slice(publicUrl.length) ?? '',
    size: [find('og:image:width'), find('og:image:height')],
    alt: find('og:image:alt'),
    twitter: find('twitter:card'),
  }
}

it('each page names a card of 1200 × 630, which is there', async () => {
  await create('harbour', { title: 'Harbour', summary: 'Boats.', image })
  for (const [path, alt] of [
    ['/', 'Mira Solberg. Small sites.'],
    ['/projects', 'Mira Solberg. Small sites.'],
    ['/projects/harbour', 'Harbour. Boats.'],
  ] as const) {
    const { card, ...rest } = await told(path)
    expect(rest).toEqual({ size: ['1200', '630'], alt, twitter: 'summary_large_image' })
    const { status, headers, body } = await site.ask(card)
    expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    expect(headers['cache-control']).toContain('immutable')
    expect(await sharp(body).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  }
})

it('a draft has no card, and one behind a published project changes nothing', async () => {
  await create('secret', { title: 'Secret' }, false)
  const { card: known } = await told('/projects/harbour')
  const guessed = known.replace('harbour', 'secret')
  expect((await site.ask(guessed)).status).toBe(404)

  const entry = await create('known', { title: 'Known' })
  const { card } = await told('/projects/known')
  await site.services.entries.update(
    'projects',
    entry.id,
    { title: 'Not known yet' },
    { by, version: entry.version, publish: false },
  )
  await site.services.publisher.idle()
  expect((await told('/projects/known')).card).toBe(card)
})

it('a title in Japanese has a card, drawn with the font of the CV', async () => {
  await create('tabi-no-chizu', { title: '旅の地図', image })
  const { card } = await told('/projects/tabi-no-chizu')
  expect(card).toMatch(/^\/media\/cards\/projects\/tabi-no-chizu\.[0-9a-f]{16}\.png$/)
  const { status, headers } = await site.ask(card)
  expect([status, headers['content-type']]).toEqual([200, 'image/png'])
})

it('a title in letters without a font leaves the image of the project', async () => {
  await create('tabi', { title: '여행 지도', image })
  const { card, twitter } = await told('/projects/tabi')
  expect(card).toMatch(/^\/media\/[0-9a-f]{16}-\d+\.jpe?g$/)
  expect(twitter).toBe('summary_large_image')
})

it('only GET and HEAD are answered', async () => {
  const { card } = await told('/')
  const head = await site.ask(card, { method: 'HEAD' })
  expect([head.status, head.body.length]).toEqual([200, 0])
  expect((await site.ask(card, { method: 'POST' })).status).toBe(405)
})
