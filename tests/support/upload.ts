import type { TestAnswer, TestBrowser } from './app.ts'
import { halves } from './pictures.ts'

/** Uploads a file as the admin does, to Media or elsewhere; with `path`, in the place of that media item's file. */
export const upload = (
  browser: TestBrowser,
  name: string,
  bytes: Uint8Array,
  path?: string | { to: string },
): Promise<TestAnswer> => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name))
  const [method, at] = typeof path === 'string' ? ['PUT', path] : ['POST', path?.to ?? '/api/media']
  return browser.send(method, at, undefined, { raw: form })
}

/** Uploads a small image; returns its id. */
export const uploadImage = async (to: TestBrowser): Promise<string> =>
  (await upload(to, 'a.png', await halves(40, 30, 'navy', 'orange').png().toBuffer())).body.id
