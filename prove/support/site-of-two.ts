import http from 'node:http'
import path from 'node:path'
import pg from 'pg'
import { freePort } from '../../tests/support/free-port.ts'
import { findPgBouncer, socketFolderOf, startPgBouncer } from '../../tests/support/pgbouncer.ts'
import { findPostgres, startPostgres } from '../../tests/support/postgres.ts'
import { type Product, startProduct } from '../../tests/support/product.ts'
import { startSmtp } from '../../tests/support/smtp-server.ts'
import { Skipped } from '../check.ts'
import { call } from './call.ts'
import { nginxInFront } from './nginx-in-front.ts'
import { claimToken, person } from './owned-product.ts'
import { program } from './tools.ts'
import { until } from './until.ts'

/** Two processes of one site: nginx in front, PgBouncer and Postgres behind, a mail server beside them. */
export const startSiteOfTwo = async (folder: string) => {
  const bin = findPostgres()
  if (!bin) throw new Skipped('It takes Postgres (initdb and postgres), which is not on this machine.')
  const bouncerProgram = findPgBouncer() ?? program('pgbouncer')
  const ports = [await freePort(), await freePort()] as const
  const front = await nginxInFront(path.join(folder, 'nginx'), ports)
  const closings: (() => Promise<unknown>)[] = []
  const later = <T extends { stop(): Promise<unknown> }>(one: T): T => {
    closings.unshift(() => one.stop())
    return one
  }
  const close = async () => {
    for (const one of closings.splice(0)) await one().catch(() => {})
  }
  try {
    const postgres = later(await startPostgres(bin))
    const bouncer = later(await startPgBouncer(bouncerProgram, socketFolderOf(postgres.url('postgres'))))
    const smtp = await startSmtp()
    closings.unshift(smtp.close)
    const env = {
      DATABASE_URL: bouncer.url('postgres'),
      ...{ PUBLIC_URL: front.url, TRUST_PROXY: '1', CLAIM_TOKEN: claimToken, LIMITS: 'off' },
      ...{ SMTP_URL: smtp.url, MAIL_FROM: 'post@people.example', MAIL_TO: 'owner@people.example' },
    }
    const processes: Product[] = []
    const start = async (index: 0 | 1, more: Record<string, string> = {}) => {
      const dataDir = path.join(folder, String(index))
      processes[index] = await startProduct({ empty: true, dataDir, port: ports[index], env: { ...env, ...more } })
    }
    closings.unshift(() => Promise.all(processes.map((one) => one.stop())))
    await start(0)
    await until(() => processes[0]?.said().includes('Make it yours') ?? false, 20_000)
    await start(1)
    closings.unshift(await front.start())

    const agent = new http.Agent({ keepAlive: true, maxSockets: 32 })
    let cookie = ''
    const urlOf = (at: number) => `http://127.0.0.1:${ports[at]}`
    /** Asks nginx, or one of the two; as the owner, once there is one. */
    const ask = (at: 0 | 1 | 'front', method: string, address: string, body?: unknown, headers = {}) =>
      call((at === 'front' ? front.url : urlOf(at)) + address, {
        ...{ agent, method, body, timeoutMs: 10_000 },
        headers: { origin: front.url, ...(cookie ? { cookie } : {}), ...headers },
      })
    const olga = person('Olga')
    await ask('front', 'POST', '/api/auth/sign-up/email', { ...olga, claim: claimToken })
    // At one process signed in, at both known.
    const { status, headers, text } = await ask(0, 'POST', '/api/auth/sign-in/email', {
      email: olga.email,
      password: olga.password,
    })
    if (status !== 200) throw new Error(`Nobody could sign in: ${text}`)
    cookie = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
    return {
      ...{ front: front.url, postgres, smtp, ask, start, close, owner: olga },
      databaseUrl: env.DATABASE_URL,
      directUrl: postgres.url('postgres'),
      kill: async (index: 0 | 1) => {
        process.kill(processes[index]?.pid ?? 0, 'SIGKILL')
        await processes[index]?.stop()
      },
      /** Also of one that was killed. */
      end: async (index: 0 | 1) => {
        await processes[index]?.stop()
      },
      /** Asks Postgres itself. */
      query: async (sql: string) => {
        const client = new pg.Client({ connectionString: postgres.url('postgres') })
        await client.connect()
        return (await client.query(sql).finally(() => client.end())).rows
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

export type SiteOfTwo = Awaited<ReturnType<typeof startSiteOfTwo>>
