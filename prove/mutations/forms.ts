import type { Mutation } from './mutation.ts'

/** What is made from the entries besides the page: the CV, cards, feeds, Markdown twins; and the import of a CV. */
export const formMutations: Mutation[] = [
  {
    loses: 'that the feed begins with what was published last',
    in: 'entriesIn',
    old: 'a.updated < b.updated ? 1 : a.updated > b.updated ? -1 : 0',
    new: '0',
    noticed: 'has what was published last first, with its time, and that of the last at its head',
  },
  {
    loses: 'that the feed stays small',
    in: 'entriesIn',
    old: '.slice(0, mostEntries)',
    new: '',
    noticed: 'stays small when the portfolio is long',
  },
  {
    loses: 'that links in the feed lead somewhere from any reader',
    in: 'htmlOf',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    old: ': ` ${name}="${url}/`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    new: ': ` ${name}="/`',
    noticed: 'has the content of an entry with its pictures, and every link in it is absolute',
  },
  {
    loses: 'that feed and sitemap are XML whatever was typed',
    in: 'ofXml',
    old: "text.replace(outside, '')",
    new: 'text',
    noticed: 'is valid with samples, without content and with hostile text',
  },
  {
    loses: 'that the sitemap says no time that is not known',
    in: 'sitemap',
    old: "lastmod === unknown ? '' : ",
    new: '',
    noticed: 'says no time that is not known',
  },
  {
    loses: 'that it names an image once',
    in: 'imageElements',
    old: '[...new Set(files)]',
    new: 'files',
    noticed: 'names the images of each page once, those of blocks as well, at absolute addresses',
  },
  {
    loses: 'that a Markdown twin shows marks as they were typed',
    in: 'escaped',
    old: ".replace(marks, '\\\\$&')",
    new: '',
    noticed: 'have the heading, the facts, the picture and every kind of block of a project',
  },
  {
    loses: 'that structured data uses words of schema.org',
    in: 'site',
    old: "'@type': 'ProfilePage'",
    new: "'@type': 'PageOfProfile'",
    noticed:
      'is in schema.org’s own vocabulary at every address: each type, each property where it may stand, each value',
  },
  {
    loses: 'that an import publishes no settings that wait as a draft',
    in: 'writeStep',
    old: "publish: status === 'published' })\n    }",
    new: 'publish: true })\n    }',
    noticed: 'publishes no settings that wait as a draft',
  },
  {
    loses: 'that an import stores all or nothing',
    in: 'importResume',
    old: 'if (Object.keys(problems).length > 0) throw new ImportRefused(problems)',
    new: '',
    noticed: 'stores nothing when one entry is refused, and names it',
  },
  {
    loses: 'that of a CV on one page the lowest entries go first',
    in: 'lowestFirst',
    old: '.sort((a, b) => b.rank - a.rank)',
    new: '',
    noticed: 'leaves out first what stands last in its list, of equal ones what stands last on the page',
  },
  {
    loses: 'that a process which draws or typesets ends when it is idle',
    in: 'keepProcess',
    old: 'idleTimer = setTimeout(end, memoryIsShort ? 0 : idleMs).unref()',
    new: '',
    noticed: 'ends when it is idle',
  },
  {
    loses: 'that a card which failed is not tried at each visit',
    in: 'createCards',
    old: 'failed.set(card.path, now() + retryMs)',
    new: 'failed.size',
    noticed: 'that cannot be drawn gives way to the image of its page, and is tried again after a minute',
  },
  {
    loses: 'that the old address of a card leads to the new one',
    in: 'createCards',
    old: 'if (card.path !== path) return redirect(card.path)',
    new: '',
    noticed: 'has a new path when what it shows changes, to which the old one leads',
  },
]
