import { afterEach, expect, it, vi } from 'vitest'
import { ownerIn, password, person, signedIn, useApp } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { handOverToken, takeOver } from '../../../tests/support/hand-over.ts'
import { secretOf, totpCode, totpStep } from '../../../tests/support/totp.ts'

const notEvents = ['request', 'A request failed', 'Published']

onOneDatabase('What matters to security', (store) => {
  const app = useApp(store, { limits: false })
  afterEach(() => vi.useRealTimers())

  const idOf = (name: string) => app.services.accounts.users.idOf(person(name).email)
  /** What the log tells of some work, without what is the same in all of it. */
  const told = async (work: () => Promise<unknown>) => {
    const before = app.lines.length
    await work()
    const lines = app.lines.slice(before).map((line) => JSON.parse(line))
    const ids = new Set(lines.filter(({ event }) => event === 'request').map(({ id }) => id))
    const events = lines.filter(({ event }) => !notEvents.includes(event) && !event.startsWith('Accounts: '))
    for (const { id, address } of events) expect([ids.has(id), address]).toEqual([true, '127.0.0.1'])
    return events.map(({ event, outcome, account, how }) => [event, outcome, account, how])
  }

  it('is told of who comes and goes, by account and never by what was typed', async () => {
    expect(await told(() => signedIn(app, 'Anna'))).toEqual([
      ['Registration', 'done', await idOf('Anna'), undefined],
      ['Sign-in', 'done', await idOf('Anna'), 'password'],
    ])
    const before = app.lines.length
    const browser = app.browser()
    const signIn = (email: string, secret: string) =>
      told(() => browser.post('/api/auth/sign-in/email', { email, password: secret }))
    const { email } = person('Anna')
    expect(await signIn(email, 'not her password')).toEqual([['Sign-in', 'refused', await idOf('Anna'), 'password']])
    expect(await signIn('my.secret@people.example', 'x')).toEqual([['Sign-in', 'refused', undefined, 'password']])
    await signIn(email, password)
    expect(await told(() => browser.post('/api/auth/sign-out'))).toEqual([
      ['Sign-out', 'done', await idOf('Anna'), undefined],
    ])
    const said = app.lines.slice(before).join('')
    for (const typed of ['not her password', 'my.secret', password, email]) expect(said).not.toContain(typed)
  })

  it('is told of what changes how somebody signs in', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 1000 })
    const browser = await signedIn(app, 'Berta')
    const id = await idOf('Berta')
    const change = (currentPassword: string) => () =>
      browser.post('/api/auth/change-password', { currentPassword, newPassword: 'three boats and a harbour' })
    expect(await told(change('wrong and long'))).toEqual([['Password change', 'refused', id, undefined]])
    expect(await told(change(password))).toEqual([['Password change', 'done', id, undefined]])
    const secrets = { password: 'three boats and a harbour' }
    const { body } = await browser.post('/api/auth/two-factor/enable', secrets)
    const code = (steps: number) => totpCode(secretOf(body.totpURI), totpStep(Date.now()) + steps)
    const verify = (by: typeof browser, given: string) =>
      told(() => by.post('/api/auth/two-factor/verify-totp', { code: given }))
    expect(await verify(browser, code(-1))).toEqual([['Second factor on', 'done', id, 'code']])
    const other = app.browser()
    const first = () => other.post('/api/auth/sign-in/email', { email: person('Berta').email, ...secrets })
    expect(await told(first)).toEqual([['Sign-in', 'second step', id, 'password']])
    expect(await verify(other, '000000')).toEqual([['Sign-in', 'refused', id, 'code']])
    expect(await verify(other, code(0))).toEqual([['Sign-in', 'done', id, 'code']])
    expect(await told(() => other.post('/api/auth/two-factor/disable', secrets))).toEqual([
      ['Second factor off', 'done', id, undefined],
    ])
  })

  it('is told of who may do what, of tokens and of refusals', async () => {
    const olga = await ownerIn(app)
    const [owner, anna] = [await idOf('Olga'), await idOf('Anna')]
    const made = await told(() => olga.post('/api/tokens', { name: 'Script', scope: 'read' }))
    expect(made).toEqual([['Token made', 'done', owner, undefined]])
    const { body } = await olga.get('/api/tokens')
    expect(await told(() => olga.send('DELETE', `/api/tokens/${body.tokens[0].id}`))).toEqual([
      ['Token revoked', 'done', owner, undefined],
    ])
    const member = app.browser()
    await member.post('/api/auth/sign-in/email', { email: person('Anna').email, password })
    expect(await told(() => member.get('/api/settings'))).toEqual([['Refused', 'refused', anna, undefined]])
    expect(await told(() => app.browser().get('/api/settings'))).toEqual([['Refused', 'refused', undefined, undefined]])
    const foreign = { headers: { origin: 'https://elsewhere.example' } }
    await told(() => olga.send('PATCH', '/api/settings', { name: 'X' }, foreign))
    expect(app.lines.map((line) => JSON.parse(line)).findLast(({ event }) => event === 'Refused')).toMatchObject({
      level: 'warn',
      reason: expect.stringContaining('This was not sent from'),
      call: 'PATCH /api/settings',
    })
    await olga.send('PATCH', '/api/settings', { registration: false })
    expect(await told(() => app.browser().post('/api/auth/sign-up/email', person('Clara')))).toEqual([
      ['Registration', 'refused', undefined, undefined],
    ])
    expect(await told(() => olga.send('DELETE', `/api/users/${anna}`))).toEqual([
      ['Account deleted', 'done', owner, undefined],
    ])
    expect(JSON.parse(app.lines.findLast((line) => line.includes('Account deleted')) ?? '{}').of).toBe(anna)
    let token = ''
    const linked = await told(async () => {
      token = await handOverToken(olga)
    })
    expect(linked).toEqual([['Hand-over link made', 'done', owner, undefined]])
    expect(await told(() => olga.send('DELETE', '/api/hand-over-link'))).toEqual([
      ['Hand-over link revoked', 'done', owner, undefined],
    ])
    await told(async () => {
      token = await handOverToken(olga)
    })
    await olga.send('PATCH', '/api/settings', { registration: true })
    const dana = await signedIn(app, 'Dana')
    expect(await told(() => takeOver(dana, token))).toEqual([
      ['Owner’s role handed over', 'done', await idOf('Dana'), undefined],
    ])
    expect(app.lines.findLast((line) => line.includes('handed over'))).toMatch(/"ended":"\d sessions?"/)
    expect(app.lines.join('')).not.toContain(token)
  })
})
