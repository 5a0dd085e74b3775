import type { HealthFinding } from '../../model/health/finding.ts'
import type { Config } from '../process/config.ts'
import type { CspReport } from './csp-reports.ts'
import type { StoredFacts } from './stored-facts.ts'

/** Input of the checks: from the doctor, while nothing may be running, or from the running process for its owner. */
export interface HealthView {
  config: Config
  clientFolder: string
  now: number
  /** Says how the database is; throws an error that says what to do. */
  database(): Promise<string>
  /** Facts from the store; undefined while there is none. */
  facts(): Promise<StoredFacts | undefined>
  /** Only the running process knows these. */
  running?: {
    publishingFailure: string | undefined
    pages?: 'fresh' | 'stale' | 'none'
    cspReports: readonly CspReport[]
    /** As the owner's own request brought them. */
    headers: Headers
  }
}

/** One thing to look at. Answers a sentence when it is well; throws `Warning` or another error with what to do. */
export interface HealthCheck {
  name: string
  run(view: HealthView): Promise<string> | string
}

/** It works, but not for long, or not as it should. */
export class Warning extends Error {}

/** Looks at one thing. Never rejects. */
export const findingOf = async ({ name, run }: HealthCheck, view: HealthView): Promise<HealthFinding> => {
  try {
    return { name, verdict: 'pass', says: await run(view) }
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error)
    return { name, verdict: error instanceof Warning ? 'warn' : 'fail', says }
  }
}
