import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closedPort, startSmtp, type TestSmtp } from '../../../tests/support/smtp-server.ts'
import { createSmtp } from './smtp.ts'
import type { Email, Outcome, Transport } from './transport.ts'

const email: Email = {
  mailId: '<1@mira.example>',
  from: 'Mira Solberg',
  to: { name: 'Mira', address: 'mira@mira.example' },
  replyTo: { name: 'Ada, Countess of Lovelace', address: 'ada@example.com' },
  subject: 'Ada: Is there time in May?',
  text: 'Ada wrote:\n\n> Is there time in May?',
  html: '<p>Ada wrote:</p>',
  inReplyTo: undefined,
  automatic: 'auto-generated',
  form: { user_name: '', user_email: '', message: '' },
}

let smtp: TestSmtp
let open: Transport[] = []
beforeEach(async () => {
  smtp = await startSmtp()
})
afterEach(async () => {
  for (const transport of open) transport.close()
  open = []
  await smtp.close()
  vi.restoreAllMocks()
})

const timeoutMs = 30_000

/** Sends; `left` is true if the email was handed over. */
const send = async (url = smtp.url, given: Partial<Email> = {}): Promise<Outcome & { left: boolean }> => {
  const transport = createSmtp({ url, from: 'post@mira.example', timeoutMs })
  open.push(transport)
  let left = false
  const outcome = await transport.send({ ...email, ...given }, async () => {
    left = true
  })
  return { ...outcome, left }
}

const header = (raw: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(raw)?.[1]?.replaceAll(/\r\n\s+/g, ' ')

describe('An email by SMTP', () => {
  it('arrives from the site, with text and HTML, and is answered to the visitor', async () => {
    expect(await send()).toEqual({ result: 'sent', answer: expect.stringMatching(/^250 /), left: true })
    const [{ raw, from, to } = { raw: '', from: '', to: [] }] = smtp.received
    expect([from, to]).toEqual(['post@mira.example', ['mira@mira.example']])
    expect(header(raw, 'From')).toBe('Mira Solberg <post@mira.example>')
    expect(header(raw, 'To')).toBe('Mira <mira@mira.example>')
    expect(header(raw, 'Reply-To')).toBe('"Ada, Countess of Lovelace" <ada@example.com>')
    expect(header(raw, 'Message-ID')).toBe('<1@mira.example>')
    expect(header(raw, 'Auto-Submitted')).toBe('auto-generated')
    expect(raw).toMatch(/Content-Type: text\/plain[\s\S]*> Is there time in May\?[\s\S]*Content-Type: text\/html/)
  })

  it('names what it follows, and an automatic answer asks for none', async () => {
    await send(undefined, { inReplyTo: '<0@mira.example>', automatic: 'auto-replied' })
    const raw = smtp.received[0]?.raw ?? ''
    expect([header(raw, 'In-Reply-To'), header(raw, 'References')]).toEqual(['<0@mira.example>', '<0@mira.example>'])
    expect([header(raw, 'Auto-Submitted'), header(raw, 'X-Auto-Response-Suppress')]).toEqual(['auto-replied', 'All'])
  })

  it('goes over a connection that stays open for the next', async () => {
    const transport = createSmtp({ url: smtp.url, from: 'post@mira.example' })
    open.push(transport)
    for (const n of [1, 2, 3]) await transport.send({ ...email, mailId: `<${n}@mira.example>` }, async () => {})
    expect([smtp.received.length, smtp.connections]).toEqual([3, 1])
  })

  it.each([
    ['slow', 'sent', /^250/, true, 1],
    ['temporary', 'later', /^451 .*Greylisted/, false, 0],
    ['permanent', 'refused', /^550 .*No such user/, false, 0],
    ['permanent data', 'refused', /^554 .*spam/, true, 0],
    ['drop', 'unknown', /closed/i, true, 1],
    ['drop before data', 'later', /closed/i, false, 0],
    ['hang', 'unknown', /timeout/i, true, 0],
  ] as const)('to a server in mode “%s” ends as %s', async (mode, result, answer, left, arrived) => {
    smtp.mode = mode
    const limits = vi.spyOn(Socket.prototype, 'setTimeout')
    const sent = send()
    if (mode === 'slow' || mode === 'hang') await expect.poll(() => smtp.hanging).toBe(1)
    if (mode === 'hang') {
      // The time that the transport gives a silent server is over.
      const sockets = limits.mock.contexts.filter((_, at) => limits.mock.calls[at]?.[0] === timeoutMs) as Socket[]
      for (const socket of sockets) socket.emit('timeout')
    }
    smtp.release()
    expect(await sent).toEqual({ result, answer: expect.stringMatching(answer), left })
    // Never a second time by itself: the caller decides.
    expect(smtp.received).toHaveLength(arrived)
  })

  it('is retried later when nothing listens', async () => {
    const url = `smtp://127.0.0.1:${await closedPort()}`
    expect(await send(url)).toEqual({ result: 'later', answer: expect.stringMatching(/ECONNREFUSED/), left: false })
  })

  it('does not go to a server with an untrusted certificate', async () => {
    const other = await startSmtp({ tls: true })
    expect(await send(other.url)).toEqual({
      result: 'later',
      answer: expect.stringMatching(/self-signed|certificate/),
      left: false,
    })
    expect(await send(other.url.replace('smtp:', 'smtps:'))).toMatchObject({ result: 'later', left: false })
    expect(other.received).toEqual([])
    await other.close()
  })

  it('with a wrong password is tried later: the login is refused, not the email', async () => {
    const other = await startSmtp({ login: { user: 'mira', pass: 'right' } })
    const url = (pass: string) => `smtp://mira:${pass}@127.0.0.1:${other.port}`
    expect(await send(url('wrong'))).toEqual({ result: 'later', answer: expect.stringMatching(/^535 /), left: false })
    expect(await send(url('right'))).toMatchObject({ result: 'sent' })
    expect(other.received).toHaveLength(1)
    await other.close()
  })

  it('never shows a password to a server that is elsewhere and does not speak TLS', async () => {
    const other = await startSmtp({ login: { user: 'mira', pass: 'right' } })
    // An address that leads here and is not called loopback.
    expect(await send(`smtp://mira:right@0.0.0.0:${other.port}`)).toMatchObject({ result: 'later', left: false })
    expect([other.received, other.logins]).toEqual([[], 0])
    await other.close()
  })

  it('does not leave when writing down that it leaves fails', async () => {
    const transport = createSmtp({ url: smtp.url, from: 'post@mira.example' })
    open.push(transport)
    const refuse = () => Promise.reject(new Error('Another process has it.'))
    expect(await transport.send(email, refuse)).toMatchObject({ result: 'later' })
    expect(smtp.received).toEqual([])
    expect(await transport.send(email, async () => {})).toMatchObject({ result: 'sent' })
    expect(smtp.received).toHaveLength(1)
  })
})
