import type { Mutation } from './mutation.ts'

/** Protections against hostile ids and text. */
export const contentMutations: Mutation[] = [
  {
    loses: 'that an image has to be in the library',
    in: 'writeEntry',
    old: '  await assertMediaKnown(trx, collection, data, held)\n',
    new: '',
    noticed: 'that %s refuses %s, and stores nothing',
  },
  {
    loses: 'that a quoted testimonial has to be there, whoever writes',
    in: 'writeEntry',
    old: '  await assertEntriesKnown(trx, collection, data, held)\n',
    new: '',
    noticed: 'that %s refuses %s, and stores nothing',
  },
  {
    loses: 'that names of built-ins are no ids of images',
    in: 'imageIn',
    old: 'id !== null && Object.hasOwn(media, id) ? media[id] : undefined',
    new: 'id !== null ? media[id] : undefined',
    noticed: 'the site goes without an image whose id is %s',
  },
  {
    loses: 'that a NUL in an address is refused',
    in: 'refuseUnstorableUrl',
    old: "if (url.includes('%00')) throw",
    new: "if (url.includes('%00') && false) throw",
    noticed: 'is refused with 422 in every path and query, by whomever it is sent',
  },
  {
    loses: 'that half a surrogate pair in a body is refused',
    in: 'unstorable',
    old: 'const unstorable = /[\\0\\p{Cs}]/u',
    new: 'const unstorable = /[\\0]/u',
    noticed: 'is refused with 422 and the name of its field in every body',
  },
  {
    loses: 'the last good content over a restart',
    in: 'createPublisher',
    old: 'publishAround(next, content ?? (await lastGood?.read()), unrenderable)',
    new: 'publishAround(next, content, unrenderable)',
    noticed: 'is shown after a restart when the newest cannot be rendered, or not be read',
  },
  {
    loses: 'that older content never replaces newer as the last good',
    in: 'createLastGood',
    old: ".where('published_content.version', '<=', row.version)",
    new: '',
    noticed: 'is never overwritten by content that cannot be rendered, nor by what is older',
  },
  {
    loses: 'that an entry keeps its last good state when the newest throws',
    in: 'without',
    old: 'return last ? [{ ...last, order: entry.order }] : []',
    new: 'return []',
    noticed: 'keeps the last good state of an entry, in its new place, and takes over everything else',
  },
  {
    loses: 'that file names cannot turn the direction of text',
    in: 'unseen',
    old: '\\p{Zp}\\p{Bidi_Control}]/gu',
    new: '\\p{Zp}]/gu',
    noticed: '%j is kept as %j',
  },
]
