import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTestApp,
  ownerIn,
  password,
  person,
  signedIn,
  type TestApp,
  type TestBrowser,
} from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { handOverToken, takeOver } from '../../../tests/support/hand-over.ts'
import { createClaims, createHandOverLinks } from './claims.ts'
import { ownerCommand } from './owner-command.ts'
import { withAccounts } from './tables.ts'

onOneDatabase('A hand-over link', (store) => {
  let app: TestApp
  let owner: TestBrowser
  let heir: TestBrowser
  const again = async (browser: TestBrowser, name: string) => {
    await browser.post('/api/auth/sign-in/email', { email: person(name).email, password })
    return browser
  }
  beforeAll(async () => {
    app = await createTestApp(store(), { limits: false })
    owner = await ownerIn(app, 'Olga')
    heir = await signedIn(app, 'Hedy')
  })
  afterAll(() => app.close())

  const owners = async () =>
    (
      await withAccounts(store().database.kysely)
        .selectFrom('users')
        .select('name')
        .where('role', '=', 'owner')
        .execute()
    ).map(({ name }) => name)
  const refuses = async (browser: TestBrowser, token: string, status: number) => {
    const before = await owners()
    expect((await takeOver(browser, token)).status).toBe(status)
    expect(await owners()).toEqual(before)
  }

  it('works no more when it is withdrawn, replaced or made up', async () => {
    const withdrawn = await handOverToken(owner)
    expect((await owner.get('/api/hand-over-link')).body.open.expiresAt).toEqual(expect.stringContaining('T'))
    expect((await owner.send('DELETE', '/api/hand-over-link')).status).toBe(200)
    expect((await owner.send('DELETE', '/api/hand-over-link')).status).toBe(404)
    await refuses(heir, withdrawn, 410)
    const replaced = await handOverToken(owner)
    const open = await handOverToken(owner)
    await refuses(heir, replaced, 410)
    await refuses(heir, `${open.slice(0, -1)}-`, 410)
    await refuses(app.browser(), open, 401)
    // The owner, who opens it out of curiosity, does not use it up.
    await refuses(owner, open, 422)
    expect((await owner.get('/api/hand-over-link')).body.open).not.toBeNull()
  })

  it('is kept as a hash, and for a day', async () => {
    const token = await handOverToken(owner)
    const rows = await store().database.kysely.selectFrom('meta').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    const inADay = createHandOverLinks(store().database, () => Date.now() + 86_400_000)
    expect(await inADay.current()).toBeNull()
    // Made while the clock was ahead.
    expect(await createHandOverLinks(store().database, () => Date.now() - 86_400_000).current()).toBeNull()
    await expect(inADay.check(token)).rejects.toMatchObject({ code: 'gone' })
    await expect(createHandOverLinks(store().database).check(token)).resolves.toBeUndefined()
  })

  it('makes one of fifty who race for it the owner, and the former owner a member without a session or token', async () => {
    const links = createHandOverLinks(store().database)
    const { secret } = (await owner.post('/api/tokens', { name: 'Script', scope: 'read' })).body
    const token = await handOverToken(owner)
    const racers = await Promise.all(Array.from({ length: 50 }, (_, n) => signedIn(app, `Racer${n}`)))
    const answers = await Promise.all(racers.map((racer) => takeOver(racer, token)))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(201), count(410)]).toEqual([1, 49])
    expect(await owners()).toHaveLength(1)
    expect((await owner.get('/api/sessions')).status).toBe(401)
    expect((await (await again(owner, 'Olga')).get('/api/users')).status).toBe(403)
    const headers = { authorization: `Bearer ${secret}` }
    expect((await app.browser().send('GET', '/api/settings', undefined, { headers })).status).toBe(401)
    const rows = await withAccounts(store().database.kysely).selectFrom('api_tokens').selectAll().execute()
    expect(rows).toEqual([])
    // Back to the first, by the same way.
    const winner = racers[answers.findIndex(({ status }) => status === 201)] as TestBrowser
    expect((await takeOver(owner, await handOverToken(winner))).status).toBe(201)
    expect(await owners()).toEqual(['Olga'])
    expect(await links.current()).toBeNull()
  })

  it('of an owner who is it no more hands nothing over', async () => {
    const links = createHandOverLinks(store().database)
    const claims = createClaims(store().database, links)
    const hedy = (await app.services.accounts.users.idOf(person('Hedy').email)) as string
    const anna = await signedIn(app, 'Anna')
    const { id } = (await anna.get('/api/auth/get-session')).body.user
    const { token } = await links.create({ userId: id, proof: async () => true })
    await expect(claims.take(hedy, token)).rejects.toMatchObject({ code: 'gone' })
    expect(await owners()).toEqual(['Olga'])
  })

  it('ends with the password of its owner', async () => {
    const token = await handOverToken(owner)
    const open = async () => ({ ...store().database, close: async () => {} })
    const { ended } = await ownerCommand(['reset-password', person('Olga').email], app.services.config, open)
    expect(ended).toMatchObject({ handOverLinks: 1 })
    await refuses(heir, token, 410)
  })
})

onOneDatabase('Registering with a hand-over link', (store) => {
  it('makes an owner also while registration is closed', async () => {
    const app = await createTestApp(store(), { limits: false })
    const owner = await ownerIn(app)
    await app.services.settings.update({ registration: false }, { by: 'test' })
    const sign = (claim: string) => app.browser().post('/api/auth/sign-up/email', { ...person('Nora'), claim })
    expect((await sign('made up')).status).toBe(410)
    expect(await app.services.accounts.users.idOf(person('Nora').email)).toBeUndefined()
    expect((await sign(await handOverToken(owner))).status).toBe(200)
    expect(await app.services.accounts.users.ownerEmail()).toBe(person('Nora').email)
    expect((await owner.get('/api/sessions')).status).toBe(401)
    await app.close()
  })
})
