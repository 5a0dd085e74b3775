import { expect, it } from 'vitest'
import { signedIn, useApp, useOwner } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { handOverToken, takeOver } from '../../../tests/support/hand-over.ts'
import { examples } from '../../model/content/examples.ts'

onOneDatabase('Tokens for scripts', (store) => {
  const app = useApp(store, { limits: false })
  const owner = useOwner(app)

  const make = async (scope: string) => (await owner.post('/api/tokens', { name: `To ${scope}`, scope })).body
  const script = (secret: string) => (method: string, path: string, body?: unknown) =>
    app.browser().send(method, path, body, { headers: { authorization: `Bearer ${secret}`, origin: '' } })

  it('publish with write, only look with read, and need no Origin', async () => {
    const [read, write] = [await make('read'), await make('write')]
    const made = await script(write.secret)('POST', '/api/entries/skills', { data: examples.skills[0] })
    expect(made.status).toBe(201)
    expect((await script(read.secret)('GET', '/api/entries/skills')).body.entries).toHaveLength(1)
    expect((await script(read.secret)('DELETE', `/api/entries/skills/${made.body.id}`)).status).toBe(403)
    expect((await owner.get('/api/entries/skills')).body.entries).toHaveLength(1)
    for (const path of ['/api/users', '/api/tokens', '/api/sessions'])
      expect((await script(write.secret)('GET', path)).status).toBe(403)
  })

  it('sign their changes with their name, also once they are revoked; persons with theirs', async () => {
    const { secret, id } = (await owner.post('/api/tokens', { name: 'Night build', scope: 'write' })).body
    const made = await script(secret)('POST', '/api/entries/skills', { data: examples.skills[1] })
    expect(made.status).toBe(201)
    await owner.send('DELETE', `/api/tokens/${id}`)
    await owner.send(
      'PATCH',
      `/api/entries/skills/${made.body.id}`,
      { data: { percent: 1 } },
      { headers: { 'if-match': '"1"' } },
    )
    const { changes } = (await owner.get(`/api/changes?entry=${made.body.id}`)).body
    expect(changes.map(({ byName }: { byName: string | null }) => byName)).toEqual(['Olga Example', null])
    expect(changes[1].by).toBe('token:Night build')
    const undone = await owner.post(`/api/changes/${changes[0].id}/undo`)
    expect([undone.status, undone.body.byName]).toEqual([201, 'Olga Example'])
  })

  it('are shown once, kept as hashes, and tell when they were last used', async () => {
    const { secret, id } = await make('read')
    expect(secret).toMatch(/^vitrine_[\w-]{43}$/)
    await script(secret)('GET', '/api/settings')
    const listed = await owner.get('/api/tokens')
    expect(JSON.stringify(listed.body)).not.toContain(secret)
    expect(listed.body.tokens.find((token: { id: string }) => token.id === id).lastUsedAt).toEqual(expect.any(String))
    const rows = await store()
      .database.kysely.selectFrom('api_tokens' as never)
      .selectAll()
      .execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(app.lines.join('')).not.toContain(secret)
  })

  it('need a name and one of the scopes', async () => {
    const { status, body } = await owner.post('/api/tokens', { name: ' ', scope: 'all' })
    expect([status, Object.keys(body.fields).sort()]).toEqual([422, ['name', 'scope']])
  })

  it('are dead at once when they are revoked, or their maker is the owner no more', async () => {
    const [one, two] = [await make('write'), await make('write')]
    expect((await owner.send('DELETE', `/api/tokens/${one.id}`)).status).toBe(200)
    expect((await script(one.secret)('GET', '/api/settings')).status).toBe(401)
    expect((await script('vitrine_made-up')('GET', '/api/settings')).status).toBe(401)
    expect((await script(two.secret)('GET', '/api/settings')).status).toBe(200)
    const member = await signedIn(app, 'Max')
    expect((await member.post('/api/tokens', { name: 'Mine', scope: 'write' })).status).toBe(403)
    expect((await takeOver(member, await handOverToken(owner))).status).toBe(201)
    expect((await script(two.secret)('GET', '/api/settings')).status).toBe(401)
  })
})
