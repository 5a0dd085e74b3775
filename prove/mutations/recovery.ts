import type { Mutation } from './mutation.ts'

/** Ways back in that somebody has ended, and what travels in clear. */
export const recoveryMutations: Mutation[] = [
  {
    loses: 'that signing in with a second factor ends the session before',
    in: 'entrance',
    old: 'await accounts.endCurrent(from)\n        addCookie',
    new: 'addCookie',
    noticed: 'ends when the same browser signs in again with a second factor',
  },
  {
    loses: 'that a reset password ends what is in progress',
    in: 'everyWay',
    old: 'export const everyWay = Object.keys(ways) as AccessWay[]',
    new: "export const everyWay = (Object.keys(ways) as AccessWay[]).filter((way) => way !== 'inProgress')",
    noticed: 'loses every way in but the new password when that is reset at the server, and each is named',
  },
  {
    loses: 'that a provider is linked only to a session that still stands',
    in: 'createGoogle',
    old: "if (found?.userId !== userId) throw new Refused('signed_out_meanwhile')",
    new: '',
    noticed: 'is not linked by a browser whose sessions were ended meanwhile',
  },
  {
    loses: 'that ID tokens are not kept',
    in: 'storeLink',
    old: "providerId: 'google',",
    new: "providerId: 'google',\n      ...({ idToken: sub } as object),",
    noticed: 'keeps no ID token: not when it is made, linked or signed in to again',
  },
  {
    loses: 'that the provider is the configured one',
    in: 'createGoogle',
    old: 'oauth.processDiscoveryResponse(issuer, answer)',
    new: 'oauth.processDiscoveryResponse(oauth._nodiscoverycheck as never, answer)',
    noticed: 'is asked of no provider that calls itself by another name than the configured one',
  },
  {
    loses: 'that a hand-over link is looked at',
    in: 'createHandOverLinks',
    old: 'if (!found || !equalInConstantTime(found.link.hash, sha256(token))) throw linkGone()',
    new: 'if (!found) throw linkGone()',
    noticed: 'makes one of fifty who race for it the owner, and the former owner a member without a session or token',
  },
  {
    loses: 'that a hand-over link expires',
    in: 'createHandOverLinks',
    old: 'leftMs > 0 && leftMs <',
    new: 'leftMs <',
    noticed: 'is kept as a hash, and for a day',
  },
  {
    loses: 'that a restore ends API tokens',
    in: 'endRestoredAccess',
    old: "remove('api_tokens')",
    new: "remove('api_tokens where false')",
    noticed: 'ends tokens, sessions and links that may have been revoked since, and names them',
  },
  {
    loses: 'that a database elsewhere is not spoken to in clear',
    in: 'isSilentOnEncryption',
    old: 'if (isSocket || isLoopback(target)) return false',
    new: 'if (target) return false',
    noticed: 'names the mend for a database elsewhere, and not its password',
  },
  {
    loses: 'that forged policy reports do not displace real ones',
    in: 'createCspReports',
    old: 'b.length - a.length',
    new: 'a.length - b.length',
    noticed: 'show a real violation however many are forged, before and after it',
  },
]
