import { quoted } from './email-html.ts'
import { withoutLinks } from './without-links.ts'

/** Subject and body of an email about a message. */
export interface EmailText {
  subject: string
  text: string
}

export interface NotifiedMessage {
  id: string
  user_name: string
  user_email: string
  message: string
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first words, at most so many characters, cut between words where that is possible. */
export const excerpt = (text: string, most: number): string => {
  const flat = text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  let end = 0
  let count = 0
  for (const { index, segment } of graphemes.segment(flat.slice(0, most * 8))) {
    if (++count > most) {
      const space = flat.lastIndexOf(' ', index)
      return `${flat.slice(0, space > index / 2 ? space : end)}…`
    }
    end = index + segment.length
  }
  return flat
}

const inboxAt = (publicUrl: string, id?: string) =>
  `${publicUrl}/admin/contact${id === undefined ? '' : `?show=all&message=${id}`}`

const foot = (publicUrl: string, why: string) => `\n\n-- \n${why}\n${publicUrl}/`

/** To the owner, of one message. */
export const noticeEmail = (message: NotifiedMessage, publicUrl: string): EmailText => ({
  subject: withoutLinks(`${excerpt(message.user_name, 60)}: ${excerpt(message.message, 60)}`),
  text: [
    `${withoutLinks(message.user_name)} (${message.user_email}) wrote to you:`,
    quoted(withoutLinks(message.message)),
    `Answer this e-mail, and it goes to ${withoutLinks(message.user_name)}.`,
    `Open it in your inbox:\n${inboxAt(publicUrl, message.id)}`,
  ]
    .join('\n\n')
    .concat(foot(publicUrl, 'Sent by your site because somebody used its contact form.')),
})

/** To the owner, of all messages since the last of these. */
export const digestEmail = (messages: readonly NotifiedMessage[], day: string, publicUrl: string): EmailText => {
  const shown = messages.slice(0, 50)
  const more = messages.length - shown.length
  const count = messages.length === 1 ? 'One message' : `${messages.length} messages`
  return {
    subject: `${count} on ${day}: ${withoutLinks(excerpt(messages.map(({ user_name }) => user_name).join(', '), 60))}`,
    text: [
      `${count} came in through your site:`,
      ...shown.map(
        ({ user_name, user_email, message }) =>
          `${withoutLinks(user_name)} (${user_email})\n\n${quoted(withoutLinks(excerpt(message, 600)))}`,
      ),
      ...(more > 0 ? [`And ${more} more.`] : []),
      `Open your inbox:\n${inboxAt(publicUrl)}`,
    ]
      .join('\n\n')
      .concat(foot(publicUrl, 'Sent by your site once a day. Settings, Mail, changes that.')),
  }
}

/**
 * To the visitor, that their message is here. It repeats nothing of what they typed, their name neither: anyone can type
 * somebody else's address, and must not be able to write to them through us.
 */
export const acknowledgementEmail = (sentences: string, site: string, publicUrl: string): EmailText => ({
  subject: `Your message to ${site}`,
  text: `${sentences}${foot(publicUrl, `Somebody, most likely you, wrote to ${site} with this e-mail address.`)}`,
})

export const testEmail = (site: string, publicUrl: string): EmailText => ({
  subject: `A test from ${site}`,
  text: `This is the test that you asked for. E-mail from your site arrives.${foot(publicUrl, 'Sent by your site.')}`,
})
