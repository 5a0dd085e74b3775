import type { GoogleInput, MailInput, SmtpInput } from '../../model/connections/connection.ts'
import { Invalid } from '../../model/errors.ts'
import { isLoopback } from '../process/variables.ts'
import type { StoredGoogle, StoredMail } from './stored-connections.ts'

const sameServer = (one: SmtpInput, other: StoredMail) =>
  other.kind === 'smtp' && (['host', 'port', 'encryption', 'user'] as const).every((name) => one[name] === other[name])

// Sent to another server, a stored secret would be told to whoever runs that one.
const reenter = 'Enter it again, since the connection has changed.'

/**
 * The form's values with the stored secret where it was left empty. Throws `Invalid` for a secret that is missing, or that would travel in
 * clear text to another machine.
 */
export const completeMail = (input: MailInput, stored: StoredMail | undefined): StoredMail => {
  if (input.kind === 'smtp') {
    if (input.encryption === 'none' && !isLoopback(input.host))
      throw new Invalid({ encryption: 'Without encryption only for a mail server on this machine, such as 127.0.0.1.' })
    if (input.user === '') return { ...input, password: '' }
    if (input.password) return { ...input, password: input.password }
    if (stored?.kind !== 'smtp' || stored.password === '') throw new Invalid({ password: 'Password is required.' })
    if (!sameServer(input, stored)) throw new Invalid({ password: reenter })
    return { ...input, password: stored.password }
  }
  if (input.privateKey === null) return { ...input, privateKey: '' }
  const kept = stored?.kind === 'emailjs' ? stored : undefined
  if (!input.privateKey && kept?.privateKey && kept.publicKey !== input.publicKey)
    throw new Invalid({ privateKey: reenter })
  return { ...input, privateKey: input.privateKey || kept?.privateKey || '' }
}

/** The same for a client of an OpenID provider. */
export const completeGoogle = (
  { clientId, clientSecret }: GoogleInput,
  stored: StoredGoogle | undefined,
): StoredGoogle => {
  if (clientSecret) return { clientId, clientSecret: clientSecret.trim() }
  if (!stored) throw new Invalid({ clientSecret: 'Client secret is required.' })
  if (stored.clientId !== clientId) throw new Invalid({ clientSecret: reenter })
  return { clientId, clientSecret: stored.clientSecret }
}
