import {
  keysOf,
  type ServiceKind,
  type ServiceSetUp,
  serviceKinds,
  serviceOf,
} from '../../model/inbox/mail-services.ts'
import type { Config } from '../process/config.ts'
import { createEmailjs, explainEmailjs } from './emailjs.ts'
import { createSmtp, verifySmtp } from './smtp.ts'
import type { Transport } from './transport.ts'

interface ServiceTransport<K extends ServiceKind> {
  create(setUp: ServiceSetUp<K> & { timeoutMs?: number }): Transport
  /** What to do about an answer of the service; undefined when it does not say. */
  explain(answer: string): string | undefined
}

/** How each service sends. */
const transports: { [K in ServiceKind]: ServiceTransport<K> } = {
  emailjs: { create: createEmailjs, explain: explainEmailjs },
}

export const serviceTransport = (kind: ServiceKind): ServiceTransport<ServiceKind> => transports[kind]

type MailConfig = Pick<Config, 'smtp' | ServiceKind>

/** Connection for email, from the environment or the screen. A change makes another object. */
export interface MailConnection extends MailConfig {
  /** Recipient of notices, when the environment names none. */
  to?: string | undefined
  source: 'environment' | 'saved' | null
}

/** The service that is used, and its keys as far as they are known; undefined with SMTP, and without either. */
export const chosenService = ({ smtp, ...services }: MailConfig) => {
  const kind = smtp ? undefined : serviceKinds.find((one) => services[one])
  const setUp = kind && services[kind]
  return kind && setUp ? { kind, setUp } : undefined
}

/** Missing variables of an incomplete set-up, a sentence each: specification, section 8. */
export const missingSetUp = (config: MailConfig): string[] => {
  const { kind, setUp } = chosenService(config) ?? {}
  if (!kind) return []
  const known = new Map(Object.entries(setUp ?? {}))
  return keysOf(kind).flatMap(([name, { label, variable, found, optional }]) =>
    optional || known.get(name)
      ? []
      : [
          `${serviceOf(kind).label}: ${label.charAt(0).toLowerCase()}${label.slice(1)} required. Set ${variable} (${found}).`,
        ],
  )
}

/** Configured transport: SMTP before the services. */
export const createTransport = (config: MailConfig): Transport | undefined => {
  if (config.smtp) return createSmtp(config.smtp)
  const service = chosenService(config)
  if (!service || missingSetUp(config).length > 0) return undefined
  return serviceTransport(service.kind).create(service.setUp)
}

/** Describes the transport after a login at the mail server; undefined without one. Sends nothing. Throws an error with what to do. */
export const checkMail = async (connection: MailConnection): Promise<string | undefined> => {
  const missing = missingSetUp(connection)
  if (missing.length > 0) throw new Error(missing.join(' '))
  if (connection.smtp) {
    const where = connection.source === 'saved' ? 'Settings, Mail' : 'SMTP_URL'
    await verifySmtp({ ...connection.smtp, timeoutMs: 10_000 }).catch((error: Error & { response?: string }) => {
      throw new Error(`The mail server does not take us: ${error.response ?? error.message} Look at ${where}.`)
    })
    return 'The mail server lets us in.'
  }
  const service = chosenService(connection)
  return (
    service &&
    `Goes through ${serviceOf(service.kind).label}; a test in Settings, Mail, shows whether it is let through.`
  )
}
