import { z } from '../zod.ts'

const healthStatuses = ['pass', 'warn', 'fail'] as const
export type HealthStatus = (typeof healthStatuses)[number]

/** The outcome of one health check. */
export const healthFindingSchema = z.object({
  name: z.string(),
  status: z.enum(healthStatuses),
  message: z.string().describe('A sentence; for a warning or a failure, with what to do.'),
})
export type HealthFinding = z.infer<typeof healthFindingSchema>
