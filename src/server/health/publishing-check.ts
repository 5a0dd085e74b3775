import type { HealthCheck, HealthView } from './health-check.ts'
import { askHealthz } from './proxy-flaw.ts'

const fresh = 'The page shows what is published.'

/** Only the running process knows what it shows. */
const askRunning = async (publicUrl: string): Promise<string> => {
  const { body } = (await askHealthz(publicUrl)) ?? {}
  const { pages, reason } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  if (pages === 'stale' || pages === 'none')
    throw new Error(`${String(reason)} Health in the admin area says why; undo the last change in History.`)
  return pages === 'fresh' ? fresh : `Not to be seen from here: no Vitrine that shows pages answers at ${publicUrl}.`
}

const look = ({ config, running }: HealthView): string | Promise<string> => {
  if (!running) return askRunning(config.publicUrl)
  const { publishingFailure, pages } = running
  if (publishingFailure === undefined) return fresh
  throw new Error(
    pages === 'none'
      ? `No page can be shown: ${publishingFailure} Undo the last change in History.`
      : `The last good state is shown where the newest cannot be: ${publishingFailure} Undo the last change in History.`,
  )
}

export const publishingCheck: HealthCheck = { name: 'Publishing', run: look }
