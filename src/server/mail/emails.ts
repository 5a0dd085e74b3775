import { LinkifyIt } from 'linkify-it'
import { escapeHtml } from '../../model/escape-html.ts'
import { withEllipsis } from '../../model/fields/cut-text.ts'
import type { Answer } from '../../model/inbox/answers.ts'
import type { DeliveryKind } from '../../model/inbox/delivery.ts'
import type { MessageInput } from '../../model/inbox/message.ts'
import type { Settings } from '../../model/settings/settings.ts'
import { withoutTurning } from '../../model/text-rules.ts'
import type { Catalogue } from '../../model/words/catalogue.ts'
import { catalogueOf } from '../../model/words/catalogues.ts'
import { english } from '../../model/words/en.ts'
import { filled } from '../../model/words/template.ts'
import type { Reader } from '../db/database.ts'
import type { DeliveryRow } from './deliveries.ts'
import type { Email } from './transport.ts'

const linkify = new LinkifyIt({ fuzzyEmail: false }).add('ftp:', null).add('mailto:', null).add('//', null)

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

const linked = (text: string): string => {
  let html = ''
  let end = 0
  for (const { index, lastIndex, raw } of linkify.match(text) ?? []) {
    html += `${lines(text.slice(end, index))}<a href="${escapeHtml(raw)}">${escapeHtml(raw)}</a>`
    end = lastIndex
  }
  return html + lines(text.slice(end))
}

const isQuote = (line: string) => line === '>' || line.startsWith('> ')

