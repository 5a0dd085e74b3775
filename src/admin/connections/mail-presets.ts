import type { Encryption } from '../../model/connections/connection.ts'

interface MailPreset {
  id: string
  label: string
  host: string
  port: number
  encryption: Encryption
  /** The user name that the provider wants from everybody. */
  user?: string
  /** Name of its password, and its source. */
  hint: string
  link: string
}

const tls = { port: 465, encryption: 'tls' } as const
const starttls = { port: 587, encryption: 'starttls' } as const

/** Servers of common providers, as each documents them. */
export const mailPresets: readonly MailPreset[] = [
  {
    ...{ id: 'gmail', label: 'Gmail', host: 'smtp.gmail.com', ...tls },
    hint: 'Gmail wants an app password of 16 letters. It needs 2-Step Verification.',
    link: 'https://support.google.com/accounts/answer/185833',
  },
  {
    ...{ id: 'microsoft', label: 'Outlook, Microsoft 365', host: 'smtp.office365.com', ...starttls },
    hint: 'The administrator must allow SMTP AUTH for the mailbox. Personal outlook.com mailboxes no longer take a password.',
    link: 'https://learn.microsoft.com/exchange/clients-and-mobile-in-exchange-online/authenticated-client-smtp-submission',
  },
  {
    ...{ id: 'icloud', label: 'iCloud', host: 'smtp.mail.me.com', ...starttls },
    hint: 'iCloud wants an app-specific password of your Apple Account.',
    link: 'https://support.apple.com/102654',
  },
  {
    ...{ id: 'fastmail', label: 'Fastmail', host: 'smtp.fastmail.com', ...tls },
    hint: 'Fastmail wants an app password with access to SMTP.',
    link: 'https://www.fastmail.help/hc/en-us/articles/360058752854-App-passwords',
  },
  {
    ...{ id: 'mailgun', label: 'Mailgun', host: 'smtp.mailgun.org', ...starttls },
    hint: 'User name and password are those of the domain’s SMTP credentials. In the EU the server is smtp.eu.mailgun.org.',
    link: 'https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages/send-smtp',
  },
  {
    ...{ id: 'postmark', label: 'Postmark', host: 'smtp.postmarkapp.com', ...starttls },
    hint: 'The server’s API token is both the user name and the password.',
    link: 'https://postmarkapp.com/developer/user-guide/send-email-with-smtp',
  },
  {
    ...{ id: 'sendgrid', label: 'SendGrid', host: 'smtp.sendgrid.net', ...starttls, user: 'apikey' },
    hint: 'The user name is the word apikey; the password is an API key.',
    link: 'https://www.twilio.com/docs/sendgrid/for-developers/sending-email/integrating-with-the-smtp-api',
  },
  {
    ...{ id: 'ses', label: 'Amazon SES', host: 'email-smtp.eu-central-1.amazonaws.com', ...starttls },
    hint: 'Put your own region into the name of the server. SMTP credentials are not those of AWS.',
    link: 'https://docs.aws.amazon.com/ses/latest/dg/smtp-credentials.html',
  },
  {
    ...{ id: 'brevo', label: 'Brevo', host: 'smtp-relay.brevo.com', ...starttls },
    hint: 'The password is an SMTP key, not an API key.',
    link: 'https://help.brevo.com/hc/en-us/articles/7924908994450',
  },
  {
    ...{ id: 'proton', label: 'Proton', host: 'smtp.protonmail.ch', ...starttls },
    hint: 'Proton wants an SMTP token, for an address of your own domain.',
    link: 'https://proton.me/support/smtp-submission',
  },
  {
    ...{ id: 'zoho', label: 'Zoho', host: 'smtp.zoho.com', ...tls },
    hint: 'With two-factor sign-in, Zoho wants an application-specific password. In the EU the server is smtp.zoho.eu.',
    link: 'https://www.zoho.com/mail/help/zoho-smtp.html',
  },
]

export const presetOf = (host: string): MailPreset | undefined =>
  mailPresets.find((preset) => preset.host === host.trim().toLowerCase())
