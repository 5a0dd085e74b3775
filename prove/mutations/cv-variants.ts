import type { Mutation } from './mutation.ts'

const files = 'src/server/cv/variants/variant-files.ts'
const fileTests = ['src/server/cv/variants/variant-files.test.ts']
const anonymizer = 'src/model/cv/anonymizer.ts'
const anonymousTests = ['src/server/cv/variants/anonymous.test.ts']
const checks = 'src/server/cv/variants/variant-checks.ts'
const apiTests = ['src/server/cv/variants/api.test.ts']

/** Variants of the CV: who sees them, and what an anonymous one leaves out. */
export const cvVariantMutations: Mutation[] = [
  {
    loses: 'that a variant by link needs its key',
    file: files,
    old: "if (!one || (one.variant.data.access === 'link' && !fits)) return undefined",
    new: 'if (!one) return undefined',
    tests: fileTests,
  },
  {
    loses: 'that a key opens its own variant alone',
    file: 'src/server/cv/variants/variant-keys.ts',
    old: 'timingSafeEqual(hashOf(given), hashOf(key))',
    new: 'given.length === key.length',
    tests: fileTests,
  },
  {
    loses: 'that a variant by link is kept nowhere in between',
    file: files,
    old: "headers: access === 'link' ? secrecy : unlisted",
    new: 'headers: unlisted',
    tests: fileTests,
  },
  {
    loses: 'that a variant follows its changes',
    file: files,
    old: '    changed: () => {\n      isNewest = false\n    },',
    new: '    changed: () => {},',
    tests: fileTests,
  },
  {
    loses: 'that a hidden entry of a variant is not said',
    file: 'src/model/cv/chosen-entries.ts',
    old: 'hidden ? undefined : byId.get(id)',
    new: 'byId.get(id)',
    tests: fileTests,
  },
  {
    loses: 'that a form for one audience is not given to another',
    file: 'src/server/cv/cv-shelf.ts',
    old: 'return last && madeOf.get(last)?.key',
    new: "return last && (audience + ' ')",
    tests: ['src/server/cv/cv-shelf.test.ts'],
  },
  {
    loses: 'that an anonymous variant has no person',
    file: 'src/model/cv/cv.ts',
    old: '{ ...nobody, role: text(person.role), summary: text(person.summary) }',
    new: '{ ...person, role: text(person.role), summary: text(person.summary) }',
    tests: anonymousTests,
  },
  {
    loses: 'that an anonymous file names no author',
    file: 'src/model/cv/cv-document.ts',
    old: "author: '', role: ''",
    new: "author: 'Mira Solberg', role: ''",
    tests: anonymousTests,
  },
  {
    loses: 'that an anonymous variant has no name in its texts',
    file: anonymizer,
    old: 'result = result.replace(pattern, initials)',
    new: 'result = result.replace(pattern, (found) => (initials === found ? initials : found))',
    tests: anonymousTests,
  },
  {
    loses: 'that an anonymous variant has no address of the owner in its texts',
    file: anonymizer,
    old: '(isOwnWord(word) ? left : word)',
    new: '(isOwnWord(word) ? word : word)',
    tests: anonymousTests,
  },
  {
    loses: 'that an anonymous variant has no telephone number in its texts',
    file: anonymizer,
    old: '(isOwnPhone(number, marks) ? left : number)',
    new: '(isOwnPhone(number, marks) ? number : number)',
    tests: anonymousTests,
  },
  {
    loses: 'that an anonymous variant has no link to the owner',
    file: anonymizer,
    old: '!leadsToOwner(address) ? address',
    new: "address !== '' ? address",
    tests: anonymousTests,
  },
  {
    loses: 'that two variants have two names',
    file: checks,
    old: '  if (other) throw new Invalid({ name:',
    new: '  if (other && name === id) throw new Invalid({ name:',
    tests: apiTests,
  },
  {
    loses: 'that there is a bounded number of variants',
    file: checks,
    old: 'Number(count) >= mostVariants',
    new: 'Number(count) < 0',
    tests: apiTests,
  },
  {
    loses: 'that a variant names entries that there are',
    file: checks,
    old: 'if (!stored.has(id) && !had.has(id)) problems',
    new: 'if (stored === had) problems',
    tests: apiTests,
  },
  {
    loses: 'that the words of an entry are not kept as words of a variant',
    file: checks,
    old: 'value !== undefined && !isDeepStrictEqual(value, data?.[field])',
    new: 'value !== undefined && !isDeepStrictEqual(value, data)',
    tests: apiTests,
  },
  {
    loses: 'that a preview supersedes one that waits',
    file: 'src/server/cv/variants/variant-preview.ts',
    old: 'if (latest !== turn || gone.aborted) throw',
    new: 'if (gone.aborted) throw',
    tests: ['src/server/cv/variants/variant-preview.test.ts'],
  },
]
