import { type Content, isVisible } from '../../model/publishing/published-content.ts'

/** Projects or testimonials on one page. */
export const perPage = 24

export const countPages = (entries: number): number => Math.max(1, Math.ceil(entries / perPage))

/** The entries of a page; pages count from 1. */
export const entriesOn = <T>(entries: readonly T[], page: number): readonly T[] =>
  entries.slice((page - 1) * perPage, page * perPage)

/** The address of a page of the list at `path`. */
export const pagePath = (path: string, page: number): string => (page === 1 ? path : `${path}?page=${page}`)

/** Addresses before and after a page of a list, null where there is none; before the second page is the list itself. */
export const stepsFrom = (path: string, page: number, pages: number) => ({
  previous: page > 1 ? pagePath(path, page - 1) : null,
  next: page < pages ? pagePath(path, page + 1) : null,
})

/** True when so many testimonials are shown that they have a page of their own. */
export const hasWall = (content: Content): boolean =>
  isVisible(content, 'testimonial') && content.testimonials.length > 5
