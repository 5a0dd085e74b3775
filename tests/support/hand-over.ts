import { password, type TestAnswer, type TestBrowser } from './app.ts'

/** Makes a hand-over link as the owner: its token. */
export const handOverToken = async (owner: TestBrowser): Promise<string> => {
  const { status, body } = await owner.post('/api/hand-over-link', { password })
  if (status !== 201) throw new Error(`No hand-over link was made: ${JSON.stringify(body)}`)
  return new URLSearchParams(new URL(body.link).hash.slice(1)).get('claim') as string
}

/** Uses one as its receiver. */
export const takeOver = (heir: TestBrowser, token: string): Promise<TestAnswer> =>
  heir.post('/api/owner-claims', { token })
