import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleSettings } from '../../src/model/settings/sample-settings.ts'
import { createDrawnTexts, createTextProcess } from '../../src/server/publishing/drawn-texts.ts'
import { createSite } from '../../src/site/page/render.tsx'
import { type LiveSite, publicUrl, startLiveSite } from '../support/live-site.ts'

const by = 'owner'
const assets = { css: '@layer base, own, print;', boot: '/boot.js', fonts: [], publicUrl }
const css = '/* mine */\n.nav { background: teal }\n'
const shown = '@layer own{.nav{background:teal}}'

let site: LiveSite
const texts = createDrawnTexts(createTextProcess({ idleMs: 60_000, lostMs: 120_000 }))
beforeAll(async () => {
  site = await startLiveSite({}, createSite(assets, { markup: texts }), texts)
  // Its process takes a while to start on a busy machine, and a check of CSS does not wait for long.
  await texts.draw([[{ kind: 'css', text: css }]])
  await site.services.settings.initialise(sampleSettings, { by })
})
afterAll(async () => {
  texts.close()
  await site.stop()
})

const page = async (path = '/') => {
  await site.services.publisher.idle()
  return site.ask(path)
}
const publish = (patch: object) => site.services.settings.update(patch, { by })

it('own CSS stands on every page, allowed by its hash, and neither on the 404 page nor in the admin', async () => {
  await publish({ customCss: css })
  for (const path of ['/', '/?sent=1', '/design']) {
    const { text, headers } = await page(path)
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? []
    expect(style, path).toContain(shown)
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}'`)
  }
  const lost = await page('/not/here')
  expect([lost.status, lost.text.includes('teal')]).toEqual([404, false])
  // As it was typed, for exports and imports.
  expect(JSON.parse((await page('/api/content')).text).settings.customCss).toBe(css)
})

it('own CSS that is switched off is kept and not shown', async () => {
  await publish({ customCssOn: false })
  expect((await page()).text).not.toContain('teal')
  expect((await site.services.settings.get()).settings.customCss).toBe(css)
  await publish({ customCssOn: true })
  expect((await page()).text).toContain(shown)
})

it('own CSS that would load something is a draft at most: nothing publishes it, and nothing is written', async () => {
  const { settings, drafts } = site.services
  const wrong = 'a { color: red }\na { background: u\\72l(https://elsewhere.example) }'
  const refused = { fields: { customCss: expect.stringMatching(/^Line 2: url\(\) is not allowed/) } }
  const before = await settings.draft()
  await expect(publish({ customCss: wrong })).rejects.toMatchObject(refused)
  expect(await settings.draft()).toEqual(before)

  const { version } = await settings.update({ customCss: wrong }, { by, publish: false })
  expect((await page()).text).toContain(shown)
  await expect(settings.publish({ by })).rejects.toMatchObject(refused)
  const { done, left } = await drafts.publish([{ collection: 'settings', entry: null, version }], { by })
  expect(done).toEqual([])
  expect(left).toMatchObject([{ reason: expect.stringContaining('Line 2') }])
  expect((await page()).text).toContain(shown)
  await settings.discard({ by })
})

it('own CSS that got into the store by another way is left off the page, also when an undo brings it back', async () => {
  const { db, settings, publisher, journal } = site.services
  const { published } = await db.kysely.selectFrom('settings').select('published').executeTakeFirstOrThrow()
  const restored = { ...JSON.parse(published), customCss: 'a{background:url(https://elsewhere.example)}' }
  await db.kysely
    .updateTable('settings')
    .set({ published: JSON.stringify(restored) })
    .execute()
  publisher.changed()
  expect((await page()).text).not.toMatch(/elsewhere|teal/)
  await settings.update({ customCss: '.nav { color: plum }' }, { by })
  expect((await page()).text).toContain('@layer own{.nav{color:plum}}')
  const [last] = (await journal.list({ limit: 1 })).changes
  await journal.undo(last?.id ?? 0, { by })
  expect((await page()).text).not.toMatch(/elsewhere|plum/)
  expect((await settings.get()).settings.customCss).toBe(restored.customCss)
})
