import { appPath } from '../../model/accounts/app-path.ts'
import { listAnchors } from '../../model/content/list-items.ts'
import { Invalid } from '../../model/errors.ts'
import type { Fields } from '../../model/fields/fields.ts'
import { linksOf } from '../../model/fields/leaves-of.ts'
import { pageAnchor, pagePaths } from '../../model/publishing/page-paths.ts'
import type { PublishedCollections } from '../../model/publishing/published-content.ts'
import { type SectionId, sections } from '../../model/sections/sections.ts'
import type { Category } from '../../model/settings/categories.ts'
import { decodedUrl } from '../../model/text-rules.ts'
import type { Trx } from '../db/database.ts'
import { hasMediaAt } from '../media/current-files.ts'

type Data = Record<string, unknown>

interface LinkWrite {
  fields: Fields
  /** Values to be published. */
  data: Data
  /** Links that are stored already. They are not checked again, so that a text can be saved whatever became of them. */
  held: ReadonlySet<string>
  /** The entry that the write is about to publish, which may link to its own page. */
  adding?: { collection: string; data: Data }
}

export interface Links {
  /**
   * Throws `Invalid` for each new link that no browser can open, and to a path of this site where nothing is. Call it in the transaction of
   * the write, before it.
   */
  assertKnown(trx: Trx, write: LinkWrite): Promise<void>
}

/** For a store that is filled without a site around it. */
export const unchecked: Links = { assertKnown: async () => {} }

/** The links of stored values. */
export const linksHeld = (fields: Fields, stored: readonly (Data | null)[]): ReadonlySet<string> =>
  new Set(stored.flatMap((data) => (data ? linksOf(fields, data).map(([, url]) => url) : [])))

const isLocal = (url: string) => /^[/#]/.test(url)

/** Anchors of the one page besides its sections. */
const otherAnchors = ['top', 'main', '']
const withoutAnchor: readonly string[] = ['lists', 'pages'] satisfies SectionId[]
const sectionAnchors = Object.keys(sections).filter((id) => !withoutAnchor.includes(id))

/** Targets for links of the site. */
interface Targets {
  paths: ReadonlySet<string>
  anchors: ReadonlySet<string>
}

/**
 * Knows every path of the site for the content as a write leaves it: pages, sections, files of Media, built files, and what is served
 * now.
 */
export const createLinks = (parts: {
  builtFiles: ReadonlySet<string>
  isServed(path: string): boolean
  publishedEntries(reader: Trx): Promise<PublishedCollections>
  categories(reader: Trx): Promise<readonly Category[]>
}): Links => {
  const { builtFiles, isServed, publishedEntries } = parts

  const problemWith = async (trx: Trx, url: string, targets: () => Promise<Targets>) => {
    const target = URL.parse(url, 'http://site.invalid')
    if (!target) return 'No browser can open this address. Check what follows //.'
    if (!isLocal(url)) return undefined
    const { pathname, hash } = target
    const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
    const anchor = decodedUrl(hash.slice(1))
    if (path === '/' && ![...otherAnchors, ...sectionAnchors].includes(anchor)) {
      const { anchors } = await targets()
      const known = [...sectionAnchors, ...anchors].map((id) => `#${id}`).join(', ')
      if (!anchors.has(anchor)) return `There is no section “#${anchor}” on the page. The sections are ${known}.`
    }
    if (builtFiles.has(path) || isServed(path) || appPath.test(path)) return undefined
    if (path.startsWith('/media/')) {
      return (await hasMediaAt(trx, path)) ? undefined : 'There is no such file in Media. Choose one, or upload it.'
    }
    if ((await targets()).paths.has(path)) return undefined
    return `There is nothing at ${path} on this site. Choose a file, or write the whole address with https://.`
  }

  return {
    assertKnown: async (trx, { fields, data, held, adding }) => {
      const added = linksOf(fields, data).filter(([, url]) => !held.has(url))
      if (added.length === 0) return
      let known: Promise<Targets> | undefined
      const targetsIn = async (reader: Trx): Promise<Targets> => {
        const published = await publishedEntries(reader)
        const withAdded = <N extends 'projects' | 'lists' | 'pages'>(name: N): PublishedCollections[N] =>
          (adding?.collection === name ? [...published[name], adding.data] : published[name]) as PublishedCollections[N]
        const [projects, lists, pages] = [withAdded('projects'), withAdded('lists'), withAdded('pages')]
        const categories = await parts.categories(reader)
        // Settings may link to the page of a category that they bring.
        const brought = fields.categories?.kind === 'items' ? ((data.categories ?? []) as Category[]) : []
        return {
          paths: new Set(pagePaths({ projects, pages, categories: [...categories, ...brought] })),
          anchors: new Set([
            ...pages.flatMap(({ placement, slug }) => (placement === 'section' ? pageAnchor(slug) : [])),
            ...listAnchors(lists),
          ]),
        }
      }
      const targets = () => {
        known ??= targetsIn(trx)
        return known
      }
      const problems = new Map<string, string>()
      for (const [path, url] of added) {
        const problem = await problemWith(trx, url, targets)
        if (problem !== undefined) problems.set(path, problem)
      }
      if (problems.size > 0) throw new Invalid(Object.fromEntries(problems))
    },
  }
}
