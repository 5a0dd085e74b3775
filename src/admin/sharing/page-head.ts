import { cutText } from '../../model/publishing/cut-text.ts'

/** Facts that a page gives to those who show links to it. */
export interface PageHead {
  url: string
  title: string
  description: string
  /** Path and size in px of its image; undefined without one. */
  image: { path: string; alt: string; width: number; height: number } | undefined
}

const read = (page: Document, selector: string): string =>
  page.head.querySelector<HTMLMetaElement>(selector)?.content ?? ''

/** The head of a page, from its HTML. `url` is where it was fetched. */
export const pageHead = (html: string, url: string): PageHead => {
  // Style is no part of it, and the policy of this window would refuse that of another page.
  const page = new DOMParser().parseFromString(html.split('<style', 1)[0] ?? '', 'text/html')
  const property = (name: string) => read(page, `meta[property="og:${name}"]`)
  const image = property('image')
  return {
    // The public one, which may not be that of this window.
    url: property('url') || url,
    title: page.title,
    description: cutText(read(page, 'meta[name="description"]'), 300),
    image: image
      ? {
          path: new URL(image).pathname,
          alt: property('image:alt'),
          width: Number(property('image:width')),
          height: Number(property('image:height')),
        }
      : undefined,
  }
}

/** Fetches what visitors see at a path; undefined when there is nothing. */
export const fetchPageHead = async (path: string): Promise<PageHead | undefined> => {
  const answer = await fetch(path, { credentials: 'omit', headers: { accept: 'text/html' } })
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new Error('The page could not be read. Try again in a moment.')
  return pageHead(await answer.text(), answer.url)
}
