import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEmailjs, type TestEmailjs } from '../../../tests/support/emailjs-server.ts'
import { closedPort } from '../../../tests/support/smtp-server.ts'
import { createEmailjs, libraryVersion } from './emailjs.ts'
import type { Email } from './transport.ts'

const form = { user_name: 'Ada "A" Lovelace', user_email: 'ada@example.com', message: 'Grüße\r\n--edge\n😀 & <b>' }
const email: Email = {
  ...{ mailId: '<1@mira.example>', from: 'Mira', to: { name: '', address: 'mira@mira.example' } },
  ...{ replyTo: undefined, subject: '', text: '', html: '', inReplyTo: undefined, automatic: undefined, form },
}

let service: TestEmailjs
beforeEach(async () => {
  service = await startEmailjs()
})
afterEach(() => service.close())

const options = () => ({
  ...{ publicKey: 'public', serviceId: 'service_1', templateId: 'template_1', origin: service.origin },
  ...{ timeoutMs: service.mode === 'hang' ? 2000 : 30_000, minIntervalMs: 0 },
})

const send = async (given: Partial<Parameters<typeof createEmailjs>[0]> = {}) => {
  let left = false
  const outcome = await createEmailjs({ ...options(), ...given }).send(email, async () => {
    left = true
  })
  return { ...outcome, left }
}

describe('A message through EmailJS', () => {
  it('is the form that its documentation asks for, field by field', async () => {
    expect(await send()).toEqual({ result: 'sent', answer: '200 OK', left: true })
    expect(service.last).toEqual({
      method: 'POST',
      path: '/api/v1.0/email/send-form',
      type: 'multipart/form-data',
    })
    // Line ends within a field of a form are always CR LF.
    const message = form.message.replaceAll(/\r?\n/g, '\r\n')
    expect(service.forms[0]?.map(([name, value]) => [name, value.replaceAll(/\r?\n/g, '\r\n')])).toEqual([
      ['user_name', form.user_name],
      ['user_email', form.user_email],
      ['message', message],
      ['lib_version', libraryVersion],
      ['service_id', 'service_1'],
      ['template_id', 'template_1'],
      ['user_id', 'public'],
    ])
  })

  it('shows the private key when there is one', async () => {
    await send({ privateKey: 'private' })
    expect(service.forms[0]?.at(-1)).toEqual(['accessToken', 'private'])
  })

  it.each([
    [200, 'sent', '200 OK'],
    [400, 'refused', '400 The Public Key is invalid'],
    [403, 'refused', '403 API calls are disabled for non-browser applications'],
    [429, 'later', '429 Too many requests'],
    [500, 'later', '500 Internal error'],
    [302, 'refused', '302'],
    ['hang', 'unknown', '0 Network Error (no answer)'],
    ['reset', 'unknown', '0 Network Error (ECONNRESET)'],
  ] as const)('that is answered with %s ends as %s', async (mode, result, answer) => {
    service.mode = mode
    expect(await send()).toMatchObject({ result, answer, left: true })
    await expect.poll(() => service.forms).toHaveLength(1)
  })

  it('waits as long as the service asks', async () => {
    service.mode = 429
    expect(await send()).toMatchObject({ retryAfterMs: 120_000 })
  })

  it('is retried later when nothing listens', async () => {
    const origin = `http://127.0.0.1:${await closedPort()}`
    expect(await send({ origin })).toMatchObject({ result: 'later', answer: '0 Network Error (ECONNREFUSED)' })
  })

  it('leaves a second between two, since no more are allowed', async () => {
    const transport = createEmailjs({ ...options(), minIntervalMs: 150 })
    const started = performance.now()
    for (let n = 0; n < 3; n += 1) await transport.send(email, async () => {})
    expect(performance.now() - started).toBeGreaterThanOrEqual(300)
    expect(service.forms).toHaveLength(3)
  })

  it('does not leave when writing down that it leaves fails', async () => {
    const refuse = () => Promise.reject(new Error('Another process has it.'))
    expect(await createEmailjs(options()).send(email, refuse)).toMatchObject({ result: 'later' })
    expect(service.forms).toEqual([])
  })
})
