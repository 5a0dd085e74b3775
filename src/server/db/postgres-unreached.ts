import { Unavailable, VitrineError } from '../../model/errors.ts'

interface Target {
  host: string
  port: number
}

type Failure = Error & { code?: string; syscall?: string; errors?: Error[] }

// https://nodejs.org/api/tls.html#x509-certificate-error-codes
const certificate = /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_|INVALID_CA|HOSTNAME_MISMATCH)/

// https://www.postgresql.org/docs/current/errcodes-appendix.html: authorization, no such database.
const refused = /^(?:28|3D)/

const trust =
  'In DATABASE_URL, name the file of the authority that signed it: sslmode=verify-full&sslrootcert=/path/to/ca.pem. Where nobody can come between this machine and the database: sslmode=no-verify, which encrypts and looks at no certificate.'

// Node's error for several addresses of one name has no message.
const reasonOf = ({ message, errors = [] }: Failure) =>
  message || [...new Set(errors.map((error) => error.message))].join('; ')

const placeOf = ({ host, port }: Target) => (host.startsWith('/') ? `by the socket in ${host}` : `at ${host}:${port}`)

/** Names the host and what to do: `Unavailable` for what may pass by itself, another `VitrineError` for what somebody has to mend. */
export const unreached = (error: unknown, target: Target): VitrineError => {
  const failure = error as Failure
  const code = failure.code ?? ''
  const location = placeOf(target)
  const because = (made: VitrineError) => Object.assign(made, { cause: error })
  const wrong = (sentence: string) => because(new VitrineError('invalid', sentence))
  const reason = reasonOf(failure)
  if (certificate.test(code))
    return wrong(`The certificate of Postgres ${location} is not trusted: ${reason} (${code}). ${trust}`)
  if (/does not support SSL/.test(reason))
    return wrong(
      `Postgres ${location} has no encryption. Set it up there, or, where nobody can come between: sslmode=disable.`,
    )
  if (refused.test(code)) return wrong(`Postgres ${location} refuses the connection: ${reason}. See DATABASE_URL.`)
  return because(new Unavailable(`Postgres ${location} cannot be reached: ${reason}.`))
}

export const unreadFile = (error: unknown): unknown => {
  const { code, syscall, path } = error as NodeJS.ErrnoException
  return syscall === 'open'
    ? new VitrineError('invalid', `${path}, which DATABASE_URL names, cannot be read (${code}).`)
    : error
}
