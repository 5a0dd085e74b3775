import type { Page } from './page.ts'

/** A page that is rendered at its first visit, and each time its body is read. */
export const deferredPage = (path: string, later: () => Page, type = 'text/html; charset=utf-8'): Page => ({
  path,
  status: 200,
  type,
  later,
  get body() {
    return later().body
  },
  get styles() {
    return later().styles
  },
})

/** A file of text next to the pages, deferred as well. `link` is its Link header. */
export const deferredFile = (path: string, type: string, body: () => string, link?: string): Page => {
  const header = link === undefined ? {} : { link }
  return deferredPage(path, () => ({ path, status: 200, type, body: body(), styles: [], ...header }), type)
}
