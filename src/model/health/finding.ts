export const healthStatuses = ['pass', 'warn', 'fail'] as const
export type HealthStatus = (typeof healthStatuses)[number]

/** One thing looked at, and what was found. */
export interface HealthFinding {
  name: string
  verdict: HealthStatus
  /** A sentence; when it is not well, with what to do. */
  says: string
}
