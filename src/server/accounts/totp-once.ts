import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import { codeOwner } from './code-owner.ts'
import { stepOfCode } from './totp-step.ts'

/** Takes the step of a second factor; false when it was taken before. */
export type TakeStep = (twoFactorId: string, step: number) => Promise<boolean>

/** The library takes a one-time code as often as it is sent; this lets each through once, before the library looks at it. */
export const totpOnce = (takeStep: TakeStep) =>
  ({
    id: 'totp-once',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/two-factor/verify-totp',
          handler: createAuthMiddleware(async (context) => {
            const code: unknown = context.body?.code
            const userId = (await codeOwner(context))?.userId
            if (userId === undefined || typeof code !== 'string') return
            const found = await context.context.adapter.findOne<{ id: string; secret: string }>({
              model: 'twoFactor',
              where: [{ field: 'userId', value: userId }],
            })
            if (!found) return
            const secret = await symmetricDecrypt({ key: context.context.secretConfig, data: found.secret })
            // A wrong code goes on to the library, which counts it.
            const step = stepOfCode(secret, code, Date.now())
            if (step === undefined || (await takeStep(found.id, step))) return
            throw new APIError('UNAUTHORIZED', { code: 'CODE_USED', message: 'This code was used already.' })
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin
