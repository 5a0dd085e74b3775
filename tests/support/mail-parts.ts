import { ownerAddress } from '../../src/server/accounts/users.ts'
import type { createMail } from '../../src/server/mail/mail.ts'
import type { Config } from '../../src/server/process/config.ts'
import { createSealer } from '../../src/server/process/sealed-text.ts'

export type MailConfig = Pick<Config, 'smtp' | 'emailjs' | 'mailTo' | 'publicUrl'>

/** What mail is made from when the environment sets it up so. */
export const mailParts = (
  config: MailConfig,
): Omit<Parameters<typeof createMail>[0], 'database' | 'settings' | 'log' | 'clock'> => {
  const { smtp, emailjs } = config
  const connection = { source: smtp || emailjs ? ('environment' as const) : null, smtp, emailjs }
  const sealer = createSealer(async () => 'The secret that these tests seal with.', 'emails with links')
  return { config, connection: () => connection, sealer, ownerAddress }
}
