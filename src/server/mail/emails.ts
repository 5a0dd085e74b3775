import { withEllipsis } from '../../model/fields/cut-text.ts'
import type { MessageInput } from '../../model/inbox/message.ts'
import type { Settings } from '../../model/settings/settings.ts'
import { catalogueOf } from '../../model/words/catalogues.ts'
import { english } from '../../model/words/en.ts'
import { filled } from '../../model/words/template.ts'
import type { Reader } from '../db/database.ts'
import type { DeliveryRow } from './deliveries.ts'
import { emailHtml, quoted } from './email-html.ts'
import type { Email } from './transport.ts'
import { withoutLinks } from './without-links.ts'

/** Subject and body of an email about a message. */
export interface EmailText {
  subject: string
  text: string
}

export interface NotifiedMessage extends MessageInput {
  id: string
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The start of a text, at most so many characters, cut between words where that is possible. */
export const excerpt = (text: string, max: number): string => {
  const flat = text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  let end = 0
  let count = 0
  for (const { index, segment } of graphemes.segment(flat.slice(0, max * 8))) {
    if (++count > max) {
      const space = flat.lastIndexOf(' ', index)
      return withEllipsis(flat.slice(0, space > index / 2 ? space : end))
    }
    end = index + segment.length
  }
  return flat
}

const inboxUrl = (publicUrl: string, id?: string) =>
  `${publicUrl}/admin/contact${id === undefined ? '' : `?show=all&message=${id}`}`

/** The paragraphs, and below a line why the email was sent and from where. */
export const withFooter = (paragraphs: string[], reason: string, publicUrl: string) =>
  `${paragraphs.join('\n\n')}\n\n-- \n${reason}\n${publicUrl}/`

/** To the owner, about one message. */
export const noticeEmail = ({ id, user_name, user_email, message }: NotifiedMessage, publicUrl: string): EmailText => ({
  subject: withoutLinks(`${excerpt(user_name, 60)}: ${excerpt(message, 60)}`),
  text: withFooter(
    [
      `${withoutLinks(user_name)} (${user_email}) wrote to you:`,
      quoted(withoutLinks(message)),
      `Answer this email, and it goes to ${withoutLinks(user_name)}.`,
      `Open it in your inbox:\n${inboxUrl(publicUrl, id)}`,
    ],
    'Sent by your site because somebody used its contact form.',
    publicUrl,
  ),
})

/** To the owner, about all messages since the last digest. */
export const digestEmail = (messages: readonly NotifiedMessage[], day: string, publicUrl: string): EmailText => {
  const shown = messages.slice(0, 50)
  const more = messages.length - shown.length
  const count = messages.length === 1 ? 'One message' : `${messages.length} messages`
  return {
    subject: `${count} on ${day}: ${withoutLinks(excerpt(messages.map(({ user_name }) => user_name).join(', '), 60))}`,
    text: withFooter(
      [
        `${count} came in through your site:`,
        ...shown.map(
          ({ user_name, user_email, message }) =>
            `${withoutLinks(user_name)} (${user_email})\n\n${quoted(withoutLinks(excerpt(message, 600)))}`,
        ),
        ...(more > 0 ? [`And ${more} more.`] : []),
        `Open your inbox:\n${inboxUrl(publicUrl)}`,
      ],
      'Sent by your site once a day. Settings, Mail, changes that.',
      publicUrl,
    ),
  }
}

/**
 * To the visitor. Repeats nothing that was typed, not even the name: anyone can type anyone's email address, and must not
 * be able to write to them through us.
 */
export const acknowledgementEmail = (settings: Settings, publicUrl: string): EmailText => {
  const { mail } = catalogueOf(settings.language)
  const { acknowledgement, name: site } = settings
  // An owner who has not changed the text has not chosen English.
  const sentences = acknowledgement === english.mail.text ? mail.text : acknowledgement
  return {
    subject: filled(mail.subject, { site }),
    text: withFooter([sentences], filled(mail.reason, { site }), publicUrl),
  }
}

export const testEmail = (site: string, publicUrl: string): EmailText => ({
  subject: `A test from ${site}`,
  text: withFooter(
    ['This is the test that you asked for. Email from your site arrives.'],
    'Sent by your site.',
    publicUrl,
  ),
})

const automatic: Record<string, Email['automatic']> = {
  notice: 'auto-generated',
  digest: 'auto-generated',
  acknowledgement: 'auto-replied',
  'password-reset': 'auto-generated',
  invitation: 'auto-generated',
}

const nameless: ReadonlySet<string> = new Set(['acknowledgement', 'password-reset', 'invitation'])

/** A stored email with everything that its transport needs; names are the current ones. */
export const emailOf = async (
  reader: Reader,
  row: DeliveryRow,
  { settings, owner }: { settings: Settings; owner: string | undefined },
): Promise<Email> => {
  const { kind, recipient, subject, text } = row
  // The site's own address need not have a mailbox: visitors' answers go to the owner.
  const replyTo = row.reply_to ?? (kind === 'reply' || kind === 'acknowledgement' ? owner : undefined)
  const visitor = row.message
    ? await reader
        .selectFrom('messages')
        .select(['user_name', 'user_email', 'message'])
        .where('id', '=', row.message)
        .executeTakeFirst()
    : undefined
  // The length of a header line is limited, RFC 5322, 2.1.1.
  const nameOf = (address: string) =>
    excerpt(visitor && visitor.user_email === address ? withoutLinks(visitor.user_name) : settings.name, 100)
  return {
    mailId: row.mail_id,
    from: settings.name,
    // An automatic answer repeats nothing that was typed. The name of a link's receiver is not known here.
    to: { name: nameless.has(kind) ? '' : nameOf(recipient), address: recipient },
    replyTo: replyTo === undefined ? undefined : { name: nameOf(replyTo), address: replyTo },
    subject,
    text,
    html: emailHtml(text, { subject, language: settings.language }),
    inReplyTo: row.in_reply_to ?? undefined,
    automatic: automatic[kind],
    form:
      kind === 'notice' && visitor
        ? {
            user_name: withoutLinks(visitor.user_name),
            user_email: visitor.user_email,
            message: withoutLinks(visitor.message),
          }
        : { user_name: settings.name, user_email: recipient, message: text },
  }
}
