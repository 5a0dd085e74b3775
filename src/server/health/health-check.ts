import type { HealthFinding } from '../../model/health/health.ts'
import type { StoredConnections } from '../connections/connections.ts'
import type { Config } from '../process/config.ts'
import type { PurgeStatus } from '../publishing/purge.ts'
import type { CspReport } from './csp-reports.ts'
import type { StoredFacts } from './stored-facts.ts'

export interface HealthView {
  config: Config
  clientFolder: string
  now: number
  database(): Promise<string>
  /** Undefined while there is no store. */
  facts(): Promise<StoredFacts | undefined>
  /** Connections set up on the screen. */
  connections(): Promise<StoredConnections>
  running?: {
    publishingFailure: string | undefined
    pages?: 'fresh' | 'stale' | 'none'
    cspReports: readonly CspReport[]
    headers: Headers
    purge?: PurgeStatus | undefined
    /** Why the last backup of the day was not made. */
    backupFailure?: string | undefined
  }
}

/** Returns a sentence when all is well; throws `Warning` or another error with what to do. */
export interface HealthCheck {
  name: string
  run(view: HealthView): Promise<string> | string
}

/** It works, but not for long, or not well. */
export class Warning extends Error {}

export const findingOf = async ({ name, run }: HealthCheck, view: HealthView): Promise<HealthFinding> => {
  try {
    return { name, status: 'pass', message: await run(view) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { name, status: error instanceof Warning ? 'warn' : 'fail', message }
  }
}
