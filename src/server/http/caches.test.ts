import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, person } from '../../../tests/support/app.ts'
import { type LiveSite, publicUrl, startLiveSite } from '../../../tests/support/live-site.ts'
import { by } from '../../../tests/support/media.ts'
import { halves } from '../../../tests/support/pictures.ts'
import { sampleMp4 } from '../../../tests/support/sample-video.ts'
import { openClaim } from '../accounts/claim-token.ts'
import { routes } from '../routes.ts'

let site: LiveSite
let cookie = ''
beforeAll(async () => {
  site = await startLiveSite()
  const claim = await openClaim(site.services.db, site.services.config.authSecret ?? '', undefined)
  const post = (path: string, body: object) => {
    const headers = { origin: publicUrl, 'content-type': 'application/json' }
    return site.ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  await post('/api/auth/sign-up/email', { ...person('Olga'), claim })
  const { headers } = await post('/api/auth/sign-in/email', { email: person('Olga').email, password })
  cookie = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
})
afterAll(() => site.stop())

describe('A cache in front', () => {
  it('is told to keep no file that only the owner may see, nor that visitors do not get it', async () => {
    const image = await site.services.media.upload(await halves(60, 40, '#c04020', '#2040c0').png().toBuffer(), {
      name: 'draft.png',
      by,
    })
    const video = await site.services.media.upload(sampleMp4('draft'), { name: 'draft.mp4', by })
    for (const url of [image.url, video.url]) {
      const own = await site.ask(url, { headers: { cookie } })
      expect([own.status, own.headers['cache-control']]).toEqual([200, 'private, no-store'])
      const refused = await site.ask(url)
      expect([refused.status, refused.headers['cache-control']]).toEqual([404, 'no-store'])
    }
    await site.services.settings.update({ introduction: `[Film](${video.url})` }, { by })
    expect((await site.ask(video.url, { headers: { cookie } })).headers['cache-control']).toContain('public')
  })

  const called = () => routes(site.services).filter(({ method, handle }) => method === 'GET' && handle !== 'memory')

  it('is told to keep no answer to a person who is signed in', async () => {
    const kept: string[] = []
    for (const { path } of called()) {
      const target = path.replace(':collection', 'projects').replaceAll(/:\w+|\*/g, 'x')
      const { headers } = await site.ask(target, { headers: { cookie } })
      if (!headers['cache-control']?.includes('no-store')) kept.push(`${path}: ${headers['cache-control']}`)
    }
    expect(kept).toEqual([])
    expect((await site.ask('/admin', { headers: { cookie } })).status).not.toBe(302)
  })

  it('has a guide that names every path whose answers depend on the session', () => {
    const guide = readFileSync(new URL('../../../docs/deploy/cdn.md', import.meta.url), 'utf8')
    const never = /^- \*\*Never keep\*\*: (.+)$/m.exec(guide)?.[1] ?? ''
    const cookies = /^- \*\*Pass on\*\*: cookies below (.+?);/m.exec(guide)?.[1] ?? ''
    const segments = new Set(called().map(({ path }) => `\`/${path.split('/')[1]}\``))
    for (const segment of [...segments, '`/share`']) expect(never).toContain(segment)
    const sessions = called().filter(({ who, page }) => who !== 'anyone' || page)
    for (const { path } of sessions) expect(cookies).toContain(`\`/${path.split('/')[1]}\``)
    for (const segment of ['`/media`', '`/login`', '`/register`']) expect(cookies).toContain(segment)
  })
})
