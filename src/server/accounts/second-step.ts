import type { BetterAuthPlugin } from 'better-auth'
import { twoFactor } from 'better-auth/plugins'

/** Asks for the second step after Google, too; by itself the library asks after a password alone. */
export const secondStep = () => {
  const plugin = twoFactor({
    issuer: 'Vitrine',
    allowPasswordless: true,
    accountLockout: { enabled: false },
    schema: { twoFactor: { modelName: 'two_factors' } },
  })
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) => hook.matcher(context) || context.path === '/callback/:id',
  }))
  return { ...plugin, hooks: { ...plugin.hooks, after } } satisfies BetterAuthPlugin
}