const block = (paragraph: string): string => {
  const all = paragraph.split('\n')
  // A visitor's text stays text: no link of theirs can be followed from our email by accident.
  if (all.every(isQuote)) return `<blockquote>${lines(all.map((line) => line.slice(2)).join('\n'))}</blockquote>`
  // Our own label, and the URL on a line of its own: a button.
  const [, label, url] = /^(.*):\n(https?:\/\/[^\s<>"']+)$/.exec(paragraph) ?? []
  if (label && url) return `<p><a class="go" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`
  return `<p>${linked(paragraph)}</p>`
}

// Text keeps the reader's own colour; borders and greys are readable on light and dark.
const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:24px 16px;font:16px/1.55 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{max-width:36em;margin:0 auto;overflow-wrap:anywhere}
p{margin:0 0 1.1em}
blockquote{margin:0 0 1.4em;padding:.1em 0 .1em 1em;border-left:3px solid #8a8a8a}
a.go{display:inline-block;padding:.5em 1em;border:1px solid currentColor;border-radius:3px;text-decoration:none;font-weight:600}
footer{margin-top:2.2em;padding-top:1em;border-top:1px solid #8a8a8a;font-size:13px;opacity:.75}`

const blocks = (part: string): string =>
  part
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/^\n|\n$/g, ''))
    .filter((paragraph) => paragraph.trim() !== '')
    .map(block)
    .join('\n')

/**
 * HTML with the same content as a plain text: paragraphs between empty lines, quotes in lines that begin with `> `, a footer
 * after a line `-- `. With an accent, a rule in it stands above.
 */
export const emailHtml = (
  text: string,
  { subject, language, accent }: { subject: string; language: string; accent?: string | undefined },
): string => {
  const [body = '', ...footer] = text.split('\n-- \n')
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${style}${accent ? `\nmain{padding-top:22px;border-top:5px solid ${accent}}` : ''}</style>
</head>
<body><main>
${blocks(body)}
${footer.length > 0 ? `<footer>\n${blocks(footer.join('\n\n'))}\n</footer>` : ''}</main></body>
</html>
`
}

/** A visitor's text as a quote. Every kind of line end is escaped, so it cannot become anything else. */
export const quoted = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')

/**
 * A stranger's text in which mail programs find no link: `https[:]//evil[.]example`, as security reports write it. The change is
 * visible when the text is copied. Our emails link to our own pages only.
 */
export const withoutLinks = (text: string): string =>
  withoutTurning(text)
    .replaceAll('://', '[:]//')
    // Any scheme: what a program opens it knows better than a list here.
    .replaceAll(/(?<![a-z0-9])([a-z][a-z0-9+.-]{1,30}):(?=[^\s)])/gi, '$1[:]')
    // Host names may have other full stops; between ideographs they end a sentence.
    .replaceAll(
      /(?<=[\p{L}\p{N}])[.．](?=\p{L}{2})|(?<=[\p{L}\p{N}])[。｡](?=[a-z]{2})|(?<=[a-z0-9])[。｡](?=\p{L}{2})/giu,
      '[.]',
    )

/** Subject and body of an email about a message. */
export interface EmailText {
  subject: string
  text: string
}

export interface NotifiedMessage extends MessageInput {
  id: string
  answers?: readonly Answer[]
}

/** What a stranger wrote after their message, a text for each question. */
const answerTexts = (answers: readonly Answer[] = []): string[] =>
  answers.map(({ question, answer }) => withoutLinks(`${question}\n${answer}`))

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
const withFooter = (paragraphs: string[], reason: string, publicUrl: string) =>
  `${paragraphs.join('\n\n')}\n\n-- \n${reason}\n${publicUrl}/`

/** To the owner, about one message; with `only`, about its answers alone: the message has been sent before. */
export const noticeEmail = (
  { id, user_name, user_email, message, answers = [] }: NotifiedMessage,
  publicUrl: string,
  only?: 'answers',
): EmailText => ({
  subject: withoutLinks(`${only ? 'Re: ' : ''}${excerpt(user_name, 60)}: ${excerpt(message, 60)}`),
  text: withFooter(
    [
      ...(only
        ? [`${withoutLinks(user_name)} (${user_email}) answered your questions:`]
        : [`${withoutLinks(user_name)} (${user_email}) wrote to you:`, quoted(withoutLinks(message))]),
      ...answerTexts(answers).map(quoted),
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
        ...shown.map((one) =>
          [
            `${withoutLinks(one.user_name)} (${one.user_email})`,
            quoted(withoutLinks(excerpt(one.message, 600))),
            ...answerTexts(one.answers).map(quoted),
          ].join('\n\n'),
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
  answers: 'auto-generated',
  digest: 'auto-generated',
  acknowledgement: 'auto-replied',
  'password-reset': 'auto-generated',
  invitation: 'auto-generated',
  'new-device': 'auto-generated',
  testimonial: 'auto-generated',
}

/** Kinds whose text holds a link that lets somebody in: sealed in the outbox, and never sent after the link has expired. */
export type LinkKind = Extract<DeliveryKind, 'password-reset' | 'invitation' | 'new-device' | 'testimonial'>

export const linkKinds: readonly string[] = [
  'password-reset',
  'invitation',
  'new-device',
  'testimonial',
] satisfies LinkKind[]

export const isLinkKind = (kind: string): kind is LinkKind => linkKinds.includes(kind)

const nameless: ReadonlySet<string> = new Set(['acknowledgement', ...linkKinds])

/** A stored email with everything that its transport needs; names are the current ones. */
export const emailOf = async (
  reader: Reader,
  row: DeliveryRow,
  { settings, owner, accent }: { settings: Settings; owner: string | undefined; accent?: string | undefined },
): Promise<Email> => {
  const { kind, recipient, subject, text } = row
  // The site's own address need not have a mailbox: visitors' answers go to the owner.
  const replyTo = row.reply_to ?? (kind === 'reply' || kind === 'acknowledgement' ? owner : undefined)
  const visitor = row.message
    ? await reader
        .selectFrom('messages')
        .select(['user_name', 'user_email', 'message', 'answers'])
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
    html: emailHtml(text, { subject, language: settings.language, accent }),
    inReplyTo: row.in_reply_to ?? undefined,
    automatic: automatic[kind],
    form:
      kind === 'notice' && visitor
        ? {
            user_name: withoutLinks(visitor.user_name),
            user_email: visitor.user_email,
            message: [withoutLinks(visitor.message), ...answerTexts(JSON.parse(visitor.answers))].join('\n\n'),
          }
        : { user_name: settings.name, user_email: recipient, message: text },
  }
}

/** `device` such as “Firefox on Linux”; undefined for one without a known name, which is not repeated: anyone can choose it. */
export const newDeviceEmail = (
  site: string,
  { at, device, ip }: { at: Date; device: string | undefined; ip: string },
  link: string,
  publicUrl: string,
): EmailText => ({
  subject: `A new device signed in to ${site}`,
  text: withFooter(
    [
      `Somebody signed in to your account on ${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC, with ${device ?? 'an unknown program'}, from the address ${ip}.`,
      'If it was you, there is nothing to do. If it was not you, open this link: it ends that session and asks for a new password. It works once, within seven days.',
      link,
    ],
    `Sent because this device had not signed in to your account at ${site} before.`,
    publicUrl,
  ),
})

/** Repeats nothing that was typed: anyone can type anyone's email address. */
export const passwordResetEmail = (site: string, link: string, publicUrl: string): EmailText => ({
  subject: `A new password for ${site}`,
  text: withFooter(
    [
      'Open this link to set a new password. It works once, within an hour, and only the newest one works:',
      link,
      'Setting it signs you out everywhere. If you did not ask for this, ignore this email: nothing has changed.',
    ],
    `Sent because somebody, most likely you, entered this email address at the login of ${site}.`,
    publicUrl,
  ),
})

export const invitationEmail = (site: string, link: string, until: string, publicUrl: string): EmailText => ({
  subject: `An invitation to ${site}`,
  text: withFooter(
    [`You are invited to make an account. This link works once, until ${until.slice(0, 10)}:`, link],
    `Sent because the owner of ${site} entered this email address.`,
    publicUrl,
  ),
})

/** To the person whom the owner asks for a testimonial, or, with `asked`, for a change of it. */
export const testimonialEmail = (
  { ask }: Pick<Catalogue, 'ask'>,
  { name, note, asked = '', link }: { name: string; note: string; asked?: string; link: string },
  publicUrl: string,
): EmailText => ({
  subject: filled(ask.title, { name }),
  text: withFooter(
    [
      ...(asked === '' ? (note === '' ? [] : [quoted(note)]) : [filled(ask.asked, { name }), quoted(asked)]),
      `${asked === '' ? ask.mailText : ask.keep}\n${link}`,
    ],
    filled(ask.mailReason, { name }),
    publicUrl,
  ),
})

/** To the owner. Repeats nothing of what came, so that nothing has to be erased here. */
export const testimonialNotice = (publicUrl: string): EmailText => ({
  subject: 'A testimonial has come',
  text: withFooter(
    [
      'Somebody whom you asked has sent a testimonial, or changed it. Nothing is shown before you publish it.',
      `Open it:\n${publicUrl}/admin/chat`,
    ],
    'Sent by your site because somebody used a link of yours.',
    publicUrl,
  ),
})
