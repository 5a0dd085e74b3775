import type { Calls } from '../calls.ts'
import { z } from '../zod.ts'

const healthStatuses = ['pass', 'warn', 'fail'] as const

/** The outcome of one health check. */
export const healthFindingSchema = z.object({
  name: z.string(),
  status: z.enum(healthStatuses),
  message: z.string().describe('A sentence; for a warning or a failure, with what to do.'),
})
export type HealthFinding = z.infer<typeof healthFindingSchema>

/** A backup that waits to be downloaded. */
const madeBackupSchema = z.object({
  id: z.string().describe('Its download is /api/backups/{id}, once, within ten minutes.'),
  bytes: z.int(),
  notes: z.array(z.string()).describe('What is not in it, and what would keep it from being restored.'),
})
export type MadeBackup = z.infer<typeof madeBackupSchema>

export const healthCalls = () =>
  ({
    'POST /api/csp-reports': {},
    'GET /api/health': { answer: z.object({ findings: z.array(healthFindingSchema) }) },
    'POST /api/backups': { answer: madeBackupSchema },
    'GET /api/backups/:id': {},
  }) satisfies Calls
