import { describe, expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { useMail } from '../../../tests/support/use-mail.ts'

const input = { user_name: 'Ada', user_email: 'ada@example.com', message: 'Is there time\nin May?' }
const quarantined = {
  score: 150,
  isQuarantined: true,
  signals: [{ name: 'honeypot' as const, amount: 1, weight: 150 }],
}
const minute = 60_000
const hour = 60 * minute

onOneDatabase('mail that is not sent for each message', (store) => {
  const bench = useMail(store)
  const { build, set, emails, to } = bench

  describe('acknowledgements', () => {
    it('are not sent unless switched on', async () => {
      await bench.messages.create(input)
      await emails()
      expect(to()).toEqual(['mira@mira.example'])
    })

    it('say that they are automatic, and repeat nothing that was typed', async () => {
      await set({ name: 'Mira Solberg', acknowledge: true, acknowledgement: 'It is here.\n\nMira' })
      await bench.messages.create({ ...input, user_name: 'BUY PILLS', message: 'PILLS at https://pills.example' })
      const [, email] = await emails()
      expect(to()).toEqual(['mira@mira.example', 'ada@example.com'])
      expect(email?.headers).toMatchObject({
        to: 'ada@example.com',
        subject: 'Your message to Mira Solberg',
        'auto-submitted': 'auto-replied',
        'reply-to': expect.stringContaining('mira@mira.example'),
      })
      expect(email?.text).toMatch(/^It is here\.\n\nMira\n/)
      expect(bench.smtp.received[1]?.raw).not.toMatch(/pills/i)
    })

    it.each([
      ['with the text that came with it', {}, /^Vielen Dank für Ihre Nachricht\./],
      ['with the text of the owner as it is', { acknowledgement: 'It is here.' }, /^It is here\./],
    ])('are in the language of the site, %s', async (_, own, start) => {
      await set({ name: 'Mira Solberg', acknowledge: true, language: 'de', ...own })
      await bench.messages.create(input)
      const [, email] = await emails()
      expect(email?.headers.subject).toBe('Ihre Nachricht an Mira Solberg')
      expect(email?.text).toMatch(start)
      expect(email?.text).toContain('Jemand, vermutlich Sie,')
    })

    it('go to a recipient once a day, to at most twenty an hour, never for spam, and never to ourselves', async () => {
      await set({ acknowledge: true })
      const send = (user_email: string) => bench.messages.create({ ...input, user_email })
      await send('ada@example.com')
      await send('Ada@example.com')
      await bench.messages.create({ ...input, user_email: 'eve@example.com' }, { spam: quarantined })
      await send('Mira@mira.example')
      await send('post@mira.example')
      const thanked = async () => {
        await emails()
        return to().filter((address) => address !== 'mira@mira.example')
      }
      expect(await thanked()).toEqual(['ada@example.com'])
      for (let n = 0; n < 30; n += 1) await send(`v${n}@example.com`)
      expect(await thanked()).toHaveLength(20)
      await bench.clock.pass(hour + minute)
      await send('late@example.com')
      await send('ada@example.com')
      expect((await thanked()).slice(20)).toEqual(['late@example.com'])
      await bench.clock.pass(hour)
      bench.clock.jump(23 * hour)
      await send('ada@example.com')
      expect((await thanked()).slice(21)).toEqual(['ada@example.com'])
    })
  })

  describe('the daily digest', () => {
    const names = ['Ada', 'Ben', 'Cy']

    it('lists all messages at its hour, and its state is the state of their notices', async () => {
      await set({ notices: 'daily', digestHour: 8 })
      await bench.clock.pass(minute)
      const ids: string[] = []
      for (const user_name of names) ids.push((await bench.messages.create({ ...input, user_name })).id)
      await bench.messages.create({ ...input, user_name: 'Spam' }, { spam: quarantined })
      await bench.clock.pass(hour)
      expect(await emails()).toEqual([])
      expect((await bench.mail.outbox.deliveriesOf(ids)).get(ids[0] as string)).toMatchObject([{ state: 'waiting' }])
      // From ten o'clock to the next eight.
      bench.clock.jump(20 * hour)
      await bench.clock.pass(30 * minute)
      expect(await emails()).toHaveLength(0)
      await bench.clock.pass(hour)
      const all = await emails()
      expect(all).toHaveLength(1)
      expect(all[0]?.headers.subject).toBe('3 messages on 2026-05-05: Ada, Ben, Cy')
      for (const name of names) expect(all[0]?.text).toContain(`${name} (ada@example.com)\n\n> Is there time in May?`)
      expect(all[0]?.text).not.toContain('Spam')
      for (const id of ids)
        expect((await bench.mail.outbox.deliveriesOf([id])).get(id)).toMatchObject([
          { kind: 'digest', state: 'sent', message: id },
        ])
      await bench.messages.create(input)
      await bench.clock.pass(hour)
      expect(await emails()).toHaveLength(1)
    })

    it('is sent once though three processes poll', async () => {
      await set({ notices: 'daily', digestHour: 0 })
      await bench.clock.pass(minute)
      for (const user_name of names) await bench.messages.create({ ...input, user_name })
      const others = [build(), build()]
      for (const { made, time } of others) {
        time.jump(24 * hour)
        made.outbox.start()
      }
      bench.clock.jump(24 * hour)
      // In step: a process whose clock is half a minute ahead would take the others for dead.
      const clocks = [bench.clock, ...others.map(({ time }) => time)]
      for (let second = 0; second < 60; second += 1) await Promise.all(clocks.map((clock) => clock.pass(1000)))
      expect(await emails()).toHaveLength(1)
    })

    it('sends waiting notices at once when the owner switches digests off', async () => {
      await set({ notices: 'daily', digestHour: 23 })
      await bench.messages.create(input)
      await bench.clock.pass(minute)
      expect(await emails()).toHaveLength(0)
      await set({ notices: 'each' })
      await bench.clock.pass(minute)
      expect(await emails()).toHaveLength(1)
    })
  })
})
