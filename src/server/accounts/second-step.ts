import type { BetterAuthPlugin } from 'better-auth'
import { twoFactor } from 'better-auth/plugins'
import { readableSecret } from './readable-secret.ts'

const recoveryCodes = 10

/** Asks for the second step after Google, too; by itself the library asks after a password alone. */
export const secondStep = () => {
  const plugin = twoFactor({
    issuer: 'Vitrine',
    allowPasswordless: true,
    accountLockout: { enabled: false },
    // Codes of an earlier version, which mix l, I and 1, are stored as they are and stay valid.
    backupCodeOptions: {
      customBackupCodesGenerate: () => Array.from({ length: recoveryCodes }, () => readableSecret(2)),
    },
    schema: { twoFactor: { modelName: 'two_factors' } },
  })
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) => hook.matcher(context) || context.path === '/callback/:id',
  }))
  return { ...plugin, hooks: { ...plugin.hooks, after } } satisfies BetterAuthPlugin
}
