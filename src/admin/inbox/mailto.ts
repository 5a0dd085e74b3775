import type { InboxMessage } from '../../model/inbox/stored-message.ts'

type Quoted = Pick<InboxMessage, 'user_name' | 'user_email' | 'message' | 'createdAt'>

/** Longest URL that mail programs take on every system. */
const maxLength = 2000

const urlOf = ({ user_email: email, message }: Quoted, body: string) => {
  const subject = `Re: ${message.trim().split('\n')[0]?.slice(0, 60)}`
  const params = Object.entries({ subject, body: body.replaceAll('\n', '\r\n') })
  // Mail programs show a plus sign as it is.
  return `mailto:${encodeURIComponent(email)}?${params.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&')}`
}

const quoted = (words: string) => words.replaceAll(/^/gm, '> ')

/**
 * A `mailto:` URL of a reply with the message quoted below, as replies sent from here have it. A long message is cut to what fits; next
 * to a very long reply it is left out.
 */
export const mailto = (message: Quoted, text: string): { url: string; quote: 'whole' | 'part' | 'none' } => {
  const head = `${text}\n\n${message.user_name}, ${message.createdAt.slice(0, 10)}:\n\n`
  const whole = urlOf(message, head + quoted(message.message))
  if (whole.length <= maxLength) return { url: whole, quote: 'whole' }
  const words = message.message.split(/(?<=\s)/)
  const cut = (count: number) => urlOf(message, `${head}${quoted(`${words.slice(0, count).join('').trimEnd()} …`)}`)
  let [fits, tooMany] = [0, words.length]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (cut(middle).length <= maxLength) fits = middle
    else tooMany = middle
  }
  return fits > 0 ? { url: cut(fits), quote: 'part' } : { url: urlOf(message, text), quote: 'none' }
}
