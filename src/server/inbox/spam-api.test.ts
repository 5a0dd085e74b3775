import { beforeEach, expect, it } from 'vitest'
import { useApp, useOwner } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { solved } from '../../../tests/support/solved.ts'
import { defaultSpamRules } from '../../model/inbox/spam-rules.ts'

const good = { user_name: 'Wanda', user_email: 'wanda@mail.example', message: 'Is there time in May for a small page?' }

onOneDatabase('The spam filter', (store) => {
  const app = useApp(store, { limits: false })
  const owner = useOwner(app)
  beforeEach(async () => {
    await store().database.kysely.deleteFrom('messages').execute()
  })

  const challenge = async () => (await app.browser().get('/api/messages/challenge')).body.challenge as string
  const post = (body: object, headers = {}) => app.browser().send('POST', '/api/messages', body, { headers })
  const names = async () => {
    const { body } = await owner.get('/api/messages?view=all')
    return body.messages.map((one: { status: string; spamReasons: { name: string }[] }) => [
      one.status,
      ...one.spamReasons.map(({ name }) => name),
    ])
  }
  const dryRun = (rules: object, last?: number) =>
    owner.post('/api/spam-rules/dry-runs', { rules, ...(last ? { last } : {}) })

  it('gives each visitor a challenge, without storing it', async () => {
    const { status, headers, body } = await app.browser().get('/api/messages/challenge')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(Object.keys(body)).toEqual(['challenge'])
    expect(body.challenge).not.toBe(await challenge())
  })

  it('counts nothing against a message whose work is proved, and a proof for one message only', async () => {
    const proof = solved(await challenge())
    expect((await post({ ...good, proof })).status).toBe(201)
    expect((await post({ ...good, message: 'Another one, about a poster.', proof })).status).toBe(201)
    expect(await names()).toEqual([['new', 'false-proof'], ['new']])
  })

  it('lets a message be sent again with its proof and key, and finds no fault with it', async () => {
    const sent = { ...good, proof: solved(await challenge()) }
    const [first, second] = [
      await post(sent, { 'idempotency-key': 'again' }),
      await post(sent, { 'idempotency-key': 'again' }),
    ]
    expect(second.body).toEqual(first.body)
    expect(await names()).toEqual([['new']])
  })

  it('dry-runs other rules without changing anything', async () => {
    await post(good)
    await post({ ...good, user_email: 'robot@mail.example', message: 'Nice.', website: 'x' })
    const { points } = defaultSpamRules
    const asIs = await dryRun(defaultSpamRules)
    expect(asIs.body).toMatchObject({ messages: 2, quarantined: 1, wouldBeQuarantined: 1 })
    expect(asIs.body.list).toMatchObject([
      { user_email: 'robot@mail.example', score: 180, wouldScore: 180, quarantined: true },
    ])
    const before = await store().database.kysely.selectFrom('messages').selectAll().orderBy('id').execute()
    const changes = (await owner.get('/api/changes')).body
    const milder = await dryRun({ threshold: 100, points: { ...points, honeypot: 10 } })
    expect(milder.body).toMatchObject({
      quarantined: 1,
      wouldBeQuarantined: 0,
      list: [{ quarantined: true, wouldBeQuarantined: false, wouldScore: 40 }],
    })
    const stricter = await dryRun({ threshold: 20, points })
    expect(stricter.body).toMatchObject({ quarantined: 1, wouldBeQuarantined: 2 })
    expect((await dryRun({ threshold: 20, points }, 1)).body).toMatchObject({ messages: 1, wouldBeQuarantined: 1 })
    expect(await store().database.kysely.selectFrom('messages').selectAll().orderBy('id').execute()).toEqual(before)
    expect((await owner.get('/api/changes')).body).toEqual(changes)
    expect((await owner.get('/api/spam-rules')).body).toEqual(defaultSpamRules)
  })

  it('counts messages that other rules would classify against the owner’s label', async () => {
    const { body } = await post(good)
    await owner.send('PATCH', `/api/messages/${body.id}`, { label: 'wanted' })
    const { points } = defaultSpamRules
    expect((await dryRun({ threshold: 20, points })).body).toMatchObject({
      notSpamQuarantined: 0,
      notSpamWouldBeQuarantined: 1,
    })
  })

  it('goes by changed rules from then on, journals them, and back by undo', async () => {
    const { headers } = await owner.get('/api/spam-rules')
    const patch = (body: object, version = headers.get('etag') ?? '') =>
      owner.send('PATCH', '/api/spam-rules', body, { headers: { 'if-match': version } })
    const changed = await patch({ points: { unproven: 120 } })
    expect([changed.status, changed.body.points.unproven, changed.body.points.honeypot]).toEqual([200, 120, 150])
    await post({ ...good, user_email: 'walter@mail.example' })
    expect(await names()).toEqual([['spam', 'unproven']])
    expect((await patch({ threshold: 50 })).status).toBe(409)
    const [change] = (await owner.get('/api/changes?collection=spam-rules')).body.changes
    expect(change).toMatchObject({ action: 'update', before: { unproven: 30 }, after: { unproven: 120 } })
    await owner.send('PATCH', '/api/spam-rules', { threshold: 90 })
    expect((await owner.post(`/api/changes/${change.id}/undo`)).status).toBe(201)
    expect((await owner.get('/api/spam-rules')).body).toMatchObject({ threshold: 90, points: { unproven: 30 } })
    await owner.send('PATCH', '/api/spam-rules', { threshold: 100 })
  })

  it.each([
    ['a signal there is not', { points: { horoscope: 5 } }],
    ['too many points', { points: { links: 5000 } }],
    ['half a point', { threshold: 50.5 }],
    ['no threshold at all', { threshold: 0 }],
  ])('refuses %s, and changes nothing', async (_, patch) => {
    const { status, body } = await owner.send('PATCH', '/api/spam-rules', patch)
    expect([status, body.error]).toEqual([422, 'invalid'])
    expect((await owner.get('/api/spam-rules')).body).toEqual(defaultSpamRules)
  })
})
