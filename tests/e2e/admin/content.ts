import { eventually } from '../../support/browser.ts'
import { ada, type ownedSite } from './people.ts'

type Site = ReturnType<typeof ownedSite>
interface StoredEntry {
  id: string
  order: number
  version: number
  status: string
  data: Record<string, unknown>
  schedule: { publishAt: string | null } | null
}

/**
 * A page as visitors get it, once every change is on it that was answered: an answer waits half a second for that, and a busy
 * machine needs longer.
 */
export const currentPage = async (url: string, path = '/'): Promise<string> => {
  await eventually(async () => ((await (await fetch(`${url}/healthz`)).json()) as { pages: string }).pages, 'fresh')
  return (await fetch(url + path)).text()
}

/** The content as the owner's scripts see it, to check what the screens say. */
export const contentOf = (site: Site) => {
  const call = <T>(method: string, path: string, body?: object, version?: number): Promise<T> =>
    site.callAs<T>(ada, method, path, body, version === undefined ? {} : { 'if-match': `"${version}"` })
  const list = async (collection: string): Promise<StoredEntry[]> =>
    (await call<{ entries: StoredEntry[] }>('GET', `/entries/${collection}?limit=200`)).entries
  return {
    call,
    list,
    get: (collection: string, id: string) => call<StoredEntry>('GET', `/entries/${collection}/${id}`),
    create: (collection: string, data: object, publish = true) =>
      call<StoredEntry>('POST', `/entries/${collection}`, { data, publish }),
    column: async (collection: string, name: string) => (await list(collection)).map(({ data }) => data[name]),
    page: () => currentPage(site.url),
  }
}
