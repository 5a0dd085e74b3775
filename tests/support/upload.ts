import type { TestAnswer, TestBrowser } from './app.ts'
import { halves } from './pictures.ts'

/** Uploads a file as the admin does; with `path`, in the place of that media item's file. */
export const upload = (to: TestBrowser, name: string, bytes: Uint8Array, path?: string): Promise<TestAnswer> => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name))
  return to.send(path ? 'PUT' : 'POST', path ?? '/api/media', undefined, { raw: form })
}

/** Uploads a small image; returns its id. */
export const uploadImage = async (to: TestBrowser): Promise<string> =>
  (await upload(to, 'a.png', await halves(40, 30, 'navy', 'orange').png().toBuffer())).body.id
