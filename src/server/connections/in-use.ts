import type { MailConnection } from '../mail/set-up.ts'
import type { Config } from '../process/config.ts'
import type { StoredConnections, StoredGoogle, StoredMail } from './stored-connections.ts'

export type GoogleConnection = NonNullable<Config['google']>

interface ConnectionsInUse {
  mail: MailConnection
  google: GoogleConnection | undefined
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** The URL of a mail server as `SMTP_URL` has it. */
const smtpUrl = ({ host, port, encryption, user, password = '' }: Extract<StoredMail, { kind: 'smtp' }>): string => {
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  const options = { tls: '', starttls: '?requireTLS=true', none: '?ignoreTLS=true' }
  return `${encryption === 'tls' ? 'smtps' : 'smtp'}://${login}${bracketed(host)}:${port}/${options[encryption]}`
}

/** Stored values as the environment would give them. */
export const mailOf = (stored: StoredMail, emailjsOrigin: string): MailConnection => {
  const to = stored.to || undefined
  if (stored.kind === 'smtp')
    return { source: 'saved', to, smtp: { url: smtpUrl(stored), from: stored.from }, emailjs: undefined }
  const { publicKey, serviceId, templateId, privateKey } = stored
  const emailjs = { publicKey, serviceId, templateId, privateKey: privateKey || undefined, origin: emailjsOrigin }
  return { source: 'saved', to, smtp: undefined, emailjs }
}

export const googleOf = (stored: StoredGoogle, issuer: string): GoogleConnection => ({ ...stored, issuer })

/** Connections in use: those of the environment first. */
export const connectionsInUse = (
  { smtp, emailjs, google, emailjsOrigin, googleIssuer }: Config,
  stored: StoredConnections,
): ConnectionsInUse => {
  const saved = stored.mail?.values
  const none: MailConnection = { source: null, smtp: undefined, emailjs: undefined }
  return {
    mail: smtp || emailjs ? { source: 'environment', smtp, emailjs } : saved ? mailOf(saved, emailjsOrigin) : none,
    google: google ?? (stored.google?.values && googleOf(stored.google.values, googleIssuer)),
  }
}

/** The variables that set a connection. */
export const variablesOf = ({ smtp, emailjs, google }: Config) => ({
  mail: smtp
    ? ['SMTP_URL', 'MAIL_FROM']
    : [
        ...(emailjs?.publicKey ? ['EMAILJS_PUBLIC_KEY'] : []),
        ...(emailjs?.serviceId ? ['EMAILJS_SERVICE_ID'] : []),
        ...(emailjs?.templateId ? ['EMAILJS_TEMPLATE_ID'] : []),
        ...(emailjs?.privateKey ? ['EMAILJS_PRIVATE_KEY'] : []),
      ],
  google: google ? ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] : [],
})
