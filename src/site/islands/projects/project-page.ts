/** A project as the dialog shows it: the article of its own page. */
export interface ProjectPage {
  title: string
  article: HTMLElement
  /** The image into which the card's image turns. */
  image: HTMLElement | null
}

const timeout = 15_000
const pages = new Map<string, Promise<ProjectPage>>()

const fetchPage = async (href: string): Promise<ProjectPage> => {
  const response = await fetch(href, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(timeout) })
  if (!response.ok) throw new Error(`${href} answered ${response.status}.`)
  // A parsed document would try its inline styles against this page's Content-Security-Policy; a template runs nothing.
  const page = document.createElement('template')
  page.innerHTML = await response.text()
  const article = page.content.querySelector<HTMLElement>('[data-project-article]')
  if (!article) throw new Error(`${href} shows no project.`)
  const image = article.querySelector<HTMLElement>('[data-transition], img')
  // The card behind the dialog has this name already.
  image?.removeAttribute('data-transition')
  return {
    title: page.content.querySelector('title')?.textContent ?? '',
    article: document.adoptNode(article),
    image,
  }
}

/** The project at an address, fetched once. Rejects when it cannot be had; the next call tries again. */
export const projectPage = (href: string): Promise<ProjectPage> => {
  const known = pages.get(href)
  if (known) return known
  const page = fetchPage(href)
  pages.set(href, page)
  page.catch(() => pages.delete(href))
  return page
}
