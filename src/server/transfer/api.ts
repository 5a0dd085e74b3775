import { importCalls, longestImport } from '../../model/imports/import-table.ts'
import type { Database } from '../db/database.ts'
import { endpoints, type Shown } from '../endpoint/endpoint.ts'
import type { Links } from '../links/links.ts'
import type { Config } from '../process/config.ts'
import { parseJson } from './import-content.ts'
import { importResume, readResume, resumeTable } from './resume-steps.ts'

export const importsApi = (db: Database, links: Links, publisher: Shown, { publicUrl }: Config) =>
  endpoints(importCalls(), {
    'POST /api/imports': [
      'Imports a CV in JSON Resume as one change; with preview=1 it says what that would do, and changes nothing',
      // A character of the file may take several bytes, and more where it is escaped.
      { size: 4 * longestImport, status: 201 },
      async ({ context, query: { preview = false }, body: { file, chosen }, based: { by } }) => {
        const resume = readResume(parseJson(file))
        if (preview) return context.json(await resumeTable(db, resume, { publicUrl }))
        const outcome = await importResume(db, resume, { by, publicUrl, chosen, links })
        await publisher.shown()
        return outcome
      },
    ],
  })
