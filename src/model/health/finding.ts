export const healthVerdicts = ['pass', 'warn', 'fail'] as const
export type HealthVerdict = (typeof healthVerdicts)[number]

/** One thing looked at, and what was found. */
export interface HealthFinding {
  name: string
  verdict: HealthVerdict
  /** A sentence; when it is not well, with what to do. */
  says: string
}
