import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { findPostgres, startPostgres } from '../../../tests/support/postgres.ts'
import { Unavailable, VitrineError } from '../../model/errors.ts'
import { programVersion } from '../process/package-root.ts'
import { openDatabase } from './open.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-reach-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const password = 'a-password-nobody-may-read'

const refusal = async (address: string, query = '') => {
  const databaseUrl = `postgres://user:${password}@${address}/site${query}`
  const error = await openDatabase({ databaseUrl, dataDir: folder }).then(
    () => new Error('It opened.'),
    (thrown: Error) => thrown,
  )
  expect(error.message).not.toContain(password)
  return error
}

it('a database that is down is named by its host, with the reason and without the password', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  const error = await refusal(`127.0.0.1:${port}`)
  expect(error).toBeInstanceOf(Unavailable)
  expect(error.message).toContain(`Postgres at 127.0.0.1:${port} cannot be reached: connect ECONNREFUSED`)
  // A name with two addresses, for which Node has no message of its own.
  expect((await refusal(`localhost:${port}`)).message).toMatch(/localhost:\d+ cannot be reached: .*ECONNREFUSED/)
})

it.skipIf(!findPostgres())(
  'a database that comes up later than the site is waited for, and one that does not is not waited for without end',
  async () => {
    const server = await startPostgres(findPostgres() as string)
    try {
      const options = { databaseUrl: server.url('postgres'), dataDir: folder }
      await server.crash()
      const short = openDatabase(options, { waitMs: 600 })
      await expect(short).rejects.toThrow(/by the socket in .* cannot be reached/)
      const reasons: string[] = []
      const { promise: waits, resolve } = Promise.withResolvers<void>()
      const opening = openDatabase(options, {
        waitMs: 60_000,
        onWait: (reason) => {
          reasons.push(reason)
          resolve()
        },
      })
      await Promise.race([waits, opening])
      await server.restart()
      const database = await opening
      expect(reasons).toEqual([expect.stringContaining('cannot be reached')])
      await database.close()
      const missing = openDatabase({ ...options, databaseUrl: server.url('nowhere') }, { waitMs: 60_000 })
      await expect(missing).rejects.toThrow(/refuses the connection: database "nowhere" does not exist/)
    } finally {
      await server.stop()
    }
  },
)

it('a certificate that is not trusted is refused with the settings that mend it, and passes with sslrootcert or no-verify', async () => {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', [...made, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const greetings: string[] = []
  // As much of Postgres as there is before anybody is let in: SSLRequest, then TLS, then the startup message.
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, key: readFileSync(key), cert: readFileSync(cert) })
      secure.on('error', () => {})
      secure.on('data', (data) => {
        greetings.push(data.toString())
        const body = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed for user "user"\0\0')
        const head = Buffer.from([0x45, 0, 0, 0, body.length + 4])
        secure.end(Buffer.concat([head, body]))
      })
    })
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const host = `localhost:${(server.address() as { port: number }).port}`
  try {
    const refused = await refusal(host, '?sslmode=verify-full')
    expect(refused).toBeInstanceOf(VitrineError)
    expect(refused).not.toBeInstanceOf(Unavailable)
    expect(refused.message).toMatch(/certificate of Postgres at localhost:\d+ is not trusted.*sslrootcert=.*no-verify/)
    expect(greetings).toEqual([])
    for (const mended of [`?sslmode=verify-full&sslrootcert=${cert}`, '?sslmode=no-verify'])
      expect((await refusal(host, mended)).message).toMatch(/refuses the connection: password authentication failed/)
    expect(greetings).toHaveLength(2)
    expect((await refusal(host, '?sslrootcert=/nowhere.pem')).message).toBe(
      '/nowhere.pem, which DATABASE_URL names, cannot be read (ENOENT).',
    )
  } finally {
    server.close()
  }
})

onEachDatabase('Data of a newer version', (store) => {
  it('is refused with a message that names both, and left as it is', async () => {
    const { kysely } = store().database
    await sql`insert into kysely_migration values ('999-later', '')`.execute(kysely)
    try {
      await expect(openDatabase(store().options)).rejects.toThrow(
        `The data is of a newer Vitrine (999-later); this is Vitrine ${programVersion}, which cannot read it.`,
      )
    } finally {
      await sql`delete from kysely_migration where name = '999-later'`.execute(kysely)
    }
  })
})
