import { serviceKinds, serviceOf } from '../../model/inbox/mail-services.ts'
import { isLoopback, type Values } from './variables.ts'

const isClear = (url: string | undefined) => {
  const { protocol, hostname } = new URL(url ?? 'https://unset.example')
  return protocol === 'http:' && !isLoopback(hostname)
}

export const isUnencrypted = (publicUrl: string): boolean => isClear(publicUrl)

// Modes that the driver knows; with any other it connects without encryption.
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** True for a Postgres on another machine without a word on encryption, which the driver would then not use. */
const isSilentOnEncryption = (databaseUrl: string): boolean => {
  const [, host = '', query = ''] = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#]*)[^?#]*(?:\?([^#]*))?/.exec(databaseUrl) ?? []
  const parameters = new URLSearchParams(query)
  // As the driver reads them: the parameter before the host, the last of several.
  const target = parameters.getAll('host').at(-1) || host.replace(/:\d*$/, '')
  const isSocket = target === '' || /^(?:\/|%2f)/i.test(target)
  if (isSocket || isLoopback(target)) return false
  return !sslModes.includes(parameters.getAll('sslmode').at(-1) ?? '') && !parameters.has('ssl')
}

/** Adds a problem for each connection that would carry secrets in clear text to another machine. */
export const refuseClearText = (values: Partial<Values>, problems: string[]): void => {
  const origins = serviceKinds.map((kind) => serviceOf(kind).origin.variable)
  for (const name of ['GOOGLE_ISSUER', ...origins, 'PURGE_URL', 'S3_ENDPOINT'])
    if (isClear(values[name as 'PURGE_URL']))
      problems.push(
        `${name} must begin with https:// (http:// is for this machine alone, such as http://localhost:9000).`,
      )
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const url = values[name]
    if (url !== undefined && isSilentOnEncryption(url))
      problems.push(
        `${name} must say how the connection to another machine is encrypted: add ?sslmode=verify-full (with sslrootcert=FILE for a certificate of your own), or ?sslmode=disable where the network is private.`,
      )
  }
}
