import type { Mutation } from './mutation.ts'

const hostileText = ['src/server/http/hostile-text.test.ts']
const lastGood = ['src/server/publishing/last-good-content.test.ts']

/** Protections against hostile ids and text. */
export const contentMutations: Mutation[] = [
  {
    loses: 'that an image has to be in the library',
    file: 'src/server/content/entries.ts',
    old: '    await assertMediaKnown(trx, collection, dataOf(row), held)\n',
    new: '',
    tests: ['src/server/http/api/hostile-ids.test.ts'],
  },
  {
    loses: 'that names of built-ins are no ids of images',
    file: 'src/model/content/published-content.ts',
    old: 'id !== null && Object.hasOwn(media, id) ? media[id] : undefined',
    new: 'id !== null ? media[id] : undefined',
    tests: ['src/site/page/render.test.ts'],
  },
  {
    loses: 'that a NUL in an address is refused',
    file: 'src/server/endpoint/storable.ts',
    old: "if (url.includes('%00')) throw",
    new: "if (url.includes('%00') && false) throw",
    tests: hostileText,
  },
  {
    loses: 'that half a surrogate pair in a body is refused',
    file: 'src/model/fields/text-rules.ts',
    old: 'const unstorable = /[\\0\\p{Cs}]/u',
    new: 'const unstorable = /[\\0]/u',
    tests: hostileText,
  },
  {
    loses: 'the last good content over a restart',
    file: 'src/server/publishing/publisher.ts',
    old: 'publishAround(next, content ?? (await lastGood?.read()), unrenderable)',
    new: 'publishAround(next, content, unrenderable)',
    tests: lastGood,
  },
  {
    loses: 'that older content never replaces newer as the last good',
    file: 'src/server/publishing/last-good-content.ts',
    old: ".where('published_content.version', '<=', row.version)",
    new: '',
    tests: lastGood,
  },
  {
    loses: 'that an entry keeps its last good state when the newest throws',
    file: 'src/server/publishing/publish-around.ts',
    old: 'return last ? [{ ...last, order: entry.order }] : []',
    new: 'return []',
    tests: ['src/server/publishing/publish-around.test.ts'],
  },
  {
    loses: 'that file names cannot turn the direction of text',
    file: 'src/server/media/file-name.ts',
    old: '\\p{Zp}\\p{Bidi_Control}]/gu',
    new: '\\p{Zp}]/gu',
    tests: ['src/server/media/file-name.test.ts'],
  },
]
