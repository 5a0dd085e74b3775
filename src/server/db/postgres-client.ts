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
