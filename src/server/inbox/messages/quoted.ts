import type { StoredMessage } from '../../../model/inbox/stored-message.ts'
import { withoutLinks } from '../../mail/without-links.ts'

type Quoted = Pick<StoredMessage, 'user_name' | 'message' | 'createdAt'>

/** The message as replies quote it. Without words of any language: the reply's is not known here. */
const quote = ({ user_name, message, createdAt }: Quoted): string => {
  const lines = message.split('\n').map((line) => (line === '' ? '>' : `> ${line}`))
  return `\n\n${user_name}, ${createdAt.slice(0, 10)}:\n\n${lines.join('\n')}`
}

/** Reply with the message quoted below: a visitor has no copy of what the form sent. */
export const withQuote = (text: string, message: Quoted): string => text + withoutLinks(quote(message))

/** Reply without the quoted message. */
export const withoutQuote = (text: string, message: Quoted): string => {
  // Replies from before quoted links as they were.
  const end = [withoutLinks(quote(message)), quote(message)].find((one) => text.endsWith(one))
  return end === undefined ? text : text.slice(0, -end.length)
}
