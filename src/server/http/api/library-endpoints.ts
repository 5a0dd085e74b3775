import type { z } from 'zod'
import { sessionCookieIn } from '../../accounts/cookies.ts'
import type { Caller, LibraryAnswer } from '../../accounts/library-call.ts'
import type { Services } from '../../services.ts'
import { type AppContext, type Endpoint, type Operation, readBody } from '../endpoint.ts'
import { callerOf, personOf } from '../session.ts'

interface HandedOn<T> extends Pick<Operation, 'summary' | 'answer'> {
  method?: 'GET' | 'POST'
  /** In the sign-in library. */
  path: string
  body?: z.ZodType<T>
  /** The call carries the password of who is signed in: it counts as a try. */
  takesPassword?: true
}

/** Calls of the sign-in library as endpoints of ours: a schema before, its cookies and our errors after. */
export const libraryEndpoints = ({ accounts, config }: Services) => {
  const caller = (context: AppContext): Caller => callerOf(context, config.trustProxy)

  /** Hands the library's cookies to the browser. The session that it showed until now ends with the one it is given. */
  const takeCookies = async (context: AppContext, cookies: readonly string[]) => {
    for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
    const before = sessionCookieIn(context.req.header('cookie') ?? '', config.publicUrl)
    const given = cookies.map((cookie) => sessionCookieIn(cookie, config.publicUrl)).findLast(Boolean)
    if (before && given && before !== given) await accounts.endShown(caller(context))
  }

  const answered = async (context: AppContext, { body, cookies }: LibraryAnswer) => {
    await takeCookies(context, cookies)
    return context.json(body as object)
  }

  const handOn = <T>({ method = 'POST', path, body, takesPassword, ...said }: HandedOn<T>): Endpoint => ({
    operation: { ...said, ...(body ? { body } : {}) },
    handle: async (context) => {
      const from = caller(context)
      const input = body && (await readBody(context, body))
      const call = () => accounts.call(from, { method, path, body: input })
      return answered(
        context,
        takesPassword ? await accounts.tries.run(personOf(context).account.email, from.address, call) : await call(),
      )
    },
  })

  return { caller, takeCookies, answered, handOn }
}
