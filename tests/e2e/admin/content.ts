import { ada, type ownedSite } from './people.ts'

type Site = ReturnType<typeof ownedSite>
interface StoredEntry {
  id: string
  order: number
  version: number
  status: string
  data: Record<string, unknown>
}

/** The content as the owner's scripts see it, to check what the screens say. */
export const contentOf = (site: Site) => {
  const call = async <T>(method: string, path: string, body?: object, version?: number): Promise<T> => {
    const headers = await site.headersOf(ada)
    const response = await fetch(`${site.url}/api${path}`, {
      method,
      headers: version === undefined ? headers : { ...headers, 'if-match': `"${version}"` },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const list = async (collection: string): Promise<StoredEntry[]> =>
    (await call<{ entries: StoredEntry[] }>('GET', `/entries/${collection}?limit=200`)).entries
  return {
    call,
    list,
    get: (collection: string, id: string) => call<StoredEntry>('GET', `/entries/${collection}/${id}`),
    create: (collection: string, data: object, publish = true) =>
      call<StoredEntry>('POST', `/entries/${collection}`, { data, publish }),
    column: async (collection: string, name: string) => (await list(collection)).map(({ data }) => data[name]),
    page: async () => (await fetch(site.url)).text(),
  }
}
