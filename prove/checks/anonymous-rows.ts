import { startOpenIdProvider } from '../../tests/support/openid-provider.ts'
import type { Check } from '../check.ts'
import type { Answer } from '../support/call.ts'
import { atLeast, figure, none, pageFigures } from '../support/figures.ts'
import { type OwnedProduct, ownerPassword, person, withOwned } from '../support/owned-product.ts'
import { readStore } from '../support/stored.ts'
import { watchPage } from '../support/watch-page.ts'

interface Kind {
  name: string
  send(n: number): Promise<Answer>
  /** Some are let through before the limit is reached; that many come first and are not counted. */
  before: number
}

const kindsOf = (product: OwnedProduct): Kind[] => {
  const post = (path: string, body: unknown, cookie = '') =>
    product.ask(path, { method: 'POST', body, headers: { origin: product.url, ...(cookie ? { cookie } : {}) } })
  const invented = (n: number) => `invented${n}@people.example`
  const response = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {}, response: {} }
  return [
    {
      name: 'passkey challenges',
      before: 0,
      send: () => product.ask('/api/auth/passkey/generate-authenticate-options'),
    },
    { name: 'OpenID beginnings', before: 0, send: () => post('/api/auth/sign-in/social', { provider: 'google' }) },
    {
      name: 'OpenID callbacks',
      before: 0,
      send: (n) => product.ask(`/api/auth/callback/google?code=${n}&state=${n}`),
    },
    {
      name: 'passkey answers',
      before: 0,
      send: () => post('/api/auth/passkey/verify-authentication', { response }),
    },
    {
      name: 'codes without a first step',
      before: 0,
      send: (n) => post('/api/auth/two-factor/verify-totp', { code: String(100_000 + n) }, 'vitrine.two_factor=a.b'),
    },
    {
      name: 'recovery codes without a first step',
      before: 0,
      send: (n) => post('/api/auth/two-factor/verify-backup-code', { code: `wrong-${n}` }, 'vitrine.two_factor=a.b'),
    },
    {
      name: 'made-up sessions',
      before: 0,
      send: (n) => product.ask('/api/sessions', { headers: { cookie: `vitrine.session_token=${n}.made-up` } }),
    },
    {
      name: 'sign-ins',
      before: 30,
      send: (n) => post('/api/auth/sign-in/email', { email: invented(n), password: 'wrong and long' }),
    },
    {
      name: 'claim tokens',
      before: 30,
      send: (n) => post('/api/auth/sign-up/email', { ...person('Mallory'), email: invented(n), claim: `wrong ${n}` }),
    },
    {
      name: 'registrations',
      before: 30,
      send: (n) =>
        post('/api/auth/sign-up/email', { ...person('Mallory'), email: invented(n), password: ownerPassword }),
    },
  ]
}

/** Every row of every table, and what is in the two that calls of strangers could fill. */
const rowsIn = (dataDir: string) =>
  readStore(dataDir, (all) => {
    const tables = all("select name from sqlite_master where type = 'table'").map(({ name }) => String(name))
    const count = tables.reduce((sum, name) => sum + Number(all(`select count(*) as n from "${name}"`)[0]?.n), 0)
    return { count, content: JSON.stringify([all('select * from attempts'), all('select * from verifications')]) }
  })

const inParallel = async (count: number, send: (n: number) => Promise<Answer>, from = 0) => {
  const answers: Answer[] = []
  let next = from
  const worker = async () => {
    while (next < from + count) answers.push(await send(next++))
  }
  await Promise.all(Array.from({ length: 32 }, worker))
  return answers
}

/** Calls of strangers that are refused, or that begin what never ends. */
export const anonymousRows: Check = {
  name: 'anonymous-rows',
  kind: 'threat',
  timed: true,
  promise:
    'Ten thousand refused calls of each kind that a stranger can make (challenges, callbacks, codes, sessions, sign-ins, registrations) write and change no row, and the page is served meanwhile.',
  run: async ({ times }) => {
    const provider = await startOpenIdProvider('http://127.0.0.1:9/api/auth/callback/google')
    const env = {
      LIMITS: 'on',
      GOOGLE_CLIENT_ID: 'vitrine',
      GOOGLE_CLIENT_SECRET: 'the secret of the client',
      GOOGLE_ISSUER: provider.issuer,
    }
    try {
      return await withOwned({ env }, async (product) => {
        const calls = times(10_000, 200)
        const written: string[] = []
        const letIn: string[] = []
        const watch = watchPage(product.url)
        const kinds = kindsOf(product)
        for (const { name, before, send } of kinds) {
          await inParallel(before, send)
          const then = rowsIn(product.dataDir)
          const answers = await inParallel(calls, send, before)
          const now = rowsIn(product.dataDir)
          if (now.count !== then.count || now.content !== then.content)
            written.push(`${name}: ${now.count - then.count}`)
          const accepted = answers.filter(({ status }) => status === 200).length
          // A challenge is given to whoever asks, sixty times.
          if (accepted > 60) letIn.push(`${name}: ${accepted}`)
          if (answers.some(({ status }) => status >= 500)) letIn.push(`${name}: 5xx`)
        }
        return [
          atLeast('kinds of calls', kinds.length, 10),
          figure('calls of each kind', calls, { atLeast: calls }),
          none('kinds that wrote or changed rows', written),
          none('kinds of which more than sixty were let through, or that failed', letIn),
          ...pageFigures(await watch.stop()),
        ]
      })
    } finally {
      await provider.stop()
    }
  },
}
