import { describe, expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { startEmailjs } from '../../../tests/support/emailjs-server.ts'
import { closedPort } from '../../../tests/support/smtp-server.ts'
import { useMail } from '../../../tests/support/use-mail.ts'

const input = { user_name: 'Ada', user_email: 'ada@example.com', message: 'Is there time\nin May?' }
const minute = 60_000
const hour = 60 * minute

onOneDatabase('mail', (store) => {
  const bench = useMail(store)
  const { build, use, set, emails, to } = bench

  it('notifies the owner of a message, from the site, with replies to the visitor', async () => {
    const { id } = await bench.messages.create(input)
    const [email] = await emails()
    expect(to()).toEqual(['mira@mira.example'])
    expect(email?.headers).toMatchObject({
      from: 'Mira Solberg <post@mira.example>',
      'reply-to': 'Ada <ada@example.com>',
      subject: 'Ada: Is there time in May?',
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/^<[0-9a-f-]{36}@mira\.example>$/),
    })
    expect(email?.text).toContain('Ada (ada@example.com) wrote to you:\n\n> Is there time\n> in May?')
    expect(email?.text).toContain(`https://mira.example/admin/contact?show=all&message=${id}`)
    expect(email?.html).toContain('<blockquote>Is there time<br>in May?</blockquote>')
    const deliveries = (await bench.mail.outbox.deliveriesOf([id])).get(id)
    expect(deliveries).toMatchObject([{ kind: 'notice', state: 'sent', message: id, recipient: 'mira@mira.example' }])
  })

  it('stores a message and its notice, or neither', async () => {
    await bench.database.kysely.schema.alterTable('deliveries').renameTo('gone').execute()
    await expect(bench.messages.create(input)).rejects.toThrow()
    await bench.database.kysely.schema.alterTable('gone').renameTo('deliveries').execute()
    expect(await bench.database.kysely.selectFrom('messages').select('id').execute()).toEqual([])
  })

  it('keeps messages when nothing is set up, and does not send them when something is later', async () => {
    await use({ smtp: undefined })
    const { id } = await bench.messages.create(input)
    expect(await bench.mail.describe()).toMatchObject({ transport: null, missing: [], answers: false, queued: 0 })
    await use()
    await bench.clock.pass(hour)
    expect(await emails()).toEqual([])
    expect(await bench.mail.outbox.deliveriesOf([id])).toEqual(new Map([[id, []]]))
  })

  it('keeps messages while there is no recipient, and reports it', async () => {
    for (const mailTo of [undefined, 'a,b@mira.example']) {
      await use({ mailTo })
      await bench.messages.create(input)
      expect(await bench.mail.describe()).toMatchObject({
        recipient: null,
        missing: ['No recipient: claim the site, or set MAIL_TO.'],
      })
    }
    expect(await emails()).toEqual([])
  })

  it('names missing EmailJS variables, as its own library does', async () => {
    const nothing = { publicKey: undefined, serviceId: undefined, templateId: undefined, privateKey: undefined }
    const origin = 'https://api.emailjs.com'
    const missing = async (given: object) => {
      await use({ smtp: undefined, emailjs: { ...nothing, origin, ...given } })
      return (await bench.mail.describe()).missing.map((sentence) => /^EmailJS: ([\w ]+ required)/.exec(sentence)?.[1])
    }
    expect(await missing({ privateKey: 'x' })).toEqual([
      'public key required',
      'service ID required',
      'template ID required',
    ])
    expect(await missing({ publicKey: 'x', templateId: 'y' })).toEqual(['service ID required'])
    expect((await bench.mail.describe()).transport).toBe(null)
    expect(await missing({ publicKey: 'x', serviceId: 's', templateId: 'y' })).toEqual([])
    expect(await bench.mail.describe()).toMatchObject({ transport: 'emailjs', answers: false })
  })

  it('sends notices and digests through EmailJS in the fields of its form', async () => {
    const service = await startEmailjs()
    const emailjs = { publicKey: 'p', serviceId: 's', templateId: 't', privateKey: undefined, origin: service.origin }
    await use({ smtp: undefined, emailjs })
    await set({ name: 'Mira Solberg', acknowledge: true })
    await bench.messages.create(input)
    await bench.mail.outbox.settled()
    // Fields of a form have lines that end in CR LF.
    const form = (at: number) => Object.fromEntries(service.forms[at]?.slice(0, 3) ?? [])
    expect(form(0)).toEqual({ ...input, message: input.message.replace('\n', '\r\n') })
    await set({ name: 'Mira Solberg', notices: 'daily', digestHour: 0 })
    await bench.clock.pass(minute)
    await bench.messages.create({ ...input, message: 'Another' })
    bench.clock.jump(24 * hour)
    await bench.clock.pass(minute)
    expect(form(1)).toMatchObject({ user_name: 'Mira Solberg', user_email: 'mira@mira.example' })
    expect(form(1).message).toContain('> Another')
    expect(service.forms).toHaveLength(2)
    await service.close()
  })

  describe('answers', () => {
    it('follow what the visitor got before, and are answered to the owner', async () => {
      await set({ acknowledge: true })
      const { id } = await bench.messages.create(input)
      await bench.database.transaction((trx) =>
        bench.mail.reply(trx, { id, ...input }, { subject: 'Re: May', text: 'Yes, gladly.' }),
      )
      bench.mail.outbox.poll()
      const [, acknowledgement, reply] = await emails()
      expect(reply?.headers).toMatchObject({
        to: 'Ada <ada@example.com>',
        'reply-to': expect.stringContaining('<mira@mira.example>'),
        'in-reply-to': acknowledgement?.headers['message-id'],
        references: acknowledgement?.headers['message-id'],
      })
      expect([reply?.headers['auto-submitted'], reply?.text]).toEqual([undefined, 'Yes, gladly.'])
    })

    it('cannot be sent through EmailJS, nor with nothing, and are then not stored', async () => {
      const emailjs = { publicKey: 'p', serviceId: 's', templateId: 't', privateKey: undefined, origin: bench.smtp.url }
      for (const config of [{ smtp: undefined, emailjs }, { smtp: undefined }]) {
        const { made } = build(config)
        const answer = bench.database.transaction((trx) =>
          made.reply(trx, { id: 'x', ...input }, { subject: '', text: '' }),
        )
        await expect(answer).rejects.toMatchObject({ code: 'invalid' })
      }
      expect(await bench.database.kysely.selectFrom('deliveries').selectAll().execute()).toEqual([])
    })
  })

  describe('the test email', () => {
    it('reports that no server answered, or that email is not set up', async () => {
      const { made: lost } = build({ smtp: { url: `smtp://127.0.0.1:${await closedPort()}`, from: 'a@b.example' } })
      expect(await lost.test()).toEqual({ sent: false, answer: expect.stringContaining('ECONNREFUSED') })
      const { made: none } = build({ smtp: undefined })
      await expect(none.test()).rejects.toMatchObject({ code: 'invalid' })
    })
  })
})
