import type { Connections } from '../../model/connections/connection.ts'
import type { Config } from '../process/config.ts'
import { variablesOf } from './in-use.ts'
import type { Stored, StoredConnections, StoredMail } from './stored-connections.ts'

const stateOf = (variables: string[], stored: Stored<unknown> | undefined) => ({
  source: variables.length > 0 ? ('environment' as const) : stored?.values ? ('saved' as const) : null,
  variables,
  savedAt: stored?.savedAt ?? null,
  readable: !stored || stored.values !== undefined,
})

const withoutSecret = (stored: StoredMail): NonNullable<Connections['mail']['values']> => {
  if (stored.kind === 'smtp') {
    const { password, ...values } = stored
    return { ...values, hasPassword: password !== '' }
  }
  const { privateKey, ...values } = stored
  return { ...values, hasPrivateKey: privateKey !== '' }
}

/** The connections as the owner sees them: never a secret. */
export const describeConnections = (config: Config, { mail, google }: StoredConnections): Connections => {
  const variables = variablesOf(config)
  return {
    mail: { ...stateOf(variables.mail, mail), values: mail?.values ? withoutSecret(mail.values) : null },
    google: {
      ...stateOf(variables.google, google),
      values: google?.values ? { clientId: google.values.clientId } : null,
      issuer: config.google?.issuer ?? config.googleIssuer,
      redirectUri: `${config.publicUrl}/api/auth/callback/google`,
    },
  }
}
