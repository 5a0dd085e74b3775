import { describe, expect, it } from 'vitest'
import { startSmtp } from '../../../tests/support/smtp-server.ts'
import { checkMail } from './set-up.ts'

const nothing = { source: 'environment' as const, smtp: undefined, emailjs: undefined }
const emailjs = {
  ...{ publicKey: 'p', serviceId: 's', templateId: 't', privateKey: undefined },
  origin: 'https://api.emailjs.com',
}

describe('The doctor’s check of email', () => {
  it('has nothing to say about none', async () => {
    expect(await checkMail(nothing)).toBeUndefined()
  })

  it('names what EmailJS lacks', async () => {
    await expect(checkMail({ ...nothing, emailjs: { ...emailjs, serviceId: undefined } })).rejects.toThrow(
      'EmailJS: service ID required. Set EMAILJS_SERVICE_ID',
    )
    expect(await checkMail({ ...nothing, emailjs })).toMatch(/^Goes through EmailJS/)
  })

  it('logs in to the mail server, and reports its answer', async () => {
    const smtp = await startSmtp({ login: { user: 'mira', pass: 'right' } })
    const check = (pass: string) =>
      checkMail({ ...nothing, smtp: { url: `smtp://mira:${pass}@127.0.0.1:${smtp.port}`, from: 'a@b.example' } })
    expect(await check('right')).toBe('The mail server lets us in.')
    await expect(check('wrong')).rejects.toThrow(/^The mail server does not take us: 535 .* Look at SMTP_URL\.$/)
    expect(smtp.received).toEqual([])
    await smtp.close()
    await expect(check('right')).rejects.toThrow(/ECONNREFUSED/)
  })
})
