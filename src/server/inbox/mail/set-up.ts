import type { Config } from '../../process/config.ts'
import type { Transport } from './transport.ts'

const required: [key: 'publicKey' | 'serviceId' | 'templateId', sentence: string][] = [
  ['publicKey', 'EmailJS: public key required. Set EMAILJS_PUBLIC_KEY (https://dashboard.emailjs.com/admin/account).'],
  ['serviceId', 'EmailJS: service ID required. Set EMAILJS_SERVICE_ID (https://dashboard.emailjs.com/admin).'],
  [
    'templateId',
    'EmailJS: template ID required. Set EMAILJS_TEMPLATE_ID (https://dashboard.emailjs.com/admin/templates).',
  ],
]

/** Missing variables of an incomplete set-up, a sentence each: specification, section 8. */
export const missingSetUp = ({ smtp, emailjs }: Pick<Config, 'smtp' | 'emailjs'>): string[] =>
  smtp || !emailjs ? [] : required.flatMap(([key, sentence]) => (emailjs[key] === undefined ? [sentence] : []))

/** Configured transport: SMTP before EmailJS, since it can also write to visitors. Its code is loaded by the first email. */
export const createTransport = (config: Pick<Config, 'smtp' | 'emailjs'>): Transport | undefined => {
  const { smtp, emailjs } = config
  const later = (kind: Transport['kind'], load: () => Promise<Transport>): Transport => {
    let loading: Promise<Transport> | undefined
    return {
      kind,
      send: async (email, beforeSend) => {
        loading ??= load()
        return (await loading).send(email, beforeSend)
      },
      close: () => {
        loading?.then(
          (transport) => transport.close(),
          () => {},
        )
      },
    }
  }
  if (smtp) return later('smtp', async () => (await import('./smtp.ts')).createSmtp(smtp))
  const { publicKey, serviceId, templateId } = emailjs ?? {}
  if (!emailjs || !publicKey || !serviceId || !templateId) return undefined
  return later('emailjs', async () =>
    (await import('./emailjs.ts')).createEmailjs({ ...emailjs, publicKey, serviceId, templateId }),
  )
}
