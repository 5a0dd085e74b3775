import type { Mailbox } from './transport.ts'

// One address and nothing that a mail program could take for a second.
const plain = /^[^\s<>()[\]\\,;:"@\u0000-\u001f\u007f]+@[^\s<>()[\]\\,;:"@\u0000-\u001f\u007f]+$/

export const isEmailAddress = (text: string): boolean => text.length <= 320 && plain.test(text)

/** `mira@example.com`, or `Mira <mira@example.com>`, in its parts. */
export const mailboxOf = (text: string): Mailbox => {
  const [, name = '', address = text] = /^([^<]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() }
}
