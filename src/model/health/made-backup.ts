import { z } from '../zod.ts'

/** A backup that waits to be downloaded. */
export const madeBackupSchema = z.object({
  id: z.string().describe('Its download is /api/backups/{id}, once, within ten minutes.'),
  bytes: z.int(),
  notes: z.array(z.string()).describe('What is not in it, and what would keep it from being restored.'),
})
export type MadeBackup = z.infer<typeof madeBackupSchema>
