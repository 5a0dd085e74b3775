import type { z } from 'zod'
import { type AppContext, noteSecurity } from '../../endpoint/context.ts'
import { type Endpoint, type Operation, readBody } from '../../endpoint/endpoint.ts'
import { callerOf, personOf } from '../../endpoint/identity.ts'
import type { Services } from '../../services.ts'
import { carriesSession, sessionCookieIn } from '../cookies.ts'
import type { Caller, LibraryAnswer } from '../library-call.ts'

interface ForwardedCall<T> extends Pick<Operation, 'summary' | 'answer'> {
  method?: 'GET' | 'POST'
  /** In the sign-in library. */
  path: string
  body?: z.ZodType<T>
  /** As in `Endpoint`. */
  event?: string
  /** Credential type, when the call signs a user in. */
  signsInBy?: string
  /** The call carries the password of who is signed in: it counts as a try. */
  takesPassword?: true
  /** The call stores a challenge for who is signed in: it is limited. */
  begins?: true
}

/** Calls of the sign-in library as endpoints of ours: a schema before, its cookies and our errors after. */
export const libraryEndpoints = ({ accounts, config }: Services) => {
  const caller = (context: AppContext): Caller => callerOf(context, config.trustProxy)

  /** Hands the library's cookies to the browser. The session that it showed until now ends when it gets another, and when its cookie is taken away. */
  const takeCookies = async (context: AppContext, cookies: readonly string[]) => {
    for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
    const before = sessionCookieIn(context.req.header('cookie') ?? '', config.publicUrl)
    const given = cookies.map((cookie) => sessionCookieIn(cookie, config.publicUrl)).findLast(Boolean)
    // Before a second step the library takes the cookie away and leaves its session alive.
    const takenAway = given === undefined && cookies.some((cookie) => carriesSession(cookie, config.publicUrl))
    if (before && before !== given && (given || takenAway)) await accounts.endCurrent(caller(context))
    if (!given) return
    // Whoever this session is of has just come in.
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
    const signedIn = await accounts.signedIn({ ...caller(context), cookie })
    if (!signedIn) return
    noteSecurity(context, { account: signedIn.account.id })
    const device = await accounts.devices.remember(caller(context).cookie, signedIn.account.id)
    context.header('Set-Cookie', device, { append: true })
  }

  /** Before the library looks at what was shown: who is to be let in, and by what. */
  const noteSignIn = async (context: AppContext, how: string) => {
    const from = caller(context)
    const signedIn = await accounts.signedIn(from)
    // The first code of who is setting an app up is no sign-in.
    if (signedIn) noteSecurity(context, { event: 'Second factor on', account: signedIn.account.id, how })
    else noteSecurity(context, { how, account: await accounts.pendingSecondStep(from) })
  }

  const answered = async (context: AppContext, { body, cookies }: LibraryAnswer) => {
    await takeCookies(context, cookies)
    return context.json(body as object)
  }

  const forward = <T>({
    method = 'POST',
    path,
    body,
    event,
    signsInBy,
    takesPassword,
    begins,
    ...said
  }: ForwardedCall<T>): Endpoint => ({
    ...(event === undefined ? {} : { event }),
    operation: { ...said, ...(body ? { body } : {}) },
    handle: async (context) => {
      const from = caller(context)
      if (begins) accounts.begin(personOf(context).userId)
      const input = body && (await readBody(context, body))
      if (signsInBy !== undefined) await noteSignIn(context, signsInBy)
      const call = () => accounts.call(from, { method, path, body: input })
      return answered(
        context,
        takesPassword ? await accounts.passwordAttempts.inSession(personOf(context).sessionId, call) : await call(),
      )
    },
  })

  return { caller, takeCookies, answered, forward }
}
