import type { TestAnswer, TestBrowser } from '../support/app.ts'
import type { seededRandom } from '../support/random.ts'

export type Random = ReturnType<typeof seededRandom>
export type Body = Record<string, unknown>

export interface Owner {
  browser: TestBrowser
  random: Random
  /** Files to upload; few, so that some are uploaded again. */
  files: Uint8Array[]
  /** Does what is due in so many ms. */
  letTimePass(ms: number): Promise<void>
}

/** Does one thing that an owner can do, through the API. Answers what came; nothing when there was nothing to do it to. */
export type Act = (owner: Owner) => Promise<TestAnswer | undefined>

export interface Row {
  id: string
  version: number
  deletedAt: string | null
}

export const listed = async ({ browser }: Owner, path: string, trash = false): Promise<Row[]> => {
  const { body } = await browser.get(`/api/${path}?limit=200${trash ? '&trash=true' : ''}`)
  return body.entries ?? body.media
}

export const send =
  (method: string, end = '', body?: (owner: Owner) => Body) =>
  (owner: Owner, at: string, { version }: Row) =>
    owner.browser.send(method, at + end, body?.(owner), { headers: { 'if-match': `"${version}"` } })
