import { z } from 'zod'
import {
  importedSchema,
  importRequestSchema,
  importTableSchema,
  longestImport,
} from '../../model/imports/import-table.ts'
import type { Database } from '../db/database.ts'
import { authorOf, type Endpoint, flag, readBody, readQuery, type Shown } from '../endpoint/endpoint.ts'
import type { Links } from '../links/links.ts'
import type { Config } from '../process/config.ts'
import { parseJson } from './import-content.ts'
import { importResume, readResume, resumeTable } from './resume-steps.ts'

const query = z.strictObject({ preview: flag })

/** Bytes of the body: a character of the file may take several, and more where it is escaped. */
const largestBody = 4 * longestImport

export const importsApi = (db: Database, links: Links, publisher: Shown, { publicUrl }: Config) =>
  ({
    create: {
      operation: {
        summary:
          'Imports a CV in JSON Resume as one change; with preview=1 it says what that would do, and changes nothing',
        query,
        body: importRequestSchema,
        status: 201,
        answer: importedSchema,
        dryRun: importTableSchema,
      },
      handle: async (context) => {
        const { preview = false } = readQuery(context, query)
        const { file, chosen } = await readBody(context, importRequestSchema, largestBody)
        const resume = readResume(parseJson(file))
        if (preview) return context.json(await resumeTable(db, resume, { publicUrl }))
        const outcome = await importResume(db, resume, { by: authorOf(context).by, publicUrl, chosen, links })
        await publisher.shown()
        return context.json(outcome, 201)
      },
    },
  }) satisfies Record<string, Endpoint>
