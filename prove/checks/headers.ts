import { type Product, startProduct } from '../../tests/support/product.ts'
import type { Check } from '../check.ts'
import { type Answer, call } from '../support/call.ts'
import { atLeast, none } from '../support/figures.ts'
import { claimToken, person } from '../support/owned-product.ts'

const always: Record<string, RegExp> = {
  'content-security-policy':
    /^(?!.*unsafe-)(?=.*default-src 'none')(?=.*frame-ancestors 'none')(?=.*base-uri 'none')(?=.*form-action 'self')(?=.*script-src 'self')/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^(?:strict-origin-when-cross-origin|strict-origin|no-referrer|same-origin)$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-embedder-policy': /^require-corp$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
  'cache-control': /./,
}
const never = ['server', 'x-powered-by', 'access-control-allow-origin']

/** Answers of every kind: pages, files, errors, redirects, the API, the app. */
const kinds: [method: string, path: string][] = [
  ['GET', '/'],
  ['HEAD', '/'],
  ['POST', '/'],
  ['GET', '/nothing-here'],
  ['GET', '/all/'],
  ['GET', '/%'],
  ['GET', '/favicon.svg'],
  ['GET', '/robots.txt'],
  ['GET', '/api/content'],
  ['GET', '/api/settings'],
  ['GET', '/api/nothing'],
  ['DELETE', '/api/content'],
  ['PUT', '/api/settings'],
  ['POST', '/api/messages'],
  ['GET', '/healthz'],
  ['GET', '/api/openapi.json'],
  ['GET', '/api/docs'],
  ['GET', '/login'],
  ['GET', '/register'],
  ['GET', '/admin'],
  ['GET', '/admin/about/create'],
  ['GET', '/media/nothing'],
  ['GET', '/api/auth/callback/google?code=x'],
]

const wrongIn = (of: string, { headers }: Answer, tls: boolean) => {
  const wanted = tls ? { ...always, 'strict-transport-security': /max-age=\d{8}/ } : always
  const missing = Object.entries(wanted).filter(([name, value]) => !value.test(String(headers[name] ?? '')))
  return [
    ...missing.map(([name]) => `${of}: ${name}: ${headers[name] ?? 'missing'}`),
    ...never.filter((name) => headers[name] !== undefined).map((name) => `${of}: ${name}`),
  ]
}

const cookieFlaws = async (product: Product, publicUrl: string) => {
  const post = (path: string, body: object) =>
    call(product.url + path, { method: 'POST', body, headers: { origin: publicUrl } })
  await post('/api/auth/sign-up/email', { ...person('Olga'), claim: claimToken })
  const { email, password } = person('Olga')
  const { headers, status } = await post('/api/auth/sign-in/email', { email, password })
  const lines = headers['set-cookie'] ?? []
  if (status !== 200 || lines.length === 0) return [`signing in answered ${status}`]
  const needed = [
    /HttpOnly/i,
    /SameSite=(?:Lax|Strict)/i,
    /Path=\//i,
    ...(publicUrl.startsWith('https') ? [/; Secure/i, /^__Host-/] : []),
  ]
  return lines.flatMap((line) =>
    needed.filter((need) => !need.test(line)).map((need) => `${line.split('=')[0]} lacks ${need.source}`),
  )
}

/** Whether every kind of answer carries what tells browsers to be careful. */
export const scanHeaders = async (product: Product, publicUrl: string) => {
  const tls = publicUrl.startsWith('https')
  const wrong: string[] = []
  for (const [method, path] of kinds)
    for (const accept of ['text/html', 'application/json']) {
      const answer = await call(product.url + path, { method, headers: { accept } })
      wrong.push(...wrongIn(`${method} ${path} (${answer.status})`, answer, tls))
    }
  return { wrong, asked: kinds.length * 2, cookies: await cookieFlaws(product, publicUrl) }
}

/** The headers of every kind of answer, with and without TLS. */
export const headers: Check = {
  name: 'headers',
  kind: 'threat',
  quick: true,
  promise:
    'Every answer, including errors and redirects, has all security headers. A session cookie is HttpOnly and SameSite, and behind TLS Secure with the __Host- prefix.',
  run: async () => {
    const wrong: string[] = []
    const cookies: string[] = []
    let asked = 0
    for (const publicUrl of ['https://mira.example', undefined]) {
      const env = { CLAIM_TOKEN: claimToken, LIMITS: 'off', ...(publicUrl ? { PUBLIC_URL: publicUrl } : {}) }
      const product = await startProduct({ empty: true, env })
      try {
        const found = await scanHeaders(product, publicUrl ?? product.url)
        asked += found.asked
        wrong.push(...found.wrong)
        cookies.push(...found.cookies)
      } finally {
        await product.stop()
      }
    }
    return [
      atLeast('answers looked at', asked, 80),
      none('headers missing, wrong or too much', wrong),
      none('flaws of cookies', cookies),
    ]
  },
}
