import type { Database } from '../../src/server/db/database.ts'
import { createJournal, type Journal } from '../../src/server/journal/journal.ts'
import type { Media } from '../../src/server/media/media.ts'
import { reverters } from '../../src/server/services.ts'

/** The journal with every module's undo; without `media`, image variants that were deleted stay so. */
export const journalOf = (
  database: Database,
  media: Pick<Media, 'regenerate'> = { regenerate: async () => {} },
): Journal => createJournal(database, reverters(media))
