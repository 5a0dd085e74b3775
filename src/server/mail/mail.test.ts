import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { startEmailjs } from '../../../tests/support/emailjs-server.ts'
import { createFakeClock, type FakeClock } from '../../../tests/support/fake-clock.ts'
import { type ReadLetter, readLetter } from '../../../tests/support/letter.ts'
import { closedPort, startSmtp, type TestSmtp } from '../../../tests/support/smtp-server.ts'
import { emptySettings, type Settings } from '../../model/settings.ts'
import type { Database } from '../db/database.ts'
import { createLog } from '../log.ts'
import { createMessages, type Messages } from '../messages.ts'
import { createSettings } from '../settings.ts'
import { createMail, type Mail, type MailParts } from './mail.ts'

vi.setConfig({ testTimeout: 30_000 })

const input = { user_name: 'Ada', user_email: 'ada@example.com', message: 'Is there time\nin May?' }
const held = { score: 150, held: true, signs: [{ name: 'honeypot' as const, amount: 1, weight: 150 }] }
const minute = 60_000
const hour = 60 * minute

onEachDatabase('mail', (store) => {
  let database: Database
  let smtp: TestSmtp
  let mail: Mail
  let messages: Messages
  let clock: FakeClock
  let open: Mail[]

  const build = (config: Partial<MailParts['config']> = {}) => {
    const time = createFakeClock(() => made.outbox.settled(), new Date(2026, 4, 4, 10).getTime())
    const made: Mail = createMail({
      config: {
        smtp: { url: smtp.url, from: 'post@mira.example' },
        emailjs: undefined,
        mailTo: 'Mira <mira@mira.example>',
        publicUrl: 'https://mira.example',
        ...config,
      },
      database,
      settings: createSettings(database),
      log: createLog({ level: 'error', terminal: false }),
      clock: time,
    })
    open.push(made)
    return { made, time, inbox: createMessages(database, { learn: async () => {}, mail: made }) }
  }
  const use = (config?: Partial<MailParts['config']>) => {
    const { made, time, inbox } = build(config)
    ;[mail, clock, messages] = [made, time, inbox]
    mail.outbox.start()
    return mail.outbox.settled()
  }
  const set = (patch: Partial<Settings>) =>
    createSettings(database).update({ ...emptySettings, ...patch }, { by: 'me' })

  beforeEach(async () => {
    ;({ database } = store())
    for (const table of ['deliveries', 'messages', 'settings', 'meta'] as const)
      await database.kysely.deleteFrom(table).execute()
    smtp = await startSmtp()
    open = []
    await set({ name: 'Mira Solberg' })
    await use()
  })
  afterEach(async () => {
    await Promise.all(open.map((one) => one.outbox.stop(0)))
    await smtp.close()
  })

  const letters = async (): Promise<ReadLetter[]> => {
    await mail.outbox.settled()
    return smtp.received.map(({ raw }) => readLetter(raw))
  }
  const to = () => smtp.received.map(({ to: [address] }) => address)

  it('tells the owner of a message, from the site, and answers go to the visitor', async () => {
    const { id } = await messages.create(input)
    const [letter] = await letters()
    expect(to()).toEqual(['mira@mira.example'])
    expect(letter?.headers).toMatchObject({
      from: 'Mira Solberg <post@mira.example>',
      'reply-to': 'Ada <ada@example.com>',
      subject: 'Ada: Is there time in May?',
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/^<[0-9a-f-]{36}@mira\.example>$/),
    })
    expect(letter?.text).toContain('Ada (ada@example.com) wrote to you:\n\n> Is there time\n> in May?')
    expect(letter?.text).toContain(`https://mira.example/admin/contact?show=all&message=${id}`)
    expect(letter?.html).toContain('<blockquote>Is there time<br>in May?</blockquote>')
    const told = (await mail.outbox.deliveriesOf([id]))[id]
    expect(told).toMatchObject([{ kind: 'notice', state: 'sent', message: id, recipient: 'mira@mira.example' }])
  })

  it('tells nobody of what is held as spam, and once of what is wanted after all', async () => {
    const { id } = await messages.create(input, { spam: held })
    await clock.pass(hour)
    expect(await letters()).toEqual([])
    for (let n = 0; n < 2; n += 1) {
      await database.transaction((trx) => mail.announceLate(trx, { id, ...input }))
      mail.outbox.wake()
      expect(await letters()).toHaveLength(1)
    }
  })

  it('stores a message and what tells of it, or neither', async () => {
    await database.kysely.schema.alterTable('deliveries').renameTo('gone').execute()
    await expect(messages.create(input)).rejects.toThrow()
    await database.kysely.schema.alterTable('gone').renameTo('deliveries').execute()
    expect(await database.kysely.selectFrom('messages').select('id').execute()).toEqual([])
  })

  it('keeps messages when nothing is set up, and does not send them when something is later', async () => {
    await use({ smtp: undefined })
    const { id } = await messages.create(input)
    expect(await mail.describe()).toMatchObject({ transport: null, missing: [], answers: false, queued: 0 })
    await use()
    await clock.pass(hour)
    expect(await letters()).toEqual([])
    expect(await mail.outbox.deliveriesOf([id])).toEqual({ [id]: [] })
  })

  it('keeps messages while there is nobody to write to, and says so', async () => {
    for (const mailTo of [undefined, 'a,b@mira.example']) {
      await use({ mailTo })
      await messages.create(input)
      expect(await mail.describe()).toMatchObject({
        recipient: null,
        missing: ['Nobody to write to: claim the site, or set MAIL_TO.'],
      })
    }
    expect(await letters()).toEqual([])
  })

  it('names what is missing of EmailJS, as its own library does', async () => {
    const nothing = { publicKey: undefined, serviceId: undefined, templateId: undefined, privateKey: undefined }
    const origin = 'https://api.emailjs.com'
    const missing = async (given: object) => {
      await use({ smtp: undefined, emailjs: { ...nothing, origin, ...given } })
      return (await mail.describe()).missing.map((sentence) => /^EmailJS: ([\w ]+ required)/.exec(sentence)?.[1])
    }
    expect(await missing({ privateKey: 'x' })).toEqual([
      'public key required',
      'service ID required',
      'template ID required',
    ])
    expect(await missing({ publicKey: 'x', templateId: 'y' })).toEqual(['service ID required'])
    expect((await mail.describe()).transport).toBe(null)
    expect(await missing({ publicKey: 'x', serviceId: 's', templateId: 'y' })).toEqual([])
    expect(await mail.describe()).toMatchObject({ transport: 'emailjs', answers: false })
  })

  it('tells of a message through EmailJS in the fields of its form, and of a digest in the same', async () => {
    const service = await startEmailjs()
    const emailjs = { publicKey: 'p', serviceId: 's', templateId: 't', privateKey: undefined, origin: service.origin }
    await use({ smtp: undefined, emailjs })
    await set({ name: 'Mira Solberg', acknowledge: true })
    await messages.create(input)
    await mail.outbox.settled()
    // Fields of a form have lines that end in CR LF.
    const form = (at: number) => Object.fromEntries(service.forms[at]?.slice(0, 3) ?? [])
    expect(form(0)).toEqual({ ...input, message: input.message.replace('\n', '\r\n') })
    await set({ name: 'Mira Solberg', notices: 'daily', digestHour: 0 })
    await clock.pass(minute)
    await messages.create({ ...input, message: 'Another' })
    clock.jump(24 * hour)
    await clock.pass(minute)
    expect(form(1)).toMatchObject({ user_name: 'Mira Solberg', user_email: 'mira@mira.example' })
    expect(form(1).message).toContain('> Another')
    expect(service.forms).toHaveLength(2)
    await service.close()
  })

  it('says what is wrong while e-mails do not go out, and no more when they do', async () => {
    smtp.mode = 'temporary'
    await messages.create(input)
    await mail.outbox.settled()
    expect(await mail.describe()).toMatchObject({
      queued: 1,
      failed: 0,
      trouble: { answer: expect.stringMatching(/^451 /) },
    })
    smtp.mode = 'ok'
    await clock.pass(2 * minute)
    expect(await mail.describe()).toMatchObject({ queued: 0, failed: 0, trouble: null })
  })

  describe('answers', () => {
    it('follow what the visitor got before, and are answered to the owner', async () => {
      await set({ acknowledge: true })
      const { id } = await messages.create(input)
      await database.transaction((trx) =>
        mail.reply(trx, { id, ...input }, { subject: 'Re: May', text: 'Yes, gladly.' }),
      )
      mail.outbox.wake()
      const [, acknowledgement, reply] = await letters()
      expect(reply?.headers).toMatchObject({
        to: 'Ada <ada@example.com>',
        'reply-to': expect.stringContaining('<mira@mira.example>'),
        'in-reply-to': acknowledgement?.headers['message-id'],
        references: acknowledgement?.headers['message-id'],
      })
      expect([reply?.headers['auto-submitted'], reply?.text]).toEqual([undefined, 'Yes, gladly.'])
    })

    it('cannot be sent through EmailJS, nor with nothing, and are then not stored', async () => {
      const emailjs = { publicKey: 'p', serviceId: 's', templateId: 't', privateKey: undefined, origin: smtp.url }
      for (const config of [{ smtp: undefined, emailjs }, { smtp: undefined }]) {
        const { made } = build(config)
        const answer = database.transaction((trx) => made.reply(trx, { id: 'x', ...input }, { subject: '', text: '' }))
        await expect(answer).rejects.toMatchObject({ code: 'invalid' })
      }
      expect(await database.kysely.selectFrom('deliveries').selectAll().execute()).toEqual([])
    })
  })

  describe('acknowledgements', () => {
    it('are not sent unless wanted', async () => {
      await messages.create(input)
      await letters()
      expect(to()).toEqual(['mira@mira.example'])
    })

    it('say that they are automatic, and repeat nothing that was typed', async () => {
      await set({ name: 'Mira Solberg', acknowledge: true, acknowledgement: 'It is here.\n\nMira' })
      await messages.create({ ...input, user_name: 'BUY PILLS', message: 'PILLS at https://pills.example' })
      const [, letter] = await letters()
      expect(to()).toEqual(['mira@mira.example', 'ada@example.com'])
      expect(letter?.headers).toMatchObject({
        to: 'ada@example.com',
        subject: 'Your message to Mira Solberg',
        'auto-submitted': 'auto-replied',
        'reply-to': expect.stringContaining('mira@mira.example'),
      })
      expect(letter?.text).toMatch(/^It is here\.\n\nMira\n/)
      expect(smtp.received[1]?.raw).not.toMatch(/pills/i)
    })

    it('go to nobody twice a day, to no more than twenty an hour, never for spam, and never to ourselves', async () => {
      await set({ acknowledge: true })
      const send = (user_email: string) => messages.create({ ...input, user_email })
      await send('ada@example.com')
      await send('Ada@example.com')
      await messages.create({ ...input, user_email: 'eve@example.com' }, { spam: held })
      await send('Mira@mira.example')
      await send('post@mira.example')
      const thanked = async () => {
        await letters()
        return to().filter((address) => address !== 'mira@mira.example')
      }
      expect(await thanked()).toEqual(['ada@example.com'])
      for (let n = 0; n < 30; n += 1) await send(`v${n}@example.com`)
      expect(await thanked()).toHaveLength(20)
      await clock.pass(hour + minute)
      await send('late@example.com')
      await send('ada@example.com')
      expect((await thanked()).slice(20)).toEqual(['late@example.com'])
      await clock.pass(hour)
      clock.jump(23 * hour)
      await send('ada@example.com')
      expect((await thanked()).slice(21)).toEqual(['ada@example.com'])
    })
  })

  describe('the daily digest', () => {
    const names = ['Ada', 'Ben', 'Cy']

    it('tells of all messages together, at its hour, and what became of each is what became of it', async () => {
      await set({ notices: 'daily', digestHour: 8 })
      await clock.pass(minute)
      const ids: string[] = []
      for (const user_name of names) ids.push((await messages.create({ ...input, user_name })).id)
      await messages.create({ ...input, user_name: 'Spam' }, { spam: held })
      await clock.pass(hour)
      expect(await letters()).toEqual([])
      expect((await mail.outbox.deliveriesOf(ids))[ids[0] as string]).toMatchObject([{ state: 'waiting' }])
      // From ten o'clock to the next eight.
      clock.jump(20 * hour)
      await clock.pass(30 * minute)
      expect(await letters()).toHaveLength(0)
      await clock.pass(hour)
      const all = await letters()
      expect(all).toHaveLength(1)
      expect(all[0]?.headers.subject).toBe('3 messages on 2026-05-05: Ada, Ben, Cy')
      for (const name of names) expect(all[0]?.text).toContain(`${name} (ada@example.com)\n\n> Is there time in May?`)
      expect(all[0]?.text).not.toContain('Spam')
      for (const id of ids)
        expect((await mail.outbox.deliveriesOf([id]))[id]).toMatchObject([
          { kind: 'digest', state: 'sent', message: id },
        ])
      await messages.create(input)
      await clock.pass(hour)
      expect(await letters()).toHaveLength(1)
    })

    it('is one, though three processes look for it', async () => {
      await set({ notices: 'daily', digestHour: 0 })
      await clock.pass(minute)
      for (const user_name of names) await messages.create({ ...input, user_name })
      const others = [build(), build()]
      for (const { made, time } of others) {
        time.jump(24 * hour)
        made.outbox.start()
      }
      clock.jump(24 * hour)
      await Promise.all([clock.pass(minute), ...others.map(({ time }) => time.pass(minute))])
      expect(await letters()).toHaveLength(1)
    })

    it('tells at once of what waited when the owner wants each message told again', async () => {
      await set({ notices: 'daily', digestHour: 23 })
      await messages.create(input)
      await clock.pass(minute)
      expect(await letters()).toHaveLength(0)
      await set({ notices: 'each' })
      await clock.pass(minute)
      expect(await letters()).toHaveLength(1)
    })
  })

  describe('the test e-mail', () => {
    it('says what the mail server said', async () => {
      expect(await mail.test()).toEqual({ sent: true, answer: expect.stringMatching(/^250 OK: queued/) })
      expect(to()).toEqual(['mira@mira.example'])
      smtp.mode = 'permanent'
      expect(await mail.test()).toEqual({ sent: false, answer: expect.stringMatching(/^550 No such user/) })
    })

    it('says that nobody answered, or that there is nothing to send with', async () => {
      const { made: lost } = build({ smtp: { url: `smtp://127.0.0.1:${await closedPort()}`, from: 'a@b.example' } })
      expect(await lost.test()).toEqual({ sent: false, answer: expect.stringContaining('ECONNREFUSED') })
      const { made: none } = build({ smtp: undefined })
      await expect(none.test()).rejects.toMatchObject({ code: 'invalid' })
    })
  })
})
