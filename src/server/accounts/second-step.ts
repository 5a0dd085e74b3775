import type { BetterAuthPlugin } from 'better-auth'
import { twoFactor } from 'better-auth/plugins'

/**
 * The library asks for the second step after a password alone. Who turned it on is asked after Google as well:
 * whoever holds the Google account should not hold the site with it.
 */
export const secondStep = () => {
  const plugin = twoFactor({
    issuer: 'Vitrine',
    allowPasswordless: true,
    // Ours stands in front of it: code-limit.ts.
    accountLockout: { enabled: false },
    schema: { twoFactor: { modelName: 'two_factors' } },
  })
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) => hook.matcher(context) || context.path === '/callback/:id',
  }))
  return { ...plugin, hooks: { ...plugin.hooks, after } } satisfies BetterAuthPlugin
}
