import { beforeEach, describe, expect, it } from 'vitest'
import type { TestApp, TestBrowser } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { useOwnersMail } from '../../../tests/support/owners-mail.ts'
import { readLetter } from '../../../tests/support/sample-email.ts'
import type { TestSmtp } from '../../../tests/support/smtp-server.ts'

const message = { user_name: 'Ada', user_email: 'ada@example.com', message: 'Is there time in May?' }

onOneDatabase('email over HTTP', (store) => {
  let app: TestApp
  let owner: TestBrowser
  let smtp: TestSmtp

  useOwnersMail(store, (made) => {
    ;({ app, owner, smtp } = made)
  })
  beforeEach(() => {
    smtp.received.length = 0
    smtp.mode = 'ok'
  })

  it('reports the recipient: the owner’s account, unless configured otherwise', async () => {
    const { status, body } = await owner.get('/api/mail')
    expect([status, body]).toEqual([
      200,
      {
        ...{ transport: 'smtp', missing: [], recipient: 'olga@people.example', answers: true },
        ...{ queued: 0, failed: 0, lastFailure: null },
      },
    ])
  })

  it('never makes a visitor wait, though the mail server hangs', async () => {
    smtp.mode = 'hang'
    for (let n = 0; n < 20; n += 1)
      expect((await app.browser().post('/api/messages', { ...message, message: `Hanging ${n}` })).status).toBe(201)
    // All are answered before any email is: it hangs still.
    expect(smtp.received).toEqual([])
    expect((await owner.get('/api/mail')).body.queued).toBe(20)
  })

  it('answers a test email with the server’s answer, twenty times in ten minutes at most', async () => {
    const answer = await owner.post('/api/mail/tests', {})
    expect([answer.status, answer.body]).toEqual([200, { sent: true, answer: expect.stringMatching(/^250 /) }])
    const subjects = smtp.received.map(({ raw }) => readLetter(raw).headers.subject)
    expect(subjects).toContainEqual(expect.stringMatching(/^A test from /))
    smtp.mode = 'permanent'
    expect((await owner.post('/api/mail/tests', {})).body).toEqual({
      sent: false,
      answer: expect.stringMatching(/^550 No such user/),
    })
    const later = await Promise.all(Array.from({ length: 25 }, () => owner.post('/api/mail/tests', {})))
    expect(later.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5)
  })
})

onOneDatabase('email that failed', (store) => {
  let app: TestApp
  let owner: TestBrowser
  let smtp: TestSmtp

  useOwnersMail(store, (made) => {
    ;({ app, owner, smtp } = made)
  })

  const settled = () => app.services.mail.outbox.settled()
  const arrived = () => smtp.received.length

  describe('is sent again', () => {
    it('one by one, and all at once', async () => {
      smtp.mode = 'permanent'
      const ids: string[] = []
      for (const text of ['one', 'two', 'three'])
        ids.push((await app.browser().post('/api/messages', { ...message, message: text })).body.id)
      await settled()
      expect((await owner.get('/api/mail')).body).toMatchObject({
        failed: 3,
        lastFailure: { answer: expect.stringMatching(/^550/) },
      })
      smtp.mode = 'ok'
      const again = await owner.post(`/api/messages/${ids[0]}/deliveries`, {})
      expect(again.status).toBeLessThan(300)
      await settled()
      expect(arrived()).toBe(1)
      expect((await owner.post('/api/mail/retries', {})).body).toEqual({ count: 2 })
      await settled()
      expect(arrived()).toBe(3)
      expect((await owner.get('/api/mail')).body).toMatchObject({ failed: 0, queued: 0, lastFailure: null })
    })
  })

  it('is not sent for spam, until the owner marks it as not spam', async () => {
    const { services } = app
    const before = arrived()
    const quarantined = {
      score: 150,
      isQuarantined: true,
      signals: [{ name: 'honeypot' as const, amount: 1, weight: 150 }],
    }
    const { id } = await services.messages.create(message, { spam: quarantined })
    await settled()
    expect(arrived()).toBe(before)
    await owner.send('PATCH', `/api/messages/${id}`, { status: 'new' })
    services.mail.outbox.poll()
    await settled()
    expect(arrived()).toBe(before + 1)
    await owner.send('PATCH', `/api/messages/${id}`, { status: 'spam' })
    await owner.send('PATCH', `/api/messages/${id}`, { status: 'new' })
    services.mail.outbox.poll()
    await settled()
    expect(arrived()).toBe(before + 1)
  })
})
