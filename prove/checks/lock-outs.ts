import { secretOf, totpCode, totpStep } from '../../tests/support/totp.ts'
import type { Check } from '../check.ts'
import type { Answer } from '../support/call.ts'
import { scanClaimLockOut } from '../support/claim-lock-out.ts'
import { scanCodeLockOut } from '../support/code-lock-out.ts'
import { atMost, figure, none, pageFigures } from '../support/figures.ts'
import { type OwnedProduct, ownerPassword, person, withOwned } from '../support/owned-product.ts'
import { watchPage } from '../support/watch-page.ts'

const { email } = person('Olga')

const attackerOn = (product: OwnedProduct) => {
  const tryPassword = (account: string, password: string, from: string) =>
    product.ask('/api/auth/sign-in/email', {
      method: 'POST',
      body: { email: account, password },
      headers: { origin: product.url, 'x-forwarded-for': from },
    })
  return {
    tryPassword,
    spray: (count: number, from: (n: number) => string, account = (n: number) => `invented${n}@people.example`) =>
      Promise.all(Array.from({ length: count }, (_, n) => tryPassword(account(n), 'wrong and long', from(n)))),
  }
}

/** The owner's browser: what it is given, it keeps. */
const ownerOn = (product: OwnedProduct) => {
  const jar = new Map(product.cookie.split('; ').map((pair) => pair.split('=', 2) as [string, string]))
  const keep = (answer: Answer) => {
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (line.split(';')[0] as string).split('=', 2)
      jar.set(name, value)
    }
    return answer
  }
  const post = async (path: string, body: object) => {
    product.cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    return keep(await product.own('POST', `/api/auth/${path}`, body))
  }
  /** Everything that a lock-out would keep the owner from; what did not work. */
  return async (): Promise<string[]> => {
    const failed: string[] = []
    const step = async (name: string, answering: Promise<Answer>) => {
      const answer = await answering
      if (answer.status !== 200) failed.push(`${name}: ${answer.status} ${answer.text.slice(0, 100)}`)
      return answer
    }
    await step('sign in', post('sign-in/email', { email, password: ownerPassword }))
    const passwords = { currentPassword: ownerPassword, newPassword: ownerPassword }
    await step('change the password', post('change-password', passwords))
    const { json } = await step('begin a second factor', post('two-factor/enable', { password: ownerPassword }))
    if (json?.totpURI) {
      const code = totpCode(secretOf(json.totpURI), totpStep(Date.now()))
      await step('confirm it', post('two-factor/verify-totp', { code }))
      await step('take it off', post('two-factor/disable', { password: ownerPassword }))
    }
    return failed
  }
}

const looked = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 401).length

/** Strangers who fill counters so that the owner cannot get in. */
export const lockOuts: Check = {
  name: 'lock-outs',
  kind: 'threat',
  timed: true,
  promise:
    'Strangers guess the owner’s password, continue from a refused IP address, try fifty invented email addresses, sign in a hundred times themselves, or use up the codes of a second factor. Meanwhile the owner’s device signs in, changes the password and sets up a second factor; at worst an unknown device has to wait. Wrong claim tokens keep nobody from claiming the site.',
  run: async () =>
    withOwned({ env: { LIMITS: 'on', TRUST_PROXY: '1' } }, async (product) => {
      const watch = watchPage(product.url)
      const { tryPassword, spray } = attackerOn(product)
      const ownerWorks = ownerOn(product)
      const right = (from: string) => tryPassword(email, ownerPassword, from)
      const failed: string[] = []
      const after = async (attack: string) => {
        for (const line of await ownerWorks()) failed.push(`${attack}: ${line}`)
      }
      const kept: string[] = []
      const mustEnter = async (attack: string, from: string) => {
        const { status, ms } = await right(from)
        if (status !== 200) kept.push(`${attack}: ${status}`)
        return ms
      }

      // First: the sign-ins of the member below use up this address's.
      const codes = await scanCodeLockOut(product, 'Nora')

      await spray(25, () => '10.1.0.1')
      const going = await spray(
        30,
        () => '10.1.0.1',
        () => email,
      )
      await mustEnter('a refused address goes on', '10.9.0.1')
      await after('a refused address goes on')

      const guessed = await spray(
        30,
        (n) => `10.2.0.${n}`,
        () => email,
      )
      const unknown = await right('10.9.0.2')
      await after('the owner’s password is guessed')

      await product.register('Mona')
      const signIns: Answer[] = []
      for (let n = 0; n < 110; n += 1) signIns.push(await tryPassword(person('Mona').email, ownerPassword, '127.0.0.1'))
      await after('a member signs in a hundred times from the owner’s address')

      await spray(60, (n) => `10.3.0.${n % 3}`)
      const spraying = spray(20, (n) => `10.4.0.${n % 3}`)
      await after('fifty invented emails from three addresses')
      const someone = person('Mona').email
      const stranger = await tryPassword(someone, ownerPassword, '10.9.0.4')
      if (stranger.status !== 200) kept.push(`fifty invented emails: ${stranger.status}`)
      await spraying
      const met = await watch.stop()
      return [
        none('what the owner’s device could not do', failed),
        none('unknown devices from elsewhere kept out where the account is not locked', kept),
        figure('longest wait of an unknown device', stranger.ms, { atMost: 12_000 }, { unit: 'ms' }),
        atMost('passwords of the owner looked at from a refused address', looked(going), 0),
        atMost('passwords of the owner looked at from thirty addresses', looked(guessed), 5),
        none('unknown devices let in to a locked account', unknown.status === 429 ? [] : [unknown.status]),
        figure('of 110 right sign-ins from one address let in', signIns.filter(({ status }) => status === 200).length, {
          atLeast: 90,
          atMost: 100,
        }),
        ...codes,
        ...(await scanClaimLockOut()),
        ...pageFigures(met),
      ]
    }),
}
