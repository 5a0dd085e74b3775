import type { Query } from '../db/migrate.ts'
import { readOnly } from '../db/read-only.ts'
import { findSecret } from '../db/secret.ts'
import type { Config } from '../process/config.ts'
import { createSealer } from '../process/sealed-text.ts'
import { openConnections, type StoredConnections, sealingPurpose } from './stored-connections.ts'

const read = async (config: Config, query: Query) => {
  const [meta] = await query("select value from meta where key = 'secret auth'")
  const secret = config.authSecret ?? (await findSecret(meta && String(meta.value), config.dataDir, 'auth'))
  const rows = await query('select kind, sealed, updated_at from connections')
  const found = rows.map(({ kind, sealed, updated_at }) => ({
    kind: String(kind),
    sealed: String(sealed),
    updated_at: String(updated_at),
  }))
  // Without a secret nothing was sealed by this server.
  return openConnections(
    found,
    createSealer(async () => secret ?? '', sealingPurpose),
  )
}

/** Connections of a store, without changing anything in it. */
export const inspectConnections = (config: Config): Promise<StoredConnections> =>
  readOnly(config, (query) => read(config, query))
