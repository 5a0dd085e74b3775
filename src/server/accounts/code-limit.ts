import { timingSafeEqual } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import { codeOwner } from './code-owner.ts'
import type { CodeTries } from './code-tries.ts'
import { stepOfCode } from './totp-step.ts'

const equal = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

const kinds = {
  '/two-factor/verify-totp': {
    field: 'secret',
    refusal: 'INVALID_CODE',
    isRight: (secret: string, code: string) => stepOfCode(secret, code, Date.now()) !== undefined,
  },
  '/two-factor/verify-backup-code': {
    field: 'backupCodes',
    refusal: 'INVALID_BACKUP_CODE',
    isRight: (codes: string, code: string) => (JSON.parse(codes) as string[]).some((one) => equal(one, code)),
  },
} as const

const kindOf = (path: string | undefined) =>
  kinds[path as keyof typeof kinds] as (typeof kinds)[keyof typeof kinds] | undefined

/**
 * The library counts after it has looked, so many codes at once are all looked at, and each kind of code has a count of its own.
 * This counts both kinds in one place, before anybody looks; only a right code goes on to the library.
 */
export const codeLimit = (tries: CodeTries) =>
  ({
    id: 'code-limit',
    hooks: {
      before: [
        {
          matcher: ({ path }) => kindOf(path) !== undefined,
          handler: createAuthMiddleware(async (context) => {
            const kind = kindOf(context.path)
            const code: unknown = context.body?.code
            const owner = await codeOwner(context)
            // Without an owner the library refuses, and nothing is there to be guessed.
            if (!kind || !owner || typeof code !== 'string') return
            const found = await context.context.adapter.findOne<{ secret: string; backupCodes: string }>({
              model: 'twoFactor',
              where: [{ field: 'userId', value: owner.userId }],
            })
            if (!found) return
            const key = await tries.take(owner, context.headers?.get('cookie') ?? '')
            const plain = await symmetricDecrypt({ key: context.context.secretConfig, data: found[kind.field] })
            if (!kind.isRight(plain, code))
              throw new APIError('UNAUTHORIZED', { code: kind.refusal, message: 'Wrong code.' })
            await tries.release(key)
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin
