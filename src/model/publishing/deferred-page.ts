import type { Page } from './page.ts'
import type { Text } from './texts.ts'

/** A page that is rendered at its first visit, and each time its body is read. */
export const deferredPage = (
  path: string,
  later: () => Page,
  { type = 'text/html; charset=utf-8', ...more }: { type?: string; texts?: () => Text[] } = {},
): Page => ({
  path,
  status: 200,
  type,
  later,
  ...more,
  get body() {
    return later().body
  },
  get styles() {
    return later().styles
  },
})

/** A file of text next to the pages, deferred as well. `link` is its Link header. */
export const deferredFile = (
  path: string,
  body: () => string,
  { link, ...options }: { type: string; link?: string; texts?: () => Text[] },
): Page => {
  const header = { type: options.type, ...(link === undefined ? {} : { link }) }
  return deferredPage(path, () => ({ path, status: 200, body: body(), styles: [], ...header }), options)
}
