import type { Client, ClientConfig } from 'pg'
import { unreached, unreadFile } from './postgres-unreached.ts'

/** Runs `work` over one connection, which then ends. Rejects with a message that names the host when there is no connection. */
export const withPostgres = async <T>(
  databaseUrl: string,
  name: string,
  work: (client: Client) => Promise<T>,
  options: ClientConfig = {},
): Promise<T> => {
  // Loaded only where Postgres is used.
  const { default: pg } = await import('pg')
  const make = () => {
    try {
      return new pg.Client({
        connectionString: databaseUrl,
        connectionTimeoutMillis: 5000,
        application_name: name,
        ...options,
      })
    } catch (error) {
      throw unreadFile(error)
    }
  }
  const client = make()
  await client.connect().catch((error: unknown) => {
    throw unreached(error, client)
  })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** True when something between hands out the server's connections, such as PgBouncer: it answers with a process number of its own. */
export const isPooled = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0].pid !== (client as unknown as { processID: number }).processID
}
