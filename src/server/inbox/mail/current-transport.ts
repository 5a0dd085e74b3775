import { mailboxOf } from './mailbox.ts'
import { createTransport, type MailConnection } from './set-up.ts'
import type { Transport } from './transport.ts'

/** The transport of the connection as it is now. A former one is closed, which lets it finish what it is sending. */
export const createCurrentTransport = (connection: () => MailConnection, publicUrl: string) => {
  let opened: { by: MailConnection; transport: Transport | undefined } | undefined
  const sender = () => {
    const { smtp } = connection()
    return smtp && mailboxOf(smtp.from).address
  }
  return {
    transport: (): Transport | undefined => {
      const by = connection()
      if (opened?.by !== by) {
        opened?.transport?.close()
        opened = { by, transport: createTransport(by) }
      }
      return opened.transport
    },
    /** The address that emails come from, where we know it. */
    sender,
    /** The right side of Message-IDs. */
    host: () => sender()?.split('@')[1] ?? new URL(publicUrl).hostname,
  }
}
