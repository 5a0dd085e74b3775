import { mkdir } from 'node:fs/promises'
import type { Answer } from './call.ts'
import { claimToken } from './owned-product.ts'
import { runCli } from './run-cli.ts'
import type { SiteOfTwo } from './site-of-two.ts'

/** Tries which two processes may be spent on one account in a quarter of an hour. */
const tries = 5

/** Looks whether each of two processes knows what the other did, also one that was killed since; tells what it does not know. */
export const sharedByTwo = async (site: SiteOfTwo, folder: string): Promise<string[]> => {
  const wrong: string[] = []
  const look = (what: string, { status, text }: Pick<Answer, 'status' | 'text'>, wanted: number) => {
    if (status !== wanted) wrong.push(`${what}: ${status} ${text.slice(0, 100)}`)
  }
  const signIn = (at: 0 | 1, password: string) =>
    site.ask(at, 'POST', '/api/auth/sign-in/email', { email: site.owner.email, password }, { cookie: '' })

  look('the claim, taken at the other', await site.ask(1, 'POST', '/api/owner-claims', { token: claimToken }), 410)
  const { headers } = await signIn(0, site.owner.password)
  const cookie = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  look('a session of the other', await site.ask(1, 'GET', '/api/settings', undefined, { cookie }), 200)
  look('signing out', await site.ask(1, 'POST', '/api/auth/sign-out', {}, { cookie }), 200)
  look('a session that ended at the other', await site.ask(0, 'GET', '/api/settings', undefined, { cookie }), 401)

  await mkdir(folder, { recursive: true })
  const pooled = { DATABASE_URL: site.databaseUrl, DATA_DIR: folder }
  const backup = await runCli(['backup', '--json'], pooled)
  if (backup.code !== 0) wrong.push(`a backup through the pooler: ${backup.err}`)
  const { file = '' } = backup.code === 0 ? JSON.parse(backup.out) : {}
  const blind = await runCli(['restore', file, '--force'], pooled)
  if (blind.code !== 1 || !/DATABASE_DIRECT_URL/.test(blind.err))
    wrong.push(`restoring through the pooler: ${blind.err}`)
  const beside = await runCli(['restore', file, '--force'], { ...pooled, DATABASE_DIRECT_URL: site.directUrl })
  if (beside.code !== 1 || !/site is running/.test(beside.err)) wrong.push(`restoring beside the site: ${beside.err}`)

  await site.kill(0)
  await site.start(0, { LIMITS: 'on' })
  for (let n = 0; n < tries - 1; n += 1) look('a wrong password', await signIn(0, `wrong ${n}`), 401)
  await site.kill(1)
  await site.start(1, { LIMITS: 'on' })
  await site.kill(0)
  look('the last try', await signIn(1, 'wrong again'), 401)
  look('one try too many, counted by a process that was killed', await signIn(1, 'wrong still'), 429)
  return wrong
}
