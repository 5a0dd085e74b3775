import { expect, it } from 'vitest'
import { publicUrl, useApp, useOwner } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { nextPath } from '../../model/accounts/app-path.ts'

onOneDatabase('Calls with a session from elsewhere', (store) => {
  const app = useApp(store, { limits: false })
  const owner = useOwner(app)

  const foreign = {
    missing: '',
    null: 'null',
    other: 'https://evil.example',
    near: `${publicUrl}.evil.example`,
    port: 'http://localhost:3001',
  }
  const types = [
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ]

  it('are refused whatever they carry, and change nothing', async () => {
    const before = (await owner.get('/api/changes')).body
    for (const [name, origin] of Object.entries(foreign))
      for (const type of types)
        for (const [method, path] of [
          ['PATCH', '/api/settings'],
          ['POST', '/api/entries/skills'],
          ['POST', '/api/auth/sign-out'],
          ['POST', '/api/messages'],
          ['DELETE', '/api/sessions'],
        ] as const) {
          const headers = { origin, 'content-type': type }
          const { status } = await owner.send(method, path, undefined, { raw: '{"name":"Taken over"}', headers })
          expect([name, type, path, status]).toEqual([name, type, path, 403])
        }
    expect((await owner.get('/api/changes')).body).toEqual(before)
    expect((await owner.get('/api/sessions')).status).toBe(200)
  })

  it('are refused when signing in, so that nobody is signed in to another’s account', async () => {
    const stranger = app.browser()
    const body = { email: 'olga@people.example', password: 'a ferry, a bakery, a festival' }
    const headers = { origin: 'https://evil.example' }
    expect((await stranger.send('POST', '/api/auth/sign-in/email', body, { headers })).status).toBe(403)
    expect(stranger.cookie()).toBe('')
  })

  it('go through from our own page', async () => {
    expect((await owner.send('PATCH', '/api/settings', { location: 'Lisbon' })).status).toBe(200)
  })

  it('lead after signing in to no other site', async () => {
    const { headers } = await app.browser().get('/admin/portfolio/edit/1?tab=2')
    expect(headers.get('location')).toBe('/login?next=%2Fadmin%2Fportfolio%2Fedit%2F1%3Ftab%3D2')
    expect((await app.browser().get('/admin//evil.example')).headers.get('location')).toBe(
      '/login?next=%2Fadmin%2F%2Fevil.example',
    )
    for (const bad of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      '',
      'admin',
      '/%0d%0aSet-Cookie:x\r\n',
      '/..//evil.example',
      '/./\\evil.example',
    ])
      expect([bad, new URL(nextPath(bad), publicUrl).origin]).toEqual([bad, publicUrl])
    expect(nextPath('/..//evil.example')).toBe('/')
    expect(nextPath('/admin/chat?q=a#b')).toBe('/admin/chat?q=a#b')
  })
})
