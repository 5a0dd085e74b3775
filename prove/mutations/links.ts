import type { Mutation } from './mutation.ts'

/** Links that let somebody in, and connections set up on the screen. */
export const linkMutations: Mutation[] = [
  {
    loses: 'that a link to a draft ends',
    in: 'openShareLinks',
    old: "    .where('expires_at', '>', iso(now))\n    .where('created_at'",
    new: "    .where('created_at'",
    noticed: 'answers a link that is %s like any address that is not there',
  },
  {
    loses: 'that visitors fetch nothing of Media that only a draft names',
    in: 'createShownMedia',
    old: 'return isNamed(mediaNamedIn(inEffect), found.media, found.rendition, stem)',
    new: 'return true',
    noticed: 'has its media through the link alone, until it is published',
  },
  {
    loses: 'that a link to a draft opens nothing else of Media',
    in: 'createSharedDrafts',
    old: '(item) => isNamed(named, item.media, item.rendition, name.slice(0, 16))',
    new: '(item) => named !== undefined && item.media !== name',
    noticed: 'has its media through the link alone, until it is published',
  },
  {
    loses: 'that a link for a new password works once',
    in: 'createPasswordResets',
    old: 'if (used.numDeletedRows !== 1n) throw gone()',
    new: '',
    noticed: 'has a link that works once, however many use it at once',
  },
  {
    loses: 'that a mailbox alone does not remove the second factor',
    in: 'endedWays',
    old: "everyWay.filter((way) => way !== 'secondFactors')",
    new: 'everyWay',
    noticed: 'ends the second factor on an address that nobody had verified, and verifies it',
  },
  {
    loses: 'that an invitation works once',
    in: 'createSignUp',
    old: 'await invitations.take(trx, invite)',
    new: '',
    noticed: 'opens a closed registration, once, and makes a member',
  },
  {
    loses: 'that a stored password goes to its own server only',
    in: 'completeMail',
    old: 'if (!sameServer(input, stored)) throw new Invalid({ password: reenter })',
    new: '',
    noticed: 'keeps the stored password for the same server only',
  },
  {
    loses: 'that a password on the screen needs encryption',
    in: 'completeMail',
    old: "input.encryption === 'none' && !isLoopback(input.host)",
    new: "input.encryption === 'none' && input.host === ''",
    noticed: 'sends no password in clear text to another machine',
  },
]
