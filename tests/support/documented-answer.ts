import { expect } from 'vitest'
import type { Route } from '../../src/server/endpoint/route.ts'

const parameters = (path: string) => path.split(':').length - 1

const routeOf = (table: readonly Route[], method: string, path: string): Route | undefined =>
  table
    .filter((route) => route.method === method && new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
    .toSorted((a, b) => parameters(a.path) - parameters(b.path))[0]

/** Fails when an answer is not as its endpoint documents it: a field is missing, of another type, or not named there. */
export const expectDocumented = (
  table: readonly Route[],
  { method, path, status, body }: { method: string; path: string; status: number; body: unknown },
): void => {
  const { pathname } = new URL(path, 'http://localhost')
  // The sign-in library answers these calls; it adds fields of its own.
  if (pathname.startsWith('/api/auth/')) return
  const operation = routeOf(table, method, pathname)?.operation
  if (!operation?.answer || status !== (operation.status ?? 200)) return
  const { data, error } = operation.answer.safeParse(body)
  expect(error?.issues, `${method} ${pathname} is answered as documented`).toBeUndefined()
  expect(body, `${method} ${pathname} is answered as documented`).toEqual(data)
}
