import { Invalid } from '../../model/errors.ts'
import type { Fields } from '../../model/fields/fields.ts'
import { linksOf } from '../../model/fields/links-of.ts'
import { pagePaths } from '../../model/publishing/page-paths.ts'
import { type SectionId, sections } from '../../model/sections/sections.ts'
import { createPublishedEntries } from '../content/published-entries.ts'
import type { Trx } from '../db/database.ts'
import { hasMediaAt } from '../media/media-at.ts'

type Data = Record<string, unknown>

export interface LinkWrite {
  fields: Fields
  /** What is to be published. */
  data: Data
  /** Links that are stored already. They are not checked again, so that a text can be saved whatever became of them. */
  held: ReadonlySet<string>
  /** Projects that the write is about to publish. */
  adding?: readonly { slug: string }[]
}

export interface Links {
  /** Throws `Invalid` for each new link to a path of this site where nothing is. Call it in the transaction of the write, before it. */
  assertKnown(trx: Trx, write: LinkWrite): Promise<void>
}

/** For a store that is filled without a site around it. */
export const unchecked: Links = { assertKnown: async () => {} }

/** The links of stored values. */
export const linksHeld = (fields: Fields, stored: readonly (Data | null)[]): ReadonlySet<string> =>
  new Set(stored.flatMap((data) => (data ? linksOf(fields, data).map(([, url]) => url) : [])))

const isLocal = (url: string) => /^[/#]/.test(url)

/** Anchors of the one page besides its sections. */
const anchors = new Set(['top', 'main', ''])
const isSection = (id: string) => anchors.has(id) || Object.hasOwn(sections, id as SectionId)

const routes = /^\/(?:login|register|admin(?:\/.*)?)$/

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Knows every path of the site for the content as a write leaves it: pages, sections, files of Media, built files, and what is served
 * now.
 */
export const createLinks = (parts: { builtFiles: ReadonlySet<string>; isServed(path: string): boolean }): Links => {
  const publishedEntries = createPublishedEntries()

  const problemWith = async (trx: Trx, url: string, pages: () => Promise<ReadonlySet<string>>) => {
    const { pathname, hash } = new URL(url, 'http://site.invalid')
    const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
    const anchor = decoded(hash.slice(1))
    if (path === '/' && !isSection(anchor))
      return `There is no section “#${anchor}” on the page. The sections are ${Object.keys(sections)
        .map((id) => `#${id}`)
        .join(', ')}.`
    if (parts.builtFiles.has(path) || parts.isServed(path) || routes.test(path)) return undefined
    if (path.startsWith('/media/')) {
      return (await hasMediaAt(trx, path)) ? undefined : 'There is no such file in Media. Choose one, or upload it.'
    }
    if ((await pages()).has(path)) return undefined
    return `There is nothing at ${path} on this site. Choose a file, or write the whole address with https://.`
  }

  return {
    assertKnown: async (trx, { fields, data, held, adding = [] }) => {
      const added = linksOf(fields, data).filter(([, url]) => isLocal(url) && !held.has(url))
      if (added.length === 0) return
      let known: Promise<ReadonlySet<string>> | undefined
      const pages = () => {
        known ??= publishedEntries(trx).then(
          ({ projects }) => new Set(pagePaths({ projects: [...projects, ...adding] })),
        )
        return known
      }
      const problems = new Map<string, string>()
      for (const [path, url] of added) {
        const problem = await problemWith(trx, url, pages)
        if (problem !== undefined) problems.set(path, problem)
      }
      if (problems.size > 0) throw new Invalid(Object.fromEntries(problems))
    },
  }
}
