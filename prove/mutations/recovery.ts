import type { Mutation } from './mutation.ts'

const oauth = ['src/server/accounts/oauth-rules.test.ts']
const handOver = 'src/server/accounts/hand-over-link.ts'
const handOverTests = ['src/server/accounts/hand-over-link.test.ts']
const ended = 'src/server/accounts/ended-access.ts'
const reports = ['src/server/health/csp-reports.test.ts']

/** Ways back in that somebody has ended, and what travels in clear. */
export const recoveryMutations: Mutation[] = [
  {
    loses: 'that signing in with a second factor ends the session before',
    file: 'src/server/accounts/api/library-endpoints.ts',
    old: '&& (given || takenAway)',
    new: '&& given',
    tests: ['src/server/accounts/sessions.test.ts'],
  },
  {
    loses: 'that a reset password ends what is in progress',
    file: ended,
    old: 'export const everyWay = Object.keys(ways) as AccessWay[]',
    new: "export const everyWay = (Object.keys(ways) as AccessWay[]).filter((way) => way !== 'inProgress')",
    tests: oauth,
  },
  {
    loses: 'that a provider is linked only to a session that still stands',
    file: 'src/server/accounts/oauth-rules.ts',
    old: 'session?.user.id === user.id ? undefined',
    new: 'session?.user.id !== user.name ? undefined',
    tests: oauth,
  },
  {
    loses: 'that ID tokens are not kept',
    file: 'src/server/accounts/oauth-rules.ts',
    old: 'create: { before: async (account) => ({ data: { ...account, idToken: null } }) }',
    new: 'create: { before: async (account) => ({ data: { ...account } }) }',
    tests: oauth,
  },
  {
    loses: 'that the provider is the configured one',
    file: 'src/server/accounts/auth-loader.ts',
    old: "withoutSlash(provider.issuer ?? '') !== withoutSlash(google.issuer)",
    new: "provider.issuer === ''",
    tests: oauth,
  },
  {
    loses: 'that a hand-over link is looked at',
    file: handOver,
    old: 'if (!found || !equalInConstantTime(found.link.hash, claimHash(token))) throw gone()',
    new: 'if (!found) throw gone()',
    tests: handOverTests,
  },
  {
    loses: 'that a hand-over link expires',
    file: handOver,
    old: 'Date.parse(link.expiresAt) > clock()',
    new: 'Date.parse(link.expiresAt) > 0',
    tests: handOverTests,
  },
  {
    loses: 'that a restore ends API tokens',
    file: 'src/server/backup/end-restored-access.ts',
    old: "remove('api_tokens')",
    new: "remove('api_tokens where false')",
    tests: ['src/server/backup/restore-backup.test.ts'],
  },
  {
    loses: 'that a database elsewhere is not spoken to in clear',
    file: 'src/server/process/encrypted-only.ts',
    old: 'if (isSocket || isLoopback(target)) return false',
    new: 'if (target) return false',
    tests: ['src/server/process/config.test.ts'],
  },
  {
    loses: 'that forged policy reports do not displace real ones',
    file: 'src/server/health/csp-reports.ts',
    old: 'b.length - a.length',
    new: 'a.length - b.length',
    tests: reports,
  },
]
