import { expect, it } from 'vitest'
import { useApp, useOwner } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { routes } from '../routes.ts'

const bodies = ['a\u0000b', 'a\ud800b', 'a\udc00']
// Whoever calls these is somebody else afterwards, or nobody.
const endsSession = /sign-out|owner-claims|change-password|\/users|\/sessions/

onOneDatabase('Text that cannot be stored', (store) => {
  const app = useApp(store, { limits: false })
  const owner = useOwner(app)

  const called = () => routes(app.services).filter(({ handle }) => handle !== 'memory')
  const rows = async () =>
    JSON.stringify(
      await Promise.all(
        (['entries', 'changes', 'settings', 'messages', 'media'] as const).map((table) =>
          store().database.kysely.selectFrom(table).selectAll().execute(),
        ),
      ),
    )

  it('is refused with 422 in every path and query, by whomever it is sent', async () => {
    const before = await rows()
    for (const browser of [app.browser(), owner])
      for (const { method, path } of called()) {
        const addresses = [
          path.replaceAll(/:\w+|\*/g, '%00'),
          `${path.replaceAll(/:\w+|\*/g, 'x')}?q=%00`,
          `${path.replaceAll(/:\w+|\*/g, 'x')}?%00=1`,
        ]
        for (const address of addresses.filter((one) => one.includes('%00'))) {
          const { status } = await browser.send(method, address)
          expect([method, address, status]).toEqual([method, address, 422])
        }
      }
    expect(await rows()).toBe(before)
  })

  it('is refused with 422 and the name of its field in every body', async () => {
    const before = await rows()
    for (const { method, path, operation } of called()) {
      if (!operation?.body || endsSession.test(path)) continue
      for (const text of bodies) {
        const address = path.replaceAll(/:\w+/g, 'x')
        const { status, body } = await owner.send(method, address, { deep: [{ inner: text }] })
        expect([path, status, body.fields]).toEqual([path, 422, { 'deep.0.inner': expect.any(String) }])
      }
    }
    expect(await rows()).toBe(before)
  })

  it('names an entry’s field as every other refusal does', async () => {
    const data = { name: 'a\u0000', percent: 5 }
    const { status, body } = await owner.post('/api/entries/skills', { data })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['name']])
  })

  it('is refused in the names and values of forms', async () => {
    const send = (raw: BodyInit, type?: string) =>
      app.browser().send('POST', '/api/messages', undefined, { raw, headers: type ? { 'content-type': type } : {} })
    const urlencoded = 'application/x-www-form-urlencoded'
    const multipart = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`
    const answers = await Promise.all([
      send('user_name=%00&user_email=a@b.example&message=m', urlencoded),
      send('user%00=1', urlencoded),
      send(multipart('message', 'a\0b'), 'multipart/form-data; boundary=x'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422])
  })

  it('in a cookie of another program is passed over', async () => {
    for (const cookie of ['other=%00', 'vitrine.session_token=%00', 'vitrine.session_token=a%00.b; x=1']) {
      const headers = { cookie, origin: 'http://localhost:3000' }
      expect((await app.browser().send('GET', '/api/auth/get-session', undefined, { headers })).status).toBe(200)
      for (const { method, path, who } of called()) {
        if (who !== 'anyone' || path.includes('*')) continue
        const { status } = await app.browser().send(method, path, method === 'GET' ? undefined : {}, { headers })
        expect([path, status < 500 || status === 503]).toEqual([path, true])
      }
    }
  })
})
