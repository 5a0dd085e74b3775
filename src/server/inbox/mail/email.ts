import type { Settings } from '../../../model/settings/settings.ts'
import type { Reader } from '../../db/database.ts'
import type { DeliveryRow } from './delivery-row.ts'
import { emailHtml } from './email-html.ts'
import { excerpt } from './emails.ts'
import type { Email } from './transport.ts'
import { withoutLinks } from './without-links.ts'

const automatic: Record<string, Email['automatic']> = {
  notice: 'auto-generated',
  digest: 'auto-generated',
  acknowledgement: 'auto-replied',
}

/** A stored e-mail with everything that its transport needs; names are those of now. */
export const emailOf = async (
  reader: Reader,
  row: DeliveryRow,
  { settings, owner }: { settings: Settings; owner: string | undefined },
): Promise<Email> => {
  const { kind, recipient, subject, text } = row
  // The site's own address need not have a mailbox: what visitors answer goes to the owner.
  const answersTo = row.reply_to ?? (kind === 'reply' || kind === 'acknowledgement' ? owner : undefined)
  const visitor = row.message
    ? await reader
        .selectFrom('messages')
        .select(['user_name', 'user_email', 'message'])
        .where('id', '=', row.message)
        .executeTakeFirst()
    : undefined
  // A line of a header has its bounds, RFC 5322, 2.1.1.
  const named = (address: string) =>
    excerpt(visitor && visitor.user_email === address ? withoutLinks(visitor.user_name) : settings.name, 100)
  return {
    mailId: row.mail_id,
    from: settings.name,
    // An automatic answer repeats nothing that was typed.
    to: { name: kind === 'acknowledgement' ? '' : named(recipient), address: recipient },
    replyTo: answersTo === undefined ? undefined : { name: named(answersTo), address: answersTo },
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
