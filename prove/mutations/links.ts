import type { Mutation } from './mutation.ts'

const resets = 'src/server/accounts/password-resets.ts'
const resetTests = ['src/server/accounts/password-resets.test.ts']
const complete = 'src/server/connections/complete.ts'
const shareTests = ['src/server/http/share-door.test.ts']
const connectionTests = ['src/server/connections/api.test.ts']

/** Links that let somebody in, and connections set up on the screen. */
export const linkMutations: Mutation[] = [
  {
    loses: 'that a link to a draft ends',
    file: 'src/server/publishing/share-links.ts',
    old: "selectFrom('share_links').where('expires_at', '>', iso(now()))",
    new: "selectFrom('share_links')",
    tests: shareTests,
  },
  {
    loses: 'that visitors fetch nothing of Media that only a draft names',
    file: 'src/server/publishing/shown-media.ts',
    old: 'return isNamed(mediaNamedIn(inEffect), found.media, found.rendition, stem)',
    new: 'return true',
    tests: shareTests,
  },
  {
    loses: 'that a link to a draft opens nothing else of Media',
    file: 'src/server/http/share-door.ts',
    old: '(item) => isNamed(named, item.media, item.rendition, name.slice(0, 16))',
    new: '(item) => named !== undefined && item.media !== name',
    tests: shareTests,
  },
  {
    loses: 'that a link for a new password works once',
    file: resets,
    old: 'if (used.numDeletedRows !== 1n) throw gone()',
    new: '',
    tests: resetTests,
  },
  {
    loses: 'that a mailbox alone does not remove the second factor',
    file: resets,
    old: "everyWay.filter((way) => way !== 'secondFactors')",
    new: 'everyWay',
    tests: resetTests,
  },
  {
    loses: 'that an invitation works once',
    file: 'src/server/accounts/sign-up.ts',
    old: 'if (!isCreated) await release()',
    new: 'await release()',
    tests: ['src/server/accounts/invitations.test.ts'],
  },
  {
    loses: 'that a stored password goes to its own server only',
    file: complete,
    old: 'if (!sameServer(input, stored)) throw new Invalid({ password: reenter })',
    new: '',
    tests: connectionTests,
  },
  {
    loses: 'that a password on the screen needs encryption',
    file: complete,
    old: "input.encryption === 'none' && !isLoopback(input.host)",
    new: "input.encryption === 'none' && input.host === ''",
    tests: connectionTests,
  },
]
