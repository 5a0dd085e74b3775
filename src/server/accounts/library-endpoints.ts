import { type AppContext, type Caller, callerOf, type More, noteSecurity, personOf } from '../endpoint/endpoint.ts'
import type { Config } from '../process/config.ts'
import type { Accounts } from './accounts.ts'
import type { LibraryAnswer } from './library-call.ts'
import type { NewDevices } from './new-devices.ts'
import { sessionCookieIn } from './sessions.ts'

interface Forwarded extends More {
  /** Credential type, when the call signs a user in. */
  signsInBy?: string
  /** The body has the password of the signed-in user: it counts as an attempt. */
  takesPassword?: true
  /** The call stores a challenge for the signed-in user: it is limited. */
  begins?: true
}

/** What endpoints of accounts are made of. */
export interface AccountParts {
  accounts: Accounts
  config: Config
}

/** What else those are made of that sign somebody in. */
export interface SignInParts extends AccountParts {
  newDevices: NewDevices
}

/** Calls of the sign-in library as endpoints: a schema before, its cookies and our errors after. */
export const libraryEndpoints = ({ accounts, config, newDevices }: SignInParts) => {
  const caller = (context: AppContext): Caller => callerOf(context, config.trustProxy)

  /** Forwards the library's cookies to the browser. The browser's former session ends when it gets another, and when its cookie is deleted. */
  const takeCookies = async (context: AppContext, cookies: readonly string[]) => {
    for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
    const before = sessionCookieIn(context.req.header('cookie') ?? '', config.publicUrl)
    const sent = cookies.map((cookie) => sessionCookieIn(cookie, config.publicUrl))
    const given = sent.findLast(Boolean)
    // Before a second step the library deletes the cookie and leaves its session alive.
    const takenAway = given === undefined && sent.includes('')
    if (before && before !== given && (given || takenAway)) await accounts.endCurrent(caller(context))
    if (!given) return
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
    const signedIn = await accounts.signedIn({ ...caller(context), cookie })
    if (!signedIn) return
    noteSecurity(context, { account: signedIn.account.id })
    const { account } = signedIn
    const { cookie: shown, ip, userAgent } = caller(context)
    if (!(await accounts.devices.known(shown, account.id))) await newDevices.signedIn({ account, ip, userAgent })
    context.header('Set-Cookie', await accounts.devices.remember(shown, account.id), { append: true })
  }

  const noteSignIn = async (context: AppContext, how: string) => {
    const from = caller(context)
    const signedIn = await accounts.signedIn(from)
    // The first code of somebody who is setting an app up is no sign-in.
    if (signedIn) noteSecurity(context, { event: 'Second factor on', account: signedIn.account.id, how })
    else noteSecurity(context, { how, account: await accounts.pendingSecondStep(from) })
  }

  /** The library's body, as the row of the call says that it is. */
  const received = async (context: AppContext, { body, cookies }: LibraryAnswer): Promise<never> => {
    await takeCookies(context, cookies)
    return body as never
  }

  /** Hands the call on as it came: what has a body is a POST, and the library's path is the same behind `/api/auth`. */
  const forward = (summary: string, { signsInBy, takesPassword, begins, ...more }: Forwarded = {}) => {
    const run = async ({ context, body }: { context: AppContext; body: unknown }) => {
      if (begins) accounts.begin(personOf(context).userId)
      if (signsInBy !== undefined) await noteSignIn(context, signsInBy)
      const [method, path] = [
        body === undefined ? 'GET' : 'POST',
        context.req.path.replace(/^\/api\/auth/, ''),
      ] as const
      const call = () => accounts.call(caller(context), { method, path, body })
      return received(
        context,
        takesPassword ? await accounts.passwordAttempts.inSession(personOf(context).sessionId, call) : await call(),
      )
    }
    return [summary, more, run] as const
  }

  return { caller, takeCookies, received, forward }
}
