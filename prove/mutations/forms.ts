import type { Mutation } from './mutation.ts'

const feed = 'src/site/feeds/atom-feed.ts'
const feedTests = ['src/site/feeds/atom-feed.test.ts']
const map = 'src/site/feeds/sitemap.ts'
const mapTests = ['src/site/feeds/sitemap.test.ts']
const resume = 'src/server/transfer/import/import-resume.ts'
const resumeTests = ['src/server/transfer/import/import-resume.test.ts']
const cardTests = ['src/server/cards/cards.test.ts']

/** What is made from the entries besides the page: the CV, cards, feeds, Markdown twins; and the import of a CV. */
export const formMutations: Mutation[] = [
  {
    loses: 'that the feed begins with what was published last',
    file: feed,
    old: 'a.updated < b.updated ? 1 : a.updated > b.updated ? -1 : 0',
    new: '0',
    tests: feedTests,
  },
  { loses: 'that the feed stays small', file: feed, old: '.slice(0, mostEntries)', new: '', tests: feedTests },
  {
    loses: 'that links in the feed lead somewhere from any reader',
    file: feed,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    old: ': ` ${name}="${url}/`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    new: ': ` ${name}="/`',
    tests: feedTests,
  },
  {
    loses: 'that feed and sitemap are XML whatever was typed',
    file: 'src/site/feeds/xml.ts',
    old: "text.replace(outside, '')",
    new: 'text',
    tests: feedTests,
  },
  {
    loses: 'that the sitemap says no time that is not known',
    file: map,
    old: "lastmod === unknown ? '' : ",
    new: '',
    tests: mapTests,
  },
  { loses: 'that it names an image once', file: map, old: '[...new Set(files)]', new: 'files', tests: mapTests },
  {
    loses: 'that a Markdown twin shows marks as they were typed',
    file: 'src/site/twins/markdown-text.ts',
    old: ".replace(marks, '\\\\$&')",
    new: '',
    tests: ['src/site/twins/twins.test.ts'],
  },
  {
    loses: 'that structured data uses words of schema.org',
    file: 'src/site/page/structured-data.ts',
    old: "'@type': 'ProfilePage'",
    new: "'@type': 'PageOfProfile'",
    tests: ['src/site/page/structured-data.test.ts'],
  },
  {
    loses: 'that an import publishes no settings that wait as a draft',
    file: resume,
    old: "publish: status === 'published' })\n    }",
    new: 'publish: true })\n    }',
    tests: resumeTests,
  },
  {
    loses: 'that an import stores all or nothing',
    file: resume,
    old: 'if (Object.keys(problems).length > 0) throw new ImportRefused(problems)',
    new: '',
    tests: resumeTests,
  },
  {
    loses: 'that of a CV on one page the lowest entries go first',
    file: 'src/model/cv/fit.ts',
    old: '.sort((a, b) => b.rank - a.rank)',
    new: '',
    tests: ['src/model/cv/fit.test.ts'],
  },
  {
    loses: 'that a process which draws or typesets ends when it is idle',
    file: 'src/server/process/kept-process.ts',
    old: 'idleTimer = setTimeout(end, memoryIsShort ? 0 : idleMs).unref()',
    new: '',
    tests: cardTests,
  },
  {
    loses: 'that a card which failed is not tried at each visit',
    file: 'src/server/cards/cards.ts',
    old: 'failed.set(card.path, now() + retryMs)',
    new: 'failed.size',
    tests: cardTests,
  },
  {
    loses: 'that the old address of a card leads to the new one',
    file: 'src/server/cards/cards.ts',
    old: 'if (card.path !== path) return redirect(card.path)',
    new: '',
    tests: cardTests,
  },
]
