import type { Client, ClientConfig } from 'pg'
import { unreached, unreadFile } from './postgres-unreached.ts'

/** Does something over one connection of its own, which ends with it. `name` is what Postgres shows of who asks. Rejects with a sentence that names the host when there is no connection. */
export const withPostgres = async <T>(
  databaseUrl: string,
  name: string,
  work: (client: Client) => Promise<T>,
  options: ClientConfig = {},
): Promise<T> => {
  // Who runs on SQLite never loads it.
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
