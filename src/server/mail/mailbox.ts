import type { Mailbox } from './transport.ts'

// Nothing that a mail program could take for a second address.
const bareAddress = /^[^\s<>()[\]\\,;:"@\u0000-\u001f\u007f]+@[^\s<>()[\]\\,;:"@\u0000-\u001f\u007f]+$/

export const isEmailAddress = (text: string): boolean => text.length <= 320 && bareAddress.test(text)

/** Parses `mira@example.com`, or `Mira <mira@example.com>`. */
export const mailboxOf = (text: string): Mailbox => {
  const [, name = '', address = text] = /^([^<]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() }
}
