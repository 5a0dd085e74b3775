/** A value that a service wants, by the name that its API has for it. */
interface ServiceKey {
  label: string
  /** The environment variable that sets it. */
  variable: string
  /** Address at which its owner finds it. */
  found: string
  /** Not every account needs it. */
  optional?: true
  /** Stored encrypted, and never shown again. */
  secret?: true
}

interface MailService {
  label: string
  /** Its host, for the privacy statement. */
  site: string
  /** False when it writes to the owner of its account alone. */
  writesToVisitors: boolean
  keys: Readonly<Record<string, ServiceKey>>
  /** Names the account: a stored secret is sent with no other. */
  account: string
  /** The variable that sets where its API is, and the place without it. */
  origin: { variable: string; usual: string }
  /** Hints above the form, and a link to the keys. */
  about: string
  link: string
}

const emailjsKeys = 'https://dashboard.emailjs.com/admin'

/**
 * Services that send email by an API of their own, in the order in which one is chosen. A new one is a row here and one among the
 * `transports`; configuration, screen and texts follow from it.
 */
const mailServices = {
  emailjs: {
    ...{ label: 'EmailJS', site: 'emailjs.com', writesToVisitors: false },
    keys: {
      publicKey: { label: 'Public key', variable: 'EMAILJS_PUBLIC_KEY', found: `${emailjsKeys}/account` },
      serviceId: { label: 'Service ID', variable: 'EMAILJS_SERVICE_ID', found: emailjsKeys },
      templateId: { label: 'Template ID', variable: 'EMAILJS_TEMPLATE_ID', found: `${emailjsKeys}/templates` },
      privateKey: {
        label: 'Private key',
        variable: 'EMAILJS_PRIVATE_KEY',
        found: `${emailjsKeys}/account`,
        secret: true,
        optional: true,
      },
    },
    account: 'publicKey',
    origin: { variable: 'EMAILJS_ORIGIN', usual: 'https://api.emailjs.com' },
    about:
      'The template at EmailJS decides who gets an email, so notices reach you, and nobody else: no replies, confirmations, invitations or links for a new password. For those, choose Mail server (SMTP) instead. Allow calls from servers under Account, Security.',
    link: `${emailjsKeys}/account`,
  },
} as const satisfies Record<string, MailService>

export type ServiceKind = keyof typeof mailServices
export const serviceKinds = Object.keys(mailServices) as [ServiceKind, ...ServiceKind[]]

/** The row of a service, seen as data. */
export const serviceOf = (kind: ServiceKind): MailService => mailServices[kind]

/** Names of the values that a service wants, and what is known of each. */
export const keysOf = (kind: ServiceKind): [name: string, key: ServiceKey][] => Object.entries(serviceOf(kind).keys)

type Keys<K extends ServiceKind> = (typeof mailServices)[K]['keys']
type VariableIn<T> = T extends { variable: infer V extends string } ? V : never

/** The variables of all services. */
export type ServiceVariable = {
  [K in ServiceKind]:
    | VariableIn<(typeof mailServices)[K]['origin']>
    | { [N in keyof Keys<K>]: VariableIn<Keys<K>[N]> }[keyof Keys<K>]
}[ServiceKind]

/** Keys of a service as far as they are known, and where its API is. */
export type ServiceSetUp<K extends ServiceKind = ServiceKind> = { [N in keyof Keys<K>]?: string | undefined } & {
  origin: string
}

/** Places of the services' APIs that are not the usual ones. */
export type ServiceOrigins = { [K in ServiceKind]?: string }

export const originOf = (kind: ServiceKind, origins: ServiceOrigins): string =>
  origins[kind] ?? serviceOf(kind).origin.usual

/** A way to send email: through a mail server, or by one of the services. */
export type TransportKind = 'smtp' | ServiceKind

/** The name of a transport in a sentence. */
export const transportLabel = (kind: TransportKind): string => (kind === 'smtp' ? 'SMTP' : serviceOf(kind).label)

export const writesToVisitors = (kind: TransportKind): boolean => kind === 'smtp' || serviceOf(kind).writesToVisitors
