import { composeSite } from './compose-site.ts'
import { VitrineError } from './model/errors.ts'
import { loadConfig } from './server/process/config.ts'
import { createLog } from './server/process/log.ts'
import { siteFlaws } from './server/updates/check-update.ts'
import { openStore } from './server/updates/open-store.ts'

/**
 * Starts this version on a copy of the data as far as a start goes before it listens, and asks it what a visitor and a monitor would.
 * Rejects with what is not as it has to be. Called by `vitrine update` of the version before.
 */
export const tryCopy = async (): Promise<void> => {
  const config = loadConfig([])
  const log = createLog({ level: 'error', terminal: false })
  const { services, server } = await composeSite(config, log, openStore(config))
  try {
    const flaws = await siteFlaws(services, server)
    if (flaws.length > 0) throw new VitrineError('unavailable', flaws.join('\n'))
  } finally {
    await server.stop(0)
    await services.close()
    log.close()
  }
}
