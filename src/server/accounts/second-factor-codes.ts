import { createOTP } from '@better-auth/utils/otp'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import type { CodeAttempts, CodeOwner } from './code-attempts.ts'
import { equalInConstantTime } from './constant-time.ts'

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

const totpPath = '/two-factor/verify-totp'
const recoveryPath = '/two-factor/verify-backup-code'

/** Account whose code this call carries: by a session while an app is being set up, by the first step's cookie at sign-in. */
const codeOwner = async (context: HookContext): Promise<CodeOwner | undefined> => {
  const session = await getSessionFromCtx(context)
  if (session) return { userId: session.user.id, sessionId: session.session.id }
  const cookie = context.context.createAuthCookie('two_factor')
  const challenge = await context.getSignedCookie(cookie.name, context.context.secret)
  const found = challenge ? await context.context.internalAdapter.findVerificationValue(challenge) : undefined
  return found ? { userId: found.value } : undefined
}

const stepOfCode = async (secret: string, code: string): Promise<number | undefined> => {
  const now = Math.floor(Date.now() / 30_000)
  for (const step of [now, now - 1, now + 1])
    if (equalInConstantTime(await createOTP(secret).hotp(step), code)) return step
  return undefined
}

const refused = (code: string) => new APIError('UNAUTHORIZED', { code, message: 'This code was not accepted.' })

/**
 * Checks codes of both kinds before the library does. The library counts after its check, so that many codes at once are all checked,
 * has a counter for each kind, and accepts a TOTP code as often as it is sent.
 */
export const secondFactorCodes = (attempts: CodeAttempts) =>
  ({
    id: 'second-factor-codes',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === totpPath || path === recoveryPath,
          handler: createAuthMiddleware(async (context) => {
            const code: unknown = context.body?.code
            const owner = await codeOwner(context)
            if (!owner || typeof code !== 'string') return
            const stored = await context.context.adapter.findOne<{ id: string; secret: string; backupCodes: string }>({
              model: 'twoFactor',
              where: [{ field: 'userId', value: owner.userId }],
            })
            if (!stored) return
            const decrypt = (data: string) => symmetricDecrypt({ key: context.context.secretConfig, data })
            const key = await attempts.take(owner, context.headers?.get('cookie') ?? '')
            if (context.path === recoveryPath) {
              const codes = JSON.parse(await decrypt(stored.backupCodes)) as string[]
              if (!codes.some((one) => equalInConstantTime(one, code))) throw refused('INVALID_BACKUP_CODE')
              return attempts.release(key)
            }
            const step = await stepOfCode(await decrypt(stored.secret), code)
            if (step === undefined) throw refused('INVALID_CODE')
            await attempts.release(key)
            if (!(await attempts.takeStep(stored.id, step))) throw refused('CODE_USED')
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin
