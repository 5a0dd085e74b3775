import type { Client, ClientConfig } from 'pg'

/** Does something over one connection of its own, which ends with it. `name` is what Postgres shows of who asks. Rejects when nobody answers. */
export const withPostgres = async <T>(
  databaseUrl: string,
  name: string,
  work: (client: Client) => Promise<T>,
  options: ClientConfig = {},
): Promise<T> => {
  // Who runs on SQLite never loads it.
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5000,
    application_name: name,
    ...options,
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
