import type { Check } from '../check.ts'
import { atLeast, none } from '../support/figures.ts'
import { claimToken, type OwnedProduct, ownerPassword, person, startOwned } from '../support/owned-product.ts'

/** Goes through everything that handles a secret, rightly and wrongly; tells which of them stand in the log. */
export const scanLogs = async (product: OwnedProduct) => {
  const secrets: Record<string, string> = { 'the owner’s password': ownerPassword }
  const post = (path: string, body: object, headers = {}) => product.own('POST', path, body, headers)
  const mark = (name: string) => {
    secrets[name] = `marked-${name.replaceAll(' ', '-')}-7f3a91`
    return secrets[name]
  }
  await product.ask('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { origin: product.url },
    body: { email: person('Olga').email, password: mark('a wrong password') },
  })
  await product.ask('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { origin: product.url },
    body: { ...person('Nora'), password: mark('a new password') },
  })
  await post('/api/auth/change-password', { currentPassword: ownerPassword, newPassword: mark('a changed password') })
  await post('/api/owner-claims', { token: mark('a wrong claim token') })
  await post('/api/auth/two-factor/enable', { password: ownerPassword }).then(({ json }) => {
    const secret = /secret=(\w+)/.exec(json?.totpURI ?? '')?.[1]
    if (secret) secrets['a TOTP secret'] = secret
    for (const code of json?.backupCodes ?? []) secrets[`recovery code ${code}`] = code
  })
  await post('/api/auth/two-factor/verify-totp', { code: mark('a code').slice(0, 20) })
  const token = await post('/api/tokens', { name: 'Script', scope: 'write' })
  if (token.json?.secret) secrets['an API token'] = token.json.secret
  await product.ask('/api/settings', { headers: { authorization: `Bearer ${mark('a wrong token')}` } })
  await product.ask('/api/settings', { headers: { cookie: `vitrine.session_token=${mark('a wrong cookie')}` } })
  await product.ask('/api/messages', {
    method: 'POST',
    body: { user_name: mark('a name'), user_email: 'marked-7f3a91@people.example', message: mark('a message') },
  })
  await product.ask('/api/messages', {
    method: 'POST',
    body: { user_name: '', user_email: 'x', message: mark('a refused message') },
  })
  secrets['a visitor’s address'] = 'marked-7f3a91@people.example'
  await product.ask(`/?token=${mark('a query')}`)
  await product.ask(`/api/content?token=${secrets['a query']}`)
  await product.ask(`/api/auth/callback/google?code=${mark('an OAuth code')}&state=${mark('a state')}`)
  await product.ask(`/admin?claim=${secrets['a query']}`)
  await post('/api/entries/skills', { data: { name: 1, percent: mark('a draft') } })
  for (const pair of product.cookie.split('; '))
    secrets[`the cookie ${pair.split('=')[0]}`] =
      decodeURIComponent(pair.slice(pair.indexOf('=') + 1)).split('.')[0] ?? pair
  await product.stop()
  // The claim link is printed for whoever starts it, and is no line of the log.
  const lines = product
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const told = Object.entries(secrets).flatMap(([name, secret]) =>
    secret.length > 5 && lines.some((line) => line.includes(secret)) ? [name] : [],
  )
  if (lines.some((line) => line.includes(claimToken))) told.push('the claim token')
  return { lines, secrets: Object.keys(secrets).length, told }
}

/** Everything secret, and then the log. */
export const secretLogs: Check = {
  name: 'secret-logs',
  kind: 'threat',
  quick: true,
  promise:
    'The log contains no password, token, code, cookie, query or message, even at the debug level. The id in an answer leads to its request in the log.',
  run: async () => {
    const product = await startOwned({ env: { LOG_LEVEL: 'debug' } })
    const asked = await product.ask('/api/settings')
    const { lines, secrets, told } = await scanLogs(product)
    const id = asked.headers['x-request-id']
    return [
      atLeast('secrets that went through', secrets, 15),
      atLeast('lines of the log', lines.length, 15),
      none('of them in the log', told),
      none('requests not found by their id', id && lines.some((line) => line.includes(String(id))) ? [] : [id]),
    ]
  },
}
