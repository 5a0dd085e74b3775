import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCli } from './run-cli.ts'
import type { SiteOfTwo } from './site-of-two.ts'
import { until } from './until.ts'

const root = path.resolve(import.meta.dirname, '../..')
const patienceMs = 60_000

/** Messages without the text that the cleanup fills in one by one, so that it can be met at work. */
const messages = (prefix: string, count: number, days: number) => `
  insert into messages (id, user_name, user_email, message, status, spam_reasons, search_text, created_at, updated_at, deleted_at)
  select '${prefix}-' || n, 'Visitor', 'visitor@people.example', 'A letter', 'read', '[]', '', at, at, at
  from generate_series(1, ${count}) n, to_char(now() at time zone 'UTC' - interval '${days} days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') at`

/** Two processes clean up the same rows, and one is killed at it: tells what was left, and what went that was to stay. */
export const cleanedByTwo = async (site: SiteOfTwo): Promise<string[]> => {
  const wrong: string[] = []
  const [old, fresh] = [1500, 100]
  const count = async (where: string) =>
    Number((await site.query(`select count(*) as n from messages where ${where}`))[0]?.n)
  for (const one of [0, 1] as const) await site.end(one)
  await site.query(messages('old', old, 31))
  await site.query(messages('fresh', fresh, 29))
  // Each of them begins with a cleanup.
  await Promise.all([site.start(0), site.start(1)])
  const isAtWork = async () => (await count("search_text = ''")) < old + fresh
  if ((await until(isAtWork, patienceMs)) === undefined) wrong.push('no cleanup began')
  const left = await count("id like 'old-%'")
  await site.kill(0)
  if (left !== old) wrong.push(`the cleanup was over before the kill: ${left} of ${old} were there`)
  const isClean = async () => (await count("id like 'old-%'")) === 0
  if ((await until(isClean, patienceMs)) === undefined)
    wrong.push(`${await count("id like 'old-%'")} messages of the trash are left`)
  const stayed = await count("id like 'fresh-%' and search_text <> ''")
  if (stayed !== fresh) wrong.push(`${stayed} of ${fresh} messages that were to stay are whole`)
  const { status } = await site.ask(1, 'GET', '/healthz')
  if (status !== 200) wrong.push(`the other process answers ${status}`)
  await site.start(0)
  return wrong
}

/** Two processes make the backup of the day in one folder, and one is killed at it: tells what is wrong with the other's. */
export const backedUpByTwo = async (site: SiteOfTwo, folder: string): Promise<string[]> => {
  const wrong: string[] = []
  const env = {
    DATABASE_URL: site.databaseUrl,
    DATABASE_DIRECT_URL: site.directUrl,
    DATA_DIR: path.join(folder, 'of-two'),
  }
  const backups = path.join(env.DATA_DIR, 'backups')
  const named = (isWanted: (name: string) => boolean) =>
    existsSync(backups) ? readdirSync(backups).filter(isWanted) : []
  const parts = () => named((name) => name.includes('.part'))
  const whole = () => named((name) => name.startsWith('daily-') && name.endsWith('.backup'))
  const cli = path.join(root, 'dist/server/cli.js')
  const doomed = spawn(process.execPath, [cli, 'backup', '--daily'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: 'ignore',
  })
  const dead = once(doomed, 'exit')
  const other = runCli(['backup', '--daily'], env)
  while (parts().length < 2 && doomed.exitCode === null) await sleep(1)
  doomed.kill('SIGKILL')
  const [, signal] = await dead
  if (signal !== 'SIGKILL') wrong.push('the backup was made before the kill')
  const { code, err } = await other
  if (code !== 0) wrong.push(`the other backup: ${code} ${err}`)
  if (whole().length !== 1) wrong.push(`${whole().length} whole backups, one is expected`)
  const restored = await runCli(['restore', path.join(backups, whole()[0] ?? 'none')], {
    DATA_DIR: path.join(folder, 'again'),
  })
  if (restored.code !== 0) wrong.push(`restoring the other backup: ${restored.err}`)
  const left = parts()
  if (left.length === 0) wrong.push('the killed one left nothing, so it was not at work')
  for (const name of left) utimesSync(path.join(backups, name), 0, 0)
  const next = await runCli(['backup', '--daily'], env)
  if (next.code !== 0) wrong.push(`the backup of the next day: ${next.err}`)
  if (parts().length > 0) wrong.push(`left by the killed one after a day: ${parts()}`)
  return wrong
}
